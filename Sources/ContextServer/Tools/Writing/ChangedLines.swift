import JSONRPC
import MemoEngine

/// The lines of a text that differ from another: all are reported, and shown as far as there is room.
struct ChangedLines: JSONWritable, Sendable {
  /// The most bytes that are shown in all, and of one stretch.
  private static let most = 16 << 10, mostOfOne = 4 << 10
  /// The bytes, roughly, of a stretch and of a line besides their text.
  private static let frame = 64, number = 12
  /// The most stretches; the last one extends to the last changed line.
  private static let mostStretches = 50

  /// A stretch of changed lines.
  struct Stretch: JSONObjectWritable, Sendable {
    /// Its lines, from 1. Where lines were only removed it is the line after them, or the last.
    let lines: ClosedRange<Int>
    let text: String
    /// Whether its last lines, or all, found no room.
    var isCut = false

    func writeMembers(to writer: inout JSONWriter) {
      writer.member("startLine", lines.lowerBound)
      writer.member("endLine", lines.upperBound)
      writer.member("text", text)
    }
  }

  static let shape = Shape.list(
    .object([
      .required("startLine", .number(1...(1 << 31))), .required("endLine", .number(1...(1 << 31))),
      .required("text", .text(), "The lines as they are now; … stands for what had no room."),
    ]))

  let stretches: [Stretch]

  /// The lines of a text that differ from an earlier one.
  init(from before: Rope, to after: Rope) {
    var shift = 0
    let ranges = before.changes(to: after).reversed().map { change in
      let start = change.range.lowerBound + shift
      shift += change.text.utf8.count - change.range.count
      return start..<(start + change.text.utf8.count)
    }
    self.init(ranges, of: after)
  }

  /// The lines that contain stretches of a text, in bytes and in order.
  init(_ ranges: [Range<Int>], of text: Rope) {
    var lines: [ClosedRange<Int>] = []
    for range in ranges {
      let first = text.position(at: range.lowerBound, in: .utf8).line
      let last = max(first, text.position(at: max(range.lowerBound, range.upperBound - 1), in: .utf8).line)
      if let previous = lines.last, previous.upperBound >= first {
        lines[lines.count - 1] = previous.lowerBound...max(previous.upperBound, last)
      } else {
        lines.append(first...last)
      }
    }
    self.init(lines, in: text)
  }

  /// These lines of a text, from 0.
  init(_ lines: [ClosedRange<Int>], in text: Rope) {
    var (stretches, room) = ([Stretch](), Self.most - Self.mostStretches * Self.frame)
    for range in lines.prefix(Self.mostStretches) {
      let start = text.offsetOfLine(min(range.lowerBound, text.lineCount - 1))
      let end = text.endOfLine(min(range.upperBound, text.lineCount - 1))
      let most = min(Self.mostOfOne, room)
      let (shown, left) = Self.beginning(of: start..<end, in: text, room: most)
      let isCut = shown.upperBound < end
      stretches.append(
        Stretch(
          lines: (range.lowerBound + 1)...(range.upperBound + 1), text: text.string(in: shown) + (isCut ? "…" : ""),
          isCut: isCut))
      room -= most - left
    }
    if let rest = lines.dropFirst(Self.mostStretches).last, let last = stretches.popLast() {
      stretches.append(Stretch(lines: last.lines.lowerBound...(rest.upperBound + 1), text: "…", isCut: true))
    }
    self.stretches = stretches
  }

  /// As much of a stretch as there is room for, with line numbers, and the room left.
  private static func beginning(of range: Range<Int>, in text: Rope, room: Int) -> (shown: Range<Int>, left: Int) {
    var (end, left) = (range.lowerBound, room - number)
    var line = text.position(at: end, in: .utf8).line
    while end < range.upperBound, left > 0 {
      line += 1
      let next = min(text.offsetOfLine(line), range.upperBound, end + left)
      (end, left) = (next, left - (next - end) - number)
    }
    while !text.hasScalarBorders(range.lowerBound..<end) { end -= 1 }
    return (range.lowerBound..<end, max(0, left))
  }

  func write(to writer: inout JSONWriter) { stretches.write(to: &writer) }

  /// The lines with their numbers, for a message; only the numbers for those that found no room.
  var listed: String {
    stretches.flatMap { stretch in
      let (first, last) = (stretch.lines.lowerBound, stretch.lines.upperBound)
      var lines = stretch.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated().map {
        "\(first + $0): \($1)"
      }
      if stretch.isCut, stretch.text == "…" { lines = [] }
      if stretch.isCut, first + lines.count <= last {
        lines.append("(lines \(first + lines.count) to \(last) have no room here: read_memo gives them)")
      }
      return lines
    }.joined(separator: "\n")
  }
}
