/// How the names of Markdown files end, which links to them may leave out.
package enum MarkdownExtension {
  /// All of them, the one that most have first.
  package static let all = [".md", ".markdown"]

  private static let longest = 9

  /// The extension of a name, as it is written there; nil if it is no Markdown file's.
  package static func of(_ name: some StringProtocol) -> String? {
    guard name.utf8.suffix(longest).contains(UInt8(ascii: ".")) else { return nil }
    let end = name.suffix(longest).lowercased()
    return all.first { end.hasSuffix($0) }.map { String(name.suffix($0.utf8.count)) }
  }
}

extension StringProtocol {
  /// The name without a Markdown file's extension.
  package var withoutMarkdownExtension: String {
    String(dropLast(MarkdownExtension.of(self)?.utf8.count ?? 0))
  }
}
