import MemoMarkup
import MemoText

/// A block of code or HTML without an end, which takes in whatever is added at the end of its text.
package struct EndlessBlock: Error, Equatable {
  /// The number of its first line, from 1.
  package let line: Int
  /// Whether it is code, and not HTML.
  package let isCode: Bool

  /// Where it is, and what to do, for a person or an agent.
  package var explanation: String {
    let (what, end) = isCode ? ("code", "the line that ends its fence") : ("HTML", "its end")
    return "the \(what) that begins in line \(line) has no end and would take in what is added: add \(end) first"
  }

  /// Looks for the block in a text; nil if a heading can be added at its end.
  init?(in text: Rope) {
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
}
