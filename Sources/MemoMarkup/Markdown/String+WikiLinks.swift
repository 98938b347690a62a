import MemoText

extension String {
  /// Whether a wiki link can have it between its brackets, as its target or as its label: no character of it has a
  /// meaning there, and Markdown reads it as it is written; not so NUL, or the address in `See <https://a.b>`.
  package var standsInWikiLink: Bool {
    guard !unicodeScalars.contains(where: linkMarks.contains) else { return false }
    // Everything else is literal there: only an address comes before the brackets.
    guard utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == 0 }) else { return true }
    let links = Outline(of: Rope("[[\(self)]]")).links
    return links.count == 1 && links[0].kind == .wiki && links[0].target.nameForm == nameForm
  }

  /// The same words for a link to show, without the characters that can't stand in it.
  package var shownInWikiLink: String {
    let shown = without(linkMarks)
    return shown.standsInWikiLink ? shown : shown.without("<>\0".unicodeScalars)
  }

  private func without(_ scalars: String.UnicodeScalarView) -> String {
    String(String.UnicodeScalarView(unicodeScalars.filter { !scalars.contains($0) }))
  }
}

/// The characters with a meaning between the brackets of a wiki link.
private let linkMarks = "[]|#^\n\r".unicodeScalars
