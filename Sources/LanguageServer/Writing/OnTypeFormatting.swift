import JSONRPC
import MemoMarkup
import MemoText

/// Goes on with a list or tasks when a line was ended in them, and ends it where nothing was written.
enum OnTypeFormatting: RequestType {
  static let method: StaticString = "textDocument/onTypeFormatting"

  struct Params: JSONReadable, AboutDocument {
    let place: PositionParams
    var document: DocumentIdentifier { place.document }
    let typed: String

    init(json: JSONView) throws(JSONTypeError) {
      place = try PositionParams(json: json)
      typed = try json.required("ch")
    }
  }

  typealias Result = [TextEdit]
}

extension LanguageSession {
  func onTypeFormatting(_ params: OnTypeFormatting.Params) throws -> Answer<[TextEdit]> {
    let (scope, offset) = try place(params.place)
    let (state, encoding) = (scope.state, client.encoding)
    guard params.typed == "\n" else { return .now([]) }
    return .later(expectedBytes: 0) {
      let (text, outline) = (state.text, await state.outline)
      let line = text.position(at: offset, in: .utf8).line
      guard line > 0, !outline.code.contains(where: { $0.range.contains(text.offsetOfLine(line - 1)) }) else {
        return []
      }
      let above = text.offsetOfLine(line - 1)..<text.endOfLine(line - 1)
      guard let item = ListItemMark(text.string(in: above)) else { return [] }
      let start = text.offsetOfLine(line)
      let there = text.string(in: start..<text.endOfLine(line))
      let isQuoted = item.next.contains(">")
      let indent = there.prefix { $0 == " " || $0 == "\t" || isQuoted && $0 == ">" }.utf8.count
      // Nothing was written, unless the words went to the new line.
      if item.isEmpty, there.utf8.count == indent {
        return text.edits([TextReplacement(range: above, text: "")], in: encoding)
      }
      // What the editor has put there itself takes its place.
      if ListItemMark(there) != nil { return [] }
      return text.edits([TextReplacement(range: start..<start + indent, text: item.next)], in: encoding)
    }
  }
}

/// The beginning of an item of a list.
struct ListItemMark {
  /// The beginning of the next item.
  let next: String
  /// Whether nothing stands behind it.
  let isEmpty: Bool

  /// Reads the beginning of a line; nil if it is none of an item.
  init?(_ line: String) {
    let indent = line.prefix { $0 == " " || $0 == "\t" || $0 == ">" }
    var rest = line.dropFirst(indent.count)
    // A line of nothing but marks is a thematic break.
    let marks = rest.filter { $0 != " " && $0 != "\t" }
    if marks.count > 2, Set(marks).count == 1 { return nil }
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    let mark: String
    if digits.isEmpty {
      guard let first = rest.first, "-*+".contains(first) else { return nil }
      mark = String(first)
      rest = rest.dropFirst()
    } else {
      rest = rest.dropFirst(digits.count)
      // The most that a list's number may be (CommonMark 0.31, section 5.2).
      guard digits.count < 10, let number = Int(digits), number < 999_999_999, let end = rest.first, ".)".contains(end)
      else { return nil }
      mark = "\(number + 1)\(end)"
      rest = rest.dropFirst()
    }
    let space = rest.prefix { $0 == " " || $0 == "\t" }
    guard !space.isEmpty else { return nil }
    rest = rest.dropFirst(space.count)
    let isTask = rest.hasPrefix("[ ]") || rest.hasPrefix("[x]") || rest.hasPrefix("[X]")
    if isTask { rest = rest.dropFirst(3) }
    next = indent + mark + (rest.isEmpty ? " " : space) + (isTask ? "[ ] " : "")
    isEmpty = rest.allSatisfy(\.isWhitespace)
  }
}
