public import MemoText

/// What lists show of a text.
package struct Excerpts: Sendable {
  /// The title that its header has, else the first line behind that which is neither white space nor a rule, trimmed
  /// and cut; or the rule if there is nothing else, or "".
  package let title: String
  /// What follows the header, and the title's line where that is one, white space folded, cut, or "".
  package let preview: String

  /// Reads no further than it must; a text with a header costs what reading that costs.
  package init(of text: Rope) {
    guard let header = Header(text) else {
      let start = text.behindRules(from: 0)
      (title, preview) = (text.displayTitle(from: start), text.preview(from: start))
      return
    }
    let end = text.behindRules(from: header.bounds.end)
    if let title = HeaderMeaning(header).title.map({ Rope($0).displayTitle(from: 0) }), !title.isEmpty {
      self.title = title
      preview = text.opening(from: header.bounds.end)
    } else {
      (title, preview) = (text.displayTitle(from: end), text.preview(from: end))
    }
  }
}

extension Rope {
  /// The title that its header has, else the first line behind that which is neither white space nor a rule, trimmed
  /// and cut; or the rule if there is nothing else, or "".
  public var displayTitle: String { Excerpts(of: self).title }

  /// Where the first line of words begins, if only rules and blank lines stand before it; else where it is looked for.
  fileprivate func behindRules(from start: Int) -> Int {
    var bytes: [UInt8] = []
    forEachChunk(in: start..<min(summary.utf8, start + Self.longestRules)) { bytes.append(contentsOf: $0) }
    for line in HeaderLines(bytes) where !line.isRule && !line.isBlank { return start + line.range.lowerBound }
    return start
  }

  /// How many bytes of rules and blank lines are passed over at most.
  private static var longestRules: Int { 1024 }
}
