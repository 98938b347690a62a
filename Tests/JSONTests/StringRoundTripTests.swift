import JSON
import TestSupport
import Testing

@Suite("Strings")
struct StringRoundTripTests {
  private static let specials: [String] =
    (0..<0x20).map { String(Unicode.Scalar(UInt8($0))) } + [
      "\"", "\\", "/", " ", "!", "#", "[", "]", "\u{7F}", "\u{80}", "\u{A2}", "\u{DC}", "\u{7FF}", "\u{800}",
      "\u{D7FF}",
      "\u{E000}", "\u{FEFF}", "\u{FFFD}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}", "\u{2028}", "é", "한", "😀", "\r\n",
      "\"\"", "\\\\", "\\u0041", "\\\"", "\u{1}\u{1F}",
    ]

  @Test("with anything special at any offset come back byte for byte", arguments: specials)
  func everyOffset(special: String) throws {
    for filler in ["a", "é", "\u{1}", "😀"] {
      for before in 0..<18 {
        for after in [0, 1, 7, 8, 9] {
          try roundTrip(String(repeating: filler, count: before) + special + String(repeating: filler, count: after))
        }
      }
    }
  }

  @Test("of any scalars come back byte for byte", arguments: 0..<8)
  func random(stream: Int) throws {
    var random = SeededGenerator(stream: 200 + UInt64(stream))
    for _ in 0..<1_000 { try roundTrip(random.string(length: 40)) }
  }

  @Test("of one scalar of every block come back byte for byte")
  func everyBlock() throws {
    for value in stride(from: UInt32(0), through: 0x10FFFF, by: 61) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      try roundTrip(String(scalar))
    }
  }

  @Test("of a megabyte come back byte for byte", arguments: ["a", "\"", "한", "\u{0}", "plain text, \\ then a 😀. "])
  func large(piece: String) throws {
    try roundTrip(String(repeating: piece, count: 1_000_000 / piece.utf8.count / (piece.utf8.count > 1 ? 1 : 10)))
  }

  @Test("mean the same in whatever way they are escaped", arguments: 0..<4)
  func spellings(stream: Int) throws {
    var random = SeededGenerator(stream: 300 + UInt64(stream))
    for _ in 0..<1_000 {
      let string = random.string(length: 20)
      let text = random.spelling(of: .string(string))
      let root = try JSONDocument(Array(text.utf8)).root
      let read = root.string
      try require(
        read?.utf8.elementsEqual(string.utf8) == true, "\(text) was read as \(read?.debugDescription ?? "nil")")
      let bytes = try JSONString(json: root).withUTF8 { Array($0) }
      try require(bytes == Array(string.utf8), "\(text) was handed over as \(bytes)")
    }
  }

  @Test("are resolved in bytes of the document's own: the reader's caller keeps what it had")
  func callersBytes() throws {
    let text = #"{"\u0061":"\n\t\ud83d\ude00, \\ and the rest","b":["\"",1]}"#
    let bytes = Array(text.utf8)
    let document = try JSONDocument(bytes)
    #expect(document.root["a"]?.string == "\n\t😀, \\ and the rest" && document.root["b"] != nil)
    #expect(bytes == Array(text.utf8))
  }

  @Test("written in pieces, cut anywhere, are the same bytes")
  func pieces() throws {
    var random = SeededGenerator(stream: 400)
    for _ in 0..<2_000 {
      let string = random.string(length: 30)
      let bytes = Array(string.utf8)
      var (whole, cut) = (JSONWriter(), JSONWriter())
      whole.value(string)
      cut.beginString()
      var start = 0
      while start < bytes.count {
        let end = Int.random(in: start...bytes.count, using: &random)
        bytes[start..<end].withUnsafeBufferPointer { cut.appendToString($0) }
        start = end
      }
      cut.endString()
      try require(cut.bytes == whole.bytes, "\(string.debugDescription) in pieces")
    }
  }

  private func roundTrip(_ string: String) throws {
    var writer = JSONWriter()
    writer.value(string)
    try require(writer.bytes == quotedModel(string), "\(string.debugDescription) was written \(writer.bytes)")
    let read = try JSONDocument(writer.bytes).root.string
    try require(
      read?.utf8.elementsEqual(string.utf8) == true,
      "\(string.debugDescription) came back as \(read?.debugDescription ?? "nil")")
  }
}

/// A string escaped where RFC 8259, section 7, demands it, in the shortest way, and nowhere else.
private func quotedModel(_ string: String) -> [UInt8] {
  let short: [UInt8: Character] = [0x22: "\"", 0x5C: "\\", 8: "b", 9: "t", 10: "n", 12: "f", 13: "r"]
  var bytes: [UInt8] = [0x22]
  for byte in string.utf8 {
    if let letter = short[byte] {
      bytes += [0x5C, letter.asciiValue ?? 0]
    } else if byte < 0x20 {
      bytes += Array((#"\u00"# + (byte < 16 ? "0" : "") + String(byte, radix: 16)).utf8)
    } else {
      bytes.append(byte)
    }
  }
  return bytes + [0x22]
}
