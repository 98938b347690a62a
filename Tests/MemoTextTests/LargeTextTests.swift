import MemoText
import TestSupport
import Testing

@Suite("A text of a million lines")
struct LargeTextTests {
  @Test("is built, edited, cut and joined as a plain array of bytes is")
  func million() throws {
    var random = SeededGenerator(stream: 2)
    let kinds = ["memo\n", "\n", "메모\r\n", "😀\r", "a longer line, with more in it\r\n"]
    var bytes: [UInt8] = []
    for line in 0..<1_000_000 { bytes += kinds[line % kinds.count].utf8 }
    var rope = try #require(Rope(validatingUTF8: bytes))
    #expect(rope.lineCount == 1_000_001)
    #expect(rope.position(at: bytes.count, in: .utf16) == TextPosition(line: 1_000_000, character: 0))
    let half = try rope.offset(of: TextPosition(line: 500_000, character: 0), in: .utf16)
    #expect(half == bytes.count / 2)

    let before = rope
    for _ in 0..<300 {
      let start = boundary(Int.random(in: 0...bytes.count, using: &random), in: bytes)
      let end = boundary(min(start + Int.random(in: 0...40, using: &random), bytes.count), in: bytes)
      let text = random.text(pieces: 5)
      bytes.replaceSubrange(start..<max(start, end), with: text.utf8)
      rope.replaceSubrange(start..<max(start, end), with: text)
    }
    try check(rope, bytes)
    let middle = boundary(Int.random(in: 0...bytes.count, using: &random), in: bytes)
    var turned = rope.slice(middle..<bytes.count)
    turned.append(rope.slice(0..<middle))
    try check(turned, Array(bytes[middle...] + bytes[..<middle]))
    #expect(before.lineCount == 1_000_001)
    #expect(rope.isIdentical(to: rope.slice(0..<bytes.count)))
    #expect(!rope.isIdentical(to: before))
  }

  private func check(_ rope: Rope, _ bytes: [UInt8]) throws {
    var chunks: [UInt8] = []
    chunks.reserveCapacity(bytes.count)
    rope.forEachChunk { chunks += $0 }
    guard chunks == bytes else { throw Mismatch("another text") }
    let rebuilt = Rope(validatingUTF8: bytes)
    guard rope.summary == rebuilt?.summary else { throw Mismatch("another summary: \(rope.summary)") }
    var lineEnds = 0
    var previous: UInt8 = 0
    for byte in bytes {
      lineEnds += byte == 0x0D || (byte == 0x0A && previous != 0x0D) ? 1 : 0
      previous = byte
    }
    guard rope.lineCount == lineEnds + 1 else { throw Mismatch("\(rope.lineCount) lines, not \(lineEnds + 1)") }
  }

  /// The last place up to `offset` that is not inside a scalar.
  private func boundary(_ offset: Int, in bytes: [UInt8]) -> Int {
    var offset = offset
    while offset < bytes.count && bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }
}
