import JSONRPC
import MemoEngine

/// As much of a text as fits into one answer, and the start of the next piece. All pieces together are the text, byte
/// for byte.
struct Piece: Sendable {
  /// The most bytes of text in an answer.
  static let largest = 32 << 10

  /// A place in a text in agents' terms.
  struct Place: JSONObjectWritable, Sendable {
    /// The line, from 1.
    let line: Int
    /// The number of characters (Unicode code points) of the line before the place.
    let character: Int

    func writeMembers(to writer: inout JSONWriter) {
      writer.member("startLine", line)
      writer.member("startCharacter", character)
    }

    /// The schema of a place.
    static let shape = Shape.object([
      .required("startLine", .number(1...(1 << 31))), .required("startCharacter", .number(0...(1 << 31))),
    ])
  }

  let text: String
  /// The lines, from 1, in which it begins and ends.
  let lines: ClosedRange<Int>
  /// The start of the next piece; nil at the end of the wanted text.
  let next: Place?

  /// Takes a piece of a text.
  ///
  /// - Parameters:
  ///   - start: its start; a place behind the end of a line means that end.
  ///   - last: the last line wanted, from 1; nil for all to the end.
  /// - Throws: ``ToolFailure`` if the text has no such line.
  init(of text: Rope, from start: Place, through last: Int?) throws(ToolFailure) {
    guard start.line <= text.lineCount else {
      throw ToolFailure("startLine must be at most \(text.lineCount): the memo has no more lines.")
    }
    if let last, last < start.line { throw ToolFailure("endLine must not be less than startLine.") }
    guard let first = try? text.offset(of: TextPosition(line: start.line - 1, character: start.character), in: .utf32)
    else { throw ToolFailure("startCharacter must be a number of characters of its line.") }
    let wanted = text.offsetOfLine(min(last ?? text.lineCount, text.lineCount))
    let end = wanted - first <= Self.largest ? wanted : Self.border(in: text, from: first)
    self.text = text.string(in: first..<max(first, end))
    lines = start.line...max(start.line, text.position(at: max(first, end - 1), in: .utf8).line + 1)
    let place = text.position(at: end, in: .utf32)
    next = end < wanted ? Place(line: place.line + 1, character: place.character) : nil
  }

  /// The end of a piece from an offset on that is not the last one: after a line if it has one, else between two
  /// characters.
  private static func border(in text: Rope, from start: Int) -> Int {
    var end = start + largest
    while !text.hasScalarBorders(start..<end) { end -= 1 }
    let (first, last) = (text.position(at: start, in: .utf8), text.position(at: end, in: .utf8))
    if last.line > first.line { return text.offsetOfLine(last.line) }
    // `\r\n` is not split.
    return min(end, text.endOfLine(last.line))
  }
}
