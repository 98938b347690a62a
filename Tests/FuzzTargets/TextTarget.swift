import MemoText
import TestSupport

extension FuzzTarget {
  /// A text is after any edits, at any positions, what a plain array of scalars is. An input is an encoding and edits.
  package static let text = FuzzTarget(
    name: "text", longRuns: 1_000_000, maximumBytes: 256,
    seeds: {
      var mutator = InputMutator(stream: 1)
      return (0..<20).map { count in (0...count * 10).map { _ in UInt8.random(in: 0...255, using: &mutator.random) } }
    },
    mutate: { $1.damage($0) },
    start: { check }
  )

  /// The model reads its text from the start for each position: longer ones make it slow.
  private static let longestText = 2000

  private static func check(_ input: [UInt8]) throws {
    var reader = ByteReader(input)
    let encoding = reader.choice(PositionEncoding.allCases)
    var model = TextModel(reader.text())
    var rope = Rope(model.string)
    while !reader.isAtEnd {
      // One line more than there are, and one more that there can't be.
      let lines = rope.lineCount + 2
      let range =
        reader.byte() == 0 ? nil : TextRange(start: position(&reader, lines), end: position(&reader, lines))
      let change = TextChange(range: range, text: model.scalars.count < longestText ? reader.text() : "")
      let before = rope
      let theirs = Result { () throws(PositionError) in try model.apply(change, in: encoding) }
      let mine = Result { () throws(PositionError) in try rope.apply(change, in: encoding) }
      try require(mine == theirs, "\(change) gave \(mine), not \(theirs)")
      if theirs != .success(true) { try require(rope.isIdentical(to: before), "\(change) changed the text") }
    }
    let text = model.string
    try require(rope.utf8Bytes == Array(text.utf8), "\(rope.string.debugDescription), not \(text.debugDescription)")
    try require(rope.isIdentical(to: Rope(text)), "not the same as the text built anew")
    for encoding in PositionEncoding.allCases {
      try require(rope.length(in: encoding) == model.length(in: encoding), "length in \(encoding)")
    }
    try require(rope.lineCount == model.lines.count, "\(rope.lineCount) lines")
    let split = rope.titleBodySplit
    try require(Array((split.title + split.separator + split.body).utf8) == rope.utf8Bytes, "\(split)")
  }

  private static func position(_ reader: inout ByteReader, _ lines: Int) -> TextPosition {
    TextPosition(line: reader.number(below: lines), character: reader.number(below: 30))
  }
}
