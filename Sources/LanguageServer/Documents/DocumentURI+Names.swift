import MemoMarkup
import MemoText

extension DocumentURI {
  /// The shortest path that means this file: without its extension, unless that means another one.
  var shortest: DocumentURI {
    let short = withoutExtension
    return [nil, self].contains(DiskFile.note(short)) ? short : self
  }

  /// Whether it names what is saved nowhere yet.
  var isUnsaved: Bool { scheme == "untitled" }

  /// Whether it is called as the files are that links may leave the extension out of.
  var isNote: Bool { MarkdownExtension.of(string) != nil }

  /// Whether it is called as notes are, or as links call them that leave the extension out.
  var mayBeNote: Bool { isNote || segments.last.map { !$0.contains(".") } ?? false }

  /// The last part of the path without the extension of a Markdown file.
  var stem: String { (segments.last ?? "").withoutMarkdownExtension }

  /// The file of this name in the same folder.
  func sibling(_ name: String) -> DocumentURI {
    let end = string.lastIndex(of: "/").map { string.index(after: $0) } ?? string.startIndex
    return DocumentURI(string[..<end] + name.percentEncoded)
  }

  /// The path from this document to a file beside it, or elsewhere below the same root.
  func path(to other: DocumentURI) -> String {
    let (own, its) = (segments.dropLast(), other.segments)
    let common = zip(own, its.dropLast()).prefix { $0 == $1 }.count
    let steps = Array(repeating: "..", count: own.count - common) + its.dropFirst(common)
    return steps.map(\.percentEncoded).joined(separator: "/")
  }
}
