import JSONRPC
import TestSupport
import Testing

@Suite("Messages of many megabytes")
struct LargeMessageTests {
  /// Messages around the length from which they are no longer copied, and small ones between them.
  private static let messages: [[UInt8]] = [2, 300_000, 7, 262_144, 262_143, 1, 500_000, 0].enumerated().map {
    Array(repeating: UInt8(ascii: "a") + UInt8($0.offset), count: $0.element)
  }

  @Test(
    "come out as they went in, among small ones and in pieces of any length",
    arguments: [Framing.contentLength, .jsonLines])
  func pieces(framing: Framing) throws {
    // An empty line is no message.
    let messages = Self.messages.filter { framing == .contentLength || !$0.isEmpty }
    let start = framing == .contentLength ? [] : Array("[]\n".utf8)
    let stream = start + messages.flatMap { framing.frame($0) }
    var random = SeededGenerator(stream: 61)
    for longest in [1_000, 70_000, 600_000, 2_000_000] {
      for draining in [true, false] {
        let decoded = decode(random.pieces(stream, upTo: longest), maximum: 1 << 20, draining: draining)
        let expected = (start.isEmpty ? [] : [Frame.message("[]")]) + messages.map { .message($0) }
        let isSame = decoded.frames == expected && !decoded.isCutShort
        try require(isSame, "pieces up to \(longest), \(decoded.error ?? "no error")")
      }
    }
  }
}
