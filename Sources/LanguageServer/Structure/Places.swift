import MemoText

/// The positions of things in a text, in a session's units. Quick for what is asked for in the order of the text.
struct Places {
  private let text: Rope
  private var walk: PositionWalk

  init(_ text: Rope, in encoding: PositionEncoding) { (self.text, walk) = (text, PositionWalk(text, in: encoding)) }

  /// The positions of a range of bytes.
  mutating func callAsFunction(_ range: Range<Int>) -> TextRange {
    TextRange(start: walk.position(at: range.lowerBound), end: walk.position(at: range.upperBound))
  }

  /// The line that a byte is on.
  mutating func line(of offset: Int) -> Int { walk.position(at: offset).line }

  /// The end of a line, before its terminator.
  func end(ofLine line: Int) -> Int { text.endOfLine(line) }
}
