import Testing

@testable import MemoMarkup

@Suite("Bytes that are skipped eight at a time")
struct PlainBytesTests {
  /// What begins, ends or escapes something in Markdown or in the signs beside it.
  private static let meaningful = Set("!#&(*<>[\\]^_`|~".utf8).union(0..<0x20)

  @Test("None that means something is skipped, wherever it stands")
  func meaningful() {
    for byte in Self.meaningful {
      for place in 0..<16 {
        var bytes = Array(repeating: UInt8(ascii: "a"), count: 16)
        bytes[place] = byte
        #expect(bytes.skipPlain(from: 0, before: 16) == place, "byte \(byte) at \(place)")
      }
    }
  }

  @Test(
    "Words are skipped, of whatever script",
    arguments: ["a garden path,", "THE QUICK BROWN", "0123456789:;?@", "한글 문장입니다", "é😀𝔘ñ"])
  func words(_ words: String) {
    let bytes = Array(words.utf8)
    #expect(bytes.skipPlain(from: 0, before: bytes.count) == bytes.count / 8 * 8)
  }

  @Test("Nothing before the beginning or behind the end decides")
  func bounds() {
    let bytes = Array("[[aaaaaaaa]]".utf8)
    #expect(bytes.skipPlain(from: 2, before: 10) == 10)
    #expect(bytes.skipPlain(from: 2, before: 9) == 2)
    #expect(bytes.skipPlain(from: 3, before: 12) == 10)
  }
}
