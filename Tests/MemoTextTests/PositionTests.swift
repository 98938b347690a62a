import MemoText
import TestSupport
import Testing

@Suite("Positions")
struct PositionTests {
  /// `marked` is a text with a `|` at the place which is `line` and `character`, in UTF-8, UTF-16 and UTF-32 units.
  private static let places: [(marked: String, line: Int, characters: (Int, Int, Int))] = [
    ("|", 0, (0, 0, 0)),
    ("|abc", 0, (0, 0, 0)),
    ("ab|c", 0, (2, 2, 2)),
    ("abc|", 0, (3, 3, 3)),
    ("abc|\n", 0, (3, 3, 3)),
    ("abc\n|", 1, (0, 0, 0)),
    ("abc\r|", 1, (0, 0, 0)),
    ("abc\r\n|", 1, (0, 0, 0)),
    ("abc|\r\ndef", 0, (3, 3, 3)),
    ("abc\r\nd|ef", 1, (1, 1, 1)),
    ("\r\r|", 2, (0, 0, 0)),
    ("\n\r|", 2, (0, 0, 0)),
    ("\r\r\n|", 2, (0, 0, 0)),
    ("\r\n\r\n|\n", 2, (0, 0, 0)),
    ("é|x", 0, (2, 1, 1)),
    ("e\u{301}|x", 0, (3, 2, 2)),
    ("한글|", 0, (6, 2, 2)),
    ("\u{1112}\u{1161}\u{11AB}|", 0, (9, 3, 3)),
    ("😀|x", 0, (4, 2, 1)),
    ("a😀b\n한😀|", 1, (7, 3, 2)),
    ("👩‍👩‍👧‍👦|", 0, (25, 11, 7)),
    ("a\0|b", 0, (2, 2, 2)),
    ("a\u{2028}|b", 0, (4, 2, 2)),
    ("a\u{2029}|b", 0, (4, 2, 2)),
    ("a\u{85}|b", 0, (3, 2, 2)),
    ("a\u{0B}|b", 0, (2, 2, 2)),
    ("a\u{0C}|b", 0, (2, 2, 2)),
    ("\u{FEFF}|a", 0, (3, 1, 1)),
  ]

  @Test("name their place in every encoding, and the place has that position", arguments: places)
  func place(marked: String, line: Int, characters: (Int, Int, Int)) throws {
    try check(marked, TextPosition(line: line, character: characters.0), .utf8)
    try check(marked, TextPosition(line: line, character: characters.1), .utf16)
    try check(marked, TextPosition(line: line, character: characters.2), .utf32)
  }

  private func check(_ marked: String, _ position: TextPosition, _ encoding: PositionEncoding) throws {
    // Far from the start as well, where the tree must be deep to get there.
    let filler = String(repeating: "filler\r\n", count: 100)
    for lines in [0, 100] {
      let (text, offset) = unmark((lines == 0 ? "" : filler) + marked + (lines == 0 ? "" : "end\r" + filler))
      let rope = Rope(text)
      let moved = TextPosition(line: position.line + lines, character: position.character)
      #expect(try rope.offset(of: moved, in: encoding) == offset)
      #expect(rope.position(at: offset, in: encoding) == moved)
    }
  }

  /// Positions that are not the place's own, but mean it.
  private static let others: [(marked: String, line: Int, character: Int)] = [
    ("abc|", 0, 4), ("abc|", 0, .max), ("abc|\ndef", 0, 4), ("abc|\ndef", 0, .max), ("abc|\r\ndef", 0, 4),
    ("abc|\r\ndef", 0, 5), ("abc|\r\ndef", 0, .max), ("abc|\rdef", 0, 4), ("abc|\rdef", 0, .max - 1), ("|\n", 0, 1),
    ("|\r\n", 0, 1), ("|\r\n", 0, 2), ("|", 0, 1), ("|", 0, .max), ("|", 1, 0), ("|", 1, .max), ("abc|", 1, 0),
    ("abc\n|", 1, 7), ("abc\n|", 2, 0), ("abc\n|", 2, .max), ("abc\r\ndef|", 2, 0), ("a\r\n😀|", 1, 2_000_000),
  ]

  @Test("past the end of a line mean its end, and past the last line the end of the text", arguments: others)
  func pastTheEnd(marked: String, line: Int, character: Int) throws {
    let (text, offset) = unmark(marked)
    for encoding in PositionEncoding.allCases {
      #expect(try Rope(text).offset(of: TextPosition(line: line, character: character), in: encoding) == offset)
    }
  }

  private static let refusals: [(String, Int, Int, PositionEncoding, PositionError.Reason)] = [
    ("", 2, 0, .utf16, .lineBeyondEnd(lineCount: 1)),
    ("a\nb", 3, 0, .utf16, .lineBeyondEnd(lineCount: 2)),
    ("a\r\nb", 3, 0, .utf8, .lineBeyondEnd(lineCount: 2)),
    ("a\u{2028}b", 2, 0, .utf32, .lineBeyondEnd(lineCount: 1)),
    ("a", .max, .max, .utf16, .lineBeyondEnd(lineCount: 1)),
    ("a", -1, 0, .utf16, .negative),
    ("a", 0, -1, .utf16, .negative),
    ("a", .min, .min, .utf8, .negative),
    ("a", .max, .min, .utf32, .negative),
    ("a", 1, -1, .utf32, .negative),
    ("😀", 0, 1, .utf16, .insideSurrogatePair),
    ("a😀b", 0, 2, .utf16, .insideSurrogatePair),
    ("\n한😀", 1, 2, .utf16, .insideSurrogatePair),
    ("😀", 0, 1, .utf8, .insideUTF8Sequence),
    ("😀", 0, 3, .utf8, .insideUTF8Sequence),
    ("aé", 0, 2, .utf8, .insideUTF8Sequence),
    ("한", 0, 2, .utf8, .insideUTF8Sequence),
    (String(repeating: "😀", count: 500), 0, 777, .utf16, .insideSurrogatePair),
    (String(repeating: "한", count: 500), 0, 1_000, .utf8, .insideUTF8Sequence),
  ]

  @Test("that a text does not have are refused, with the reason", arguments: refusals)
  func refused(
    text: String, line: Int, character: Int, encoding: PositionEncoding, reason: PositionError.Reason
  ) {
    let position = TextPosition(line: line, character: character)
    #expect(throws: PositionError(position: position, reason: reason)) {
      try Rope(text).offset(of: position, in: encoding)
    }
  }

  @Test("between \\r and \\n are the end of the line")
  func betweenTheTwo() {
    #expect(Rope("ab\r\nc").position(at: 3, in: .utf16) == TextPosition(line: 0, character: 2))
  }

  @Test("in a line of many leaves are found wherever they are", arguments: PositionEncoding.allCases)
  func longLine(encoding: PositionEncoding) throws {
    let model = TextModel("x\r\n" + String(repeating: "a한😀é", count: 400) + "\r\nend")
    let rope = Rope(model.string)
    for index in 0...model.scalars.count {
      let offset = model.byteOffset(of: index)
      let position = rope.position(at: offset, in: encoding)
      #expect(position == model.position(of: index, in: encoding))
      let resolved = try model.byteOffset(of: model.index(of: position, in: encoding))
      #expect(try rope.offset(of: position, in: encoding) == resolved)
    }
    let end = try rope.offset(of: TextPosition(line: 1, character: .max), in: encoding)
    #expect(end == rope.summary.utf8 - 5)
  }
}

/// The text without its `|`, and where it stood, in bytes.
func unmark(_ marked: String) -> (text: String, offset: Int) {
  let bytes = Array(marked.utf8)
  let offset = bytes.firstIndex(of: UInt8(ascii: "|")) ?? 0
  return (String(decoding: bytes[..<offset] + bytes[(offset + 1)...], as: UTF8.self), offset)
}
