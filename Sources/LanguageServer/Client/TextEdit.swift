import JSONRPC
import MemoMarkup
import MemoText

/// Text that takes the place of a range (`TextEdit`).
struct TextEdit: JSONObjectWritable, Sendable, Equatable {
  let range: TextRange
  let text: String

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("range", range)
    writer.member("newText", text)
  }
}

extension Rope {
  /// The edits that make another text of this one, as a client is asked for them.
  func edits(to other: Rope, in encoding: PositionEncoding) -> [TextEdit] {
    edits(changes(to: other).map { TextReplacement(range: $0.range, text: $0.text) }, in: encoding)
  }

  /// Replacements as edits, in the order of the text.
  func edits(_ replacements: [TextReplacement], in encoding: PositionEncoding) -> [TextEdit] {
    var places = Places(self, in: encoding)
    return appendingToLastLine(replacements.sorted { $0.range.lowerBound < $1.range.lowerBound }).map {
      TextEdit(range: places($0.range), text: $0.text)
    }
  }

  /// The same replacements without an insertion behind the end of the last line. Editors whose buffers have no line
  /// there don't agree on what it means (Neovim 0.11 adds an empty line), so it starts at the end of that line.
  private func appendingToLastLine(_ replacements: [TextReplacement]) -> [TextReplacement] {
    let end = summary.utf8
    let lineEnd = endOfLine(max(0, lineCount - 2))..<end
    guard offsetOfLine(lineCount - 1) == end, !lineEnd.isEmpty, let last = replacements.last, last.range == end..<end
    else { return replacements }
    let rest = replacements.dropLast()
    if let touching = rest.last, touching.range.upperBound > lineEnd.lowerBound {
      let joined = TextReplacement(range: touching.range, text: touching.text + last.text)
      return appendingToLastLine(rest.dropLast() + [joined])
    }
    let (start, terminator) = (lineEnd.lowerBound, string(in: lineEnd))
    var appended = TextReplacement(range: lineEnd, text: terminator + last.text)
    if last.text.hasSuffix(terminator) {
      appended = TextReplacement(range: start..<start, text: terminator + last.text.dropLast())
    }
    guard let touching = rest.last, touching.range.upperBound == start else { return rest + [appended] }
    // Of two at one place not all clients put the first one first.
    let joined = touching.range.lowerBound..<appended.range.upperBound
    return rest.dropLast() + [TextReplacement(range: joined, text: touching.text + appended.text)]
  }
}
