import JSON
import TestSupport
import Testing

@Suite("Bytes of a JSON text")
struct UTF8Tests {
  private static let invalid: [(name: String, bytes: [UInt8])] = [
    ("a lone continuation byte", [0x80]), ("a lone continuation byte", [0xBF]),
    ("a lead byte without its second", [0xC3]), ("a lead byte before a letter", [0xC3, 0x61]),
    ("two of three", [0xE2, 0x82]), ("two of three before a letter", [0xE2, 0x82, 0x61]),
    ("three of four", [0xF0, 0x9F, 0x98]), ("three of four before a letter", [0xF0, 0x9F, 0x98, 0x61]),
    ("one continuation byte too many", [0xC3, 0xA9, 0xA9]), ("two lead bytes", [0xC3, 0xC3]),
    ("an overlong slash", [0xC0, 0xAF]), ("an overlong NUL", [0xC0, 0x80]), ("an overlong DEL", [0xC1, 0xBF]),
    ("an overlong quotation mark", [0xC0, 0xA2]), ("an overlong slash in three", [0xE0, 0x80, 0xAF]),
    ("an overlong U+07FF", [0xE0, 0x9F, 0xBF]), ("an overlong slash in four", [0xF0, 0x80, 0x80, 0xAF]),
    ("an overlong U+FFFF", [0xF0, 0x8F, 0xBF, 0xBF]), ("an encoded U+D800", [0xED, 0xA0, 0x80]),
    ("an encoded U+DFFF", [0xED, 0xBF, 0xBF]), ("an encoded pair", [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80]),
    ("U+110000", [0xF4, 0x90, 0x80, 0x80]), ("U+13FFFF", [0xF4, 0xBF, 0xBF, 0xBF]),
    ("U+140000", [0xF5, 0x80, 0x80, 0x80]), ("five bytes", [0xF8, 0x88, 0x80, 0x80, 0x80]),
    ("six bytes", [0xFC, 0x84, 0x80, 0x80, 0x80, 0x80]), ("FE", [0xFE]), ("FF", [0xFF]), ("Latin-1", [0xE9]),
  ]

  @Test("must be UTF-8 in a string", arguments: invalid)
  func invalidString(name: String, bytes: [UInt8]) {
    for offset in 0..<9 {
      let start = Array("[\"".utf8) + Array(repeating: UInt8(ascii: "a"), count: offset) + bytes
      #expect(throws: JSONSyntaxError.self, "\(name)") { try JSONDocument(start + Array("\"]".utf8)) }
      #expect(throws: JSONSyntaxError.self, "\(name)") { try JSONDocument(start + Array("aaaaaaaaa\"]".utf8)) }
      #expect(throws: JSONSyntaxError.self, "\(name)") { try JSONDocument(start) }
    }
  }

  @Test("must be UTF-8 outside strings, in names and after escapes", arguments: invalid)
  func invalidElsewhere(name: String, bytes: [UInt8]) {
    let places = [
      ("", "[]"), ("[", "]"), ("[]", ""), ("[1", "]"), ("{\"", "\":1}"), ("[\"\\n", "\"]"), ("[\"\\", "\"]"),
    ]
    for (before, after) in places {
      #expect(throws: JSONSyntaxError.self, "\(name)") {
        try JSONDocument(Array(before.utf8) + bytes + Array(after.utf8))
      }
    }
  }

  @Test("are checked like Swift's own strings are, two bytes at a time")
  func allPairs() throws {
    for first in UInt8(0x20)...UInt8.max {
      for second in UInt8(0x20)...UInt8.max { try check([first, second]) }
    }
  }

  @Test("are checked like Swift's own strings are, at every border of three and four")
  func allBorders() throws {
    let leads: [UInt8] = [
      0x61, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
    ]
    let others: [UInt8] = [0x61, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2]
    for lead in leads {
      for second in others {
        for third in others {
          try check([lead, second, third])
          for fourth in others { try check([lead, second, third, fourth]) }
        }
      }
    }
  }

  private func check(_ bytes: [UInt8]) throws {
    if bytes.contains(where: { $0 == 0x22 || $0 == 0x5C }) { return }
    let string = (try? JSONDocument([0x22] + bytes + [0x22]))?.root.string
    let model = String(validating: bytes, as: UTF8.self)
    try require(
      string.map { Array($0.utf8) } == model.map { Array($0.utf8) }, "\(bytes) gave \(String(describing: string))")
  }

  @Test("must not start with a byte order mark")
  func byteOrderMark() {
    for text in ["", "[]", "{\"a\":1}", " []"] {
      #expect(throws: JSONSyntaxError.self) { try JSONDocument([0xEF, 0xBB, 0xBF] + Array(text.utf8)) }
    }
    for part in [[0xEF], [0xEF, 0xBB]] as [[UInt8]] {
      #expect(throws: JSONSyntaxError.self) { try JSONDocument(part + Array("[]".utf8)) }
    }
  }

  @Test("must not be UTF-16 or UTF-32", arguments: ["[]", "{\"a\":1}", "1", "\"é\"", "\"한\"", "null"])
  func otherEncodings(text: String) {
    for marked in [text, "\u{FEFF}" + text] {
      let wide = marked.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
      let wider = marked.unicodeScalars.flatMap {
        [0, UInt8($0.value >> 16), UInt8($0.value >> 8 & 0xFF), UInt8($0.value & 0xFF)]
      }
      for bytes in [wide, wide.swappingPairs, wider, wider.reversedInFours] {
        #expect(throws: JSONSyntaxError.self) { try JSONDocument(bytes) }
      }
    }
  }
}

extension [UInt8] {
  fileprivate var swappingPairs: [UInt8] { stride(from: 0, to: count, by: 2).flatMap { self[$0..<$0 + 2].reversed() } }
  fileprivate var reversedInFours: [UInt8] {
    stride(from: 0, to: count, by: 4).flatMap { self[$0..<$0 + 4].reversed() }
  }
}
