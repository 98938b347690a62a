import JSONRPC
import MemoEngine

/// Lines of a text that differ from another one, as far as there is room to show them.
struct ChangedLines: JSONWritable, Sendable {
  /// The most bytes that are shown in all, and of one stretch.
  private static let most = 16 << 10, mostOfOne = 4 << 10

  /// A stretch of them.
  struct Stretch: JSONObjectWritable, Sendable {
    /// Its lines, from 1. Where lines were only taken away it is the one behind them, or the last.
    let lines: ClosedRange<Int>
    let text: String

    func writeMembers(to writer: inout JSONWriter) {
      writer.member("startLine", lines.lowerBound)
      writer.member("endLine", lines.upperBound)
      writer.member("text", text)
    }
  }

  static let shape = Shape.list(
    .object([
      .required("startLine", .number(1...(1 << 31))), .required("endLine", .number(1...(1 << 31))),
      .required("text", .text(), "The lines as they are now, cut if they are long."),
    ]))

  let stretches: [Stretch]

  /// The lines of a text that are not those of the one before.
  init(from before: Rope, to after: Rope) {
    var shift = 0
    let ranges = before.changes(to: after).reversed().map { change in
      let start = change.range.lowerBound + shift
      shift += change.text.utf8.count - change.range.count
      return start..<(start + change.text.utf8.count)
    }
    self.init(ranges, of: after)
  }

  /// The lines in which stretches of a text stand, in bytes and in their order.
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
    var (stretches, bytes) = ([Stretch](), 0)
    for range in lines where bytes < Self.most {
      let start = text.offsetOfLine(min(range.lowerBound, text.lineCount - 1))
      let end = text.endOfLine(min(range.upperBound, text.lineCount - 1))
      var limit = min(end, start + min(Self.mostOfOne, Self.most - bytes))
      while !text.hasScalarBorders(start..<limit) { limit -= 1 }
      stretches.append(
        Stretch(
          lines: (range.lowerBound + 1)...(range.upperBound + 1),
          text: text.string(in: start..<limit) + (limit < end ? "…" : "")))
      bytes += limit - start + 64
    }
    self.stretches = stretches
  }

  func write(to writer: inout JSONWriter) { stretches.write(to: &writer) }

  /// The lines with their numbers, for a message.
  var listed: String {
    stretches.flatMap { stretch in
      stretch.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated().map {
        "\(stretch.lines.lowerBound + $0): \($1)"
      }
    }.joined(separator: "\n")
  }
}
