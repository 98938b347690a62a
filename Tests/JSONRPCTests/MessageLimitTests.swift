import JSONRPC
import TestSupport
import Testing

@Suite("Messages too long")
struct MessageLimitTests {
  private static let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 64 << 10)

  @Test("are passed over in bounded memory, and the next is read", arguments: [Framing.contentLength, .jsonLines])
  func boundedMemory(framing: Framing) throws {
    let length = framing == .contentLength ? 256 << 20 : 4 << 20
    var decoder = FrameDecoder(maximumMessageBytes: 1 << 10)
    let start = framing == .contentLength ? "Content-Length: \(length)\r\n\r\n" : ""
    feed(Array(start.utf8), to: &decoder)
    if framing == .jsonLines {
      feed(Array("[]\n".utf8), to: &decoder)
      #expect(try decoder.next() == .message("[]"))
    }
    for _ in 0..<length / Self.piece.count - 1 {
      feed(Self.piece, to: &decoder)
      try require(decoder.next() == nil, "a frame came before its end")
      let held = try heldBytes(decoder)
      try require(held <= 1 << 20, "\(held) bytes are held")
    }
    feed(Self.piece + Array((framing == .contentLength ? "Content-Length: 2\r\n\r\n{}" : "\n{}\n").utf8), to: &decoder)
    #expect(try decoder.next() == .tooLong(bytes: length))
    #expect(try decoder.next() == .message("{}"))
    #expect(try decoder.next() == nil)
    #expect(!decoder.isInsideMessage)
  }

  @Test("are those over the limit, not those that reach it", arguments: [1, 2, 63, 64, 1_000])
  func limit(limit: Int) {
    let fits = String(repeating: "{", count: limit)
    for framing in [Framing.contentLength, .jsonLines] {
      for (text, frame) in [(fits, Frame.message(fits)), (fits + "x", .tooLong(bytes: limit + 1))] {
        let bytes = framing.frame(Array(text.utf8))
        for length in [1, 7, 4_000] {
          #expect(decode(pieces(bytes, of: length), maximum: limit) == Decoded(frames: [frame], framing: framing))
        }
      }
    }
    #expect(decode(fits, maximum: limit) == Decoded(frames: [.message(fits)], framing: .jsonLines))
  }

  @Test("are told by the message, not by the \\r before its end", arguments: [1, 64])
  func carriageReturn(limit: Int) {
    let fits = String(repeating: "{", count: limit)
    for length in [1, 7, 4_000] {
      let decoded = decode(pieces(Array("\(fits)\r\n".utf8), of: length), maximum: limit)
      #expect(decoded.frames.map(\.trimmed) == [.message(fits)])
    }
  }

  @Test("are told also where a line is blank, however it is cut", arguments: [2, 3, 64])
  func blank(limit: Int) throws {
    let blanks = { (count: Int) in String(repeating: " ", count: count) }
    let lines = [
      "[]", "", " \r", "\r", blanks(limit), "\(blanks(limit))\r", blanks(limit + 1), "", "[", "\(blanks(99))\r", "1",
    ]
    let expected = [
      Frame.message("[]"), .tooLong(bytes: limit + 1), .message("["), .tooLong(bytes: 99), .message("1"),
    ]
    for length in [1, 2, 5, 4_000] {
      let decoded = decode(pieces(Array("\(lines.joined(separator: "\n"))\n".utf8), of: length), maximum: limit)
      try require(decoded.frames == expected, "pieces of \(length): \(decoded)")
    }
  }

  @Test("that end with \\r\\n are the same frame wherever they are cut")
  func carriageReturnCut() throws {
    let long = String(repeating: "x", count: 70)
    let bytes = Array("{}\r\n\(long)\r\n\(long)\r\r\n\(long.prefix(63))\r\n\(long.prefix(64))\r".utf8)
    let whole = decode([bytes[...]])
    #expect(whole.frames.count == 5)
    for cut in 0...bytes.count {
      let decoded = decode([bytes[..<cut], bytes[cut...]])
      try require(decoded == whole, "cut at \(cut): \(decoded), not \(whole)")
    }
    for length in 1...bytes.count {
      let decoded = decode(pieces(bytes, of: length))
      try require(decoded == whole, "pieces of \(length): \(decoded), not \(whole)")
    }
  }

  @Test("one after the other are each reported")
  func severalInARow() {
    let long = String(repeating: "x", count: 99)
    let framed = Framing.contentLength.frame(Array(long.utf8))
    let headers = decode([(framed + framed + framed + Framing.contentLength.frame(Array("[]".utf8)))[...]])
    #expect(headers.frames == [.tooLong(bytes: 99), .tooLong(bytes: 99), .tooLong(bytes: 99), .message("[]")])
    #expect(
      decode("{}\n\(long)\n\(long)\n[]\n").frames == [
        .message("{}"), .tooLong(bytes: 99), .tooLong(bytes: 99), .message("[]"),
      ])
  }

  @Test("of a long quiet stream of short ones leave nothing behind", arguments: [Framing.contentLength, .jsonLines])
  func shortOnes(framing: Framing) throws {
    var decoder = FrameDecoder(maximumMessageBytes: 1 << 10)
    let bytes = framing.frame(Array(#"{"jsonrpc":"2.0","id":1,"method":"stats"}"#.utf8))
    // Never at a border, so that something always is left over.
    for index in 0..<20_000 {
      feed(Array(bytes[(index == 0 ? 0 : 5)...] + bytes[..<5]), to: &decoder)
      try require(decoder.next() != nil, "message \(index) did not come")
      try require(decoder.next() == nil, "message \(index) came twice")
    }
    #expect(try heldBytes(decoder) <= 1 << 20)
  }

  private func feed(_ bytes: [UInt8], to decoder: inout FrameDecoder) {
    bytes.withUnsafeBytes { decoder.append($0) }
  }
}
