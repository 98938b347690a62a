import JSONRPC
import TestSupport
import Testing

@Suite("Frames")
struct FrameSplittingTests {
  struct Stream: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let result: Decoded

    var testDescription: String { name }

    init(_ name: String, _ text: String, _ frames: [Frame], _ framing: Framing, isCutShort: Bool = false) {
      self.name = name
      bytes = Array(text.utf8)
      result = Decoded(frames: frames, framing: framing, isCutShort: isCutShort)
    }
  }

  private static let long = String(repeating: "x", count: 65)

  private static let streams = [
    Stream(
      "headers",
      "Content-Length: 2\r\n\r\n{}content-length:7\r\nX-Other: a:b\r\n\r\n[1,2,3]Content-Length: 0\r\n\r\n"
        + "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 16\r\n\r\n\"a\r\n\r\nb\n한😀\""
        + "Content-Length: 65\r\n\r\n\(long)Content-Length: 64\r\n\r\n\(long.dropLast())Content-Length: 4\r\n\r\nnull",
      [
        .message("{}"), .message("[1,2,3]"), .message(""), .message("\"a\r\n\r\nb\n한😀\""), .tooLong(bytes: 65),
        .message(String(long.dropLast())), .message("null"),
      ], .contentLength),
    Stream(
      "headers behind white space", "\r\n \t\nContent-Length: 1\r\n\r\n1Content-Length: 1\r\n\r\n2",
      [.message("1"), .message("2")], .contentLength),
    Stream(
      "headers, cut short in a body", "Content-Length: 1\r\n\r\n1Content-Length: 9\r\n\r\n2345", [.message("1")],
      .contentLength, isCutShort: true),
    Stream(
      "headers, cut short in a header", "Content-Length: 1\r\n\r\n1Content-Le", [.message("1")], .contentLength,
      isCutShort: true),
    Stream(
      "headers, cut short before a body", "Content-Length: 1\r\n\r\n1Content-Length: 1\r\n\r\n", [.message("1")],
      .contentLength, isCutShort: true),
    Stream(
      "headers, cut short in a body too long", "Content-Length: 1\r\n\r\n1Content-Length: 99\r\n\r\n\(long)",
      [.message("1")], .contentLength, isCutShort: true),
    Stream(
      "lines",
      "{}\n[1]\n\n \t \n{\"a\":\"한😀\"}\n\(long)\n\(long.dropLast())\n 1 \n{\n\(long)\(long)\(long)\n{}",
      [
        .message("{}"), .message("[1]"), .message("{\"a\":\"한😀\"}"), .tooLong(bytes: 65),
        .message(String(long.dropLast())), .message(" 1"), .message("{"), .tooLong(bytes: 195), .message("{}"),
      ], .jsonLines),
    Stream(
      "lines with \\r\\n", "\r\n{}\r\n[1]\r\n\r\n\t\r\n\r\r\n{\"a\":1}\r\n\"end\"\r",
      [.message("{}"), .message("[1]"), .message("{\"a\":1}"), .message("\"end\"")], .jsonLines),
    Stream("lines, the last too long", "[]\n[\(long)", [.message("[]"), .tooLong(bytes: 66)], .jsonLines),
    Stream("lines, the last blank", "[]\n \t", [.message("[]")], .jsonLines),
  ]

  @Test("are the same wherever the stream is cut in two", arguments: streams)
  func everyCut(stream: Stream) throws {
    for cut in 0...stream.bytes.count {
      try check(stream, [stream.bytes[..<cut], stream.bytes[cut...]], "cut at \(cut)")
    }
  }

  @Test("are the same wherever the stream is cut in three", arguments: streams)
  func everyTwoCuts(stream: Stream) throws {
    for first in 0...stream.bytes.count {
      for second in stride(from: first, through: stream.bytes.count, by: 3) {
        let pieces = [stream.bytes[..<first], stream.bytes[first..<second], stream.bytes[second...]]
        try check(stream, pieces, "cut at \(first) and \(second)")
      }
    }
  }

  @Test("are the same in pieces of any one length", arguments: streams)
  func strides(stream: Stream) throws {
    for length in 1...stream.bytes.count { try check(stream, pieces(stream.bytes, of: length), "pieces of \(length)") }
  }

  @Test("are the same when they are taken out only at the end", arguments: streams)
  func drainedAtTheEnd(stream: Stream) throws {
    for length in [1, 2, 3, 7, 1_000] {
      try check(stream, pieces(stream.bytes, of: length), "pieces of \(length), taken out at the end", draining: false)
    }
  }

  @Test("are the same in pieces of random lengths", arguments: streams)
  func randomStrides(stream: Stream) throws {
    var random = SeededGenerator(stream: 1)
    for round in 0..<200 {
      let pieces = random.pieces(stream.bytes, upTo: Int.random(in: 1...40, using: &random))
      try check(stream, pieces, "pieces of \(pieces.map(\.count))", draining: round % 2 == 0)
    }
  }

  @Test("a thousand in one piece are a thousand", arguments: [Framing.contentLength, .jsonLines])
  func thousand(framing: Framing) {
    let messages = (0..<1_000).map { Array("[\($0)]".utf8) }
    var bytes: [UInt8] = []
    for message in messages { framing.append(message, to: &bytes) }
    let result = Decoded(frames: messages.map(Frame.message), framing: framing)
    #expect(decode([bytes[...]]) == result)
    #expect(decode(pieces(bytes, of: 4_096)) == result)
    #expect(decode(pieces(bytes, of: 1)) == result)
  }

  @Test("of random messages are those messages", arguments: [Framing.contentLength, .jsonLines])
  func random(framing: Framing) throws {
    var random = SeededGenerator(stream: framing == .jsonLines ? 2 : 3)
    for _ in 0..<100 {
      var bytes: [UInt8] = []
      var frames: [Frame] = []
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        let message = random.message(in: framing)
        framing.append(message, to: &bytes)
        frames.append(message.count > 64 ? .tooLong(bytes: message.count) : .message(message))
      }
      let parts = random.pieces(bytes, upTo: Int.random(in: 1...200, using: &random))
      let decoded = decode(parts)
      try require(decoded == Decoded(frames: frames, framing: framing), "\(bytes) in \(parts.map(\.count)): \(decoded)")
    }
  }

  @Test("are the same when they come faster than they are taken out", arguments: [Framing.contentLength, .jsonLines])
  func backlog(framing: Framing) throws {
    var random = SeededGenerator(stream: framing == .jsonLines ? 4 : 5)
    var bytes: [UInt8] = []
    let frames = (0..<2_000).map { index in
      let message = Array(
        "[\(index),\"\(String(repeating: "x", count: Int.random(in: 0...300, using: &random)))\"]".utf8)
      framing.append(message, to: &bytes)
      return Frame.message(message)
    }
    var decoder = FrameDecoder(maximumMessageBytes: 1_000)
    var taken: [Frame] = []
    for piece in random.pieces(bytes, upTo: 20_000) {
      piece.withUnsafeBytes { decoder.append($0) }
      for _ in 0..<Int.random(in: 0...90, using: &random) {
        if let frame = try decoder.next() { taken.append(frame) }
      }
    }
    while let frame = try decoder.next() { taken.append(frame) }
    try require(taken == frames, "frame \(zip(taken, frames).prefix { $0 == $1 }.count) is wrong or missing")
  }

  private func check(
    _ stream: Stream, _ pieces: [ArraySlice<UInt8>], _ context: @autoclosure () -> String, draining: Bool = true
  ) throws {
    var decoded = decode(pieces, draining: draining)
    if decoded.framing == .jsonLines { decoded.frames = decoded.frames.map(\.trimmed) }
    try require(decoded == stream.result, "\(context()): \(decoded), not \(stream.result)")
  }
}

extension SeededGenerator {
  /// Random bytes; in lines none that ends a line, and not only blanks.
  fileprivate mutating func message(in framing: Framing) -> [UInt8] {
    let length = Int.random(in: 0...(chance(10) ? 300 : 64), using: &self)
    var bytes = [UInt8(ascii: "[")]
    for _ in 0..<length {
      let byte = chance(20) ? UInt8(ascii: "\r") : UInt8.random(in: 0...255, using: &self)
      bytes.append(byte == UInt8(ascii: "\n") && framing == .jsonLines ? UInt8(ascii: " ") : byte)
    }
    return framing == .contentLength && chance(5) ? [] : bytes + (framing == .jsonLines ? [UInt8(ascii: "]")] : [])
  }
}
