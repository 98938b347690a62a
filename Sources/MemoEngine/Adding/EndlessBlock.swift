import MemoMarkup
import MemoText

/// A block of code or HTML without an end, which takes in whatever comes behind its text; or the heading of a section
/// that would be taken in by an item of a list, since it is indented as the item's words are.
package struct EndlessBlock: Error, Equatable {
  /// The number of its first line, or of the heading's, from 1.
  package let line: Int
  /// Whether it is code, and not HTML.
  package let isCode: Bool
  /// Whether it is in what is to be added, and not in the memo.
  package let isAdded: Bool
  /// Whether it is an indented heading.
  package let isHeading: Bool

  /// Where it is, and what to do, for a person or an agent.
  package var explanation: String {
    if isHeading {
      return "the heading in line \(line) is indented, so what is added would take it in: take the spaces before it "
        + "away first"
    }
    let (what, end) = isCode ? ("code", "the line that ends its fence") : ("HTML", "its end")
    return isAdded
      ? "the \(what) that begins in line \(line) of what is to be added has no end and would take in the next section: "
        + "add \(end), too"
      : "the \(what) that begins in line \(line) has no end and would take in what is added: add \(end) first"
  }

  /// Looks for the block in a text; nil if a heading can be added at its end.
  ///
  /// - Parameter isAdded: whether the text is to be added.
  init?(in text: Rope, isAdded: Bool = false) {
    (self.isAdded, isHeading) = (isAdded, false)
    var longer = text
    longer.append(Rope("\n\n# x"))
    guard
      let block = Block.all(of: longer).last(where: {
        ($0.kind == .fencedCode || $0.kind == .html) && $0.range.upperBound > text.summary.utf8
      })
    else { return nil }
    line = text.position(at: block.range.lowerBound, in: .utf8).line + 1
    isCode = block.kind == .fencedCode
  }

  /// The heading in a line that would be taken in.
  init(headingIn line: Int) { (self.line, isCode, isAdded, isHeading) = (line, false, false, true) }
}
