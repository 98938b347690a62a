import MemoText
import Testing

@Suite("A rope")
struct RopeTests {
  private static let texts = [
    "", "a", "\r\n", "caf\u{E9}", "cafe\u{301}", "\0", "👩‍👩‍👧‍👦", "\u{1112}\u{1161}\u{11AB}", "\u{FEFF}x",
  ]

  @Test("gives its text back byte for byte", arguments: texts, [1, 7, 100, 3_000])
  func roundTrip(text: String, times: Int) {
    let whole = String(repeating: text, count: times)
    for rope in [Rope(whole), Rope(validatingUTF8: Array(whole.utf8)) ?? Rope("not valid")] {
      #expect(rope.string.utf8.elementsEqual(whole.utf8))
      #expect(rope.summary == plainSummary(of: whole))
      #expect(rope.violation == nil)
      #expect(rope.isEmpty == whole.isEmpty)
      var chunks: [UInt8] = []
      rope.forEachChunk { chunks += $0 }
      #expect(chunks.elementsEqual(whole.utf8))
    }
  }

  private static let invalidUTF8: [[UInt8]] = [
    [0x80], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0xFF],
    [0x61, 0xF0, 0x9F, 0x98],
    Array(repeating: 0x80, count: 200_000), Array(repeating: 0x61, count: 65_535) + [0xE2, 0x82, 0x61],
    Array(repeating: 0x61, count: 65_536) + [0x80], Array(repeating: 0x61, count: 65_534) + [0xF0, 0x9F, 0x98],
  ]

  @Test("is not made from bytes that are not UTF-8", arguments: invalidUTF8)
  func invalid(bytes: [UInt8]) {
    #expect(Rope(validatingUTF8: bytes) == nil)
  }

  @Test("is made from valid bytes whose scalars lie across the borders of what is checked at a time")
  func validAcrossBorders() {
    for filler in 65_530...65_540 {
      let bytes = Array(repeating: UInt8(ascii: "a"), count: filler) + Array("😀한é".utf8)
      #expect(Rope(validatingUTF8: bytes)?.summary.utf8 == filler + 9)
    }
  }

  @Test("is identical to another if the bytes are, and only then")
  func identity() {
    let text = String(repeating: "caf\u{E9} ", count: 300)
    let decomposed = String(repeating: "cafe\u{301} ", count: 300)
    #expect(text == decomposed)
    #expect(!Rope(text).isIdentical(to: Rope(decomposed)))
    #expect(!Rope("ab").isIdentical(to: Rope("ba")))
    #expect(Rope().isIdentical(to: Rope("")))
    // The same text in another tree.
    var typed = Rope()
    for scalar in text.unicodeScalars {
      typed.replaceSubrange(typed.summary.utf8..<typed.summary.utf8, with: String(scalar))
    }
    #expect(typed.isIdentical(to: Rope(text)))
    #expect(Rope(text).isIdentical(to: typed))
    var other = typed
    other.replaceSubrange(900..<901, with: other.string(in: 900..<901) == "c" ? "d" : "c")
    #expect(other.summary == typed.summary || other.summary.utf8 == typed.summary.utf8)
    #expect(!other.isIdentical(to: typed))
  }

  @Test("is not identical to another that starts a few bytes further on in the same storage")
  func shiftedIdentity() {
    let rest = (0..<400).map { "\($0) " }.joined()
    for count in 0..<1_200 {
      let shared = Rope(String(repeating: "a", count: count) + rest)
      var later = Rope("aaa")
      later.append(shared)
      var earlier = shared
      earlier.append(Rope("aaa"))
      if later.summary != earlier.summary || later.isIdentical(to: earlier) || earlier.isIdentical(to: later) {
        Issue.record("\(count)")
      }
    }
  }

  @Test("gives every slice of a text")
  func slices() {
    let text = Array("line one\r\nline 2\rand so on, for longer than a leaf or two can hold, several of them\n".utf8)
    let rope = Rope(String(decoding: text, as: UTF8.self))
    for lower in 0...text.count {
      for upper in lower...text.count {
        let slice = rope.slice(lower..<upper)
        let plain = String(decoding: text[lower..<upper], as: UTF8.self)
        guard slice.string.utf8.elementsEqual(plain.utf8), slice.violation == nil,
          rope.string(in: lower..<upper).utf8.elementsEqual(plain.utf8), slice.summary == plainSummary(of: plain)
        else {
          Issue.record("\(lower)..<\(upper): \(slice.violation ?? "another text")")
          return
        }
      }
    }
  }

  @Test("stops handing out chunks when it is told to")
  func chunkError() {
    struct Enough: Error {}
    var chunks = 0
    #expect(throws: Enough.self) {
      try Rope(String(repeating: "x", count: 10_000)).forEachChunk { (_) throws(Enough) in
        chunks += 1
        if chunks == 2 { throw Enough() }
      }
    }
    #expect(chunks == 2)
  }
}
