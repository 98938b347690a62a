import JSONRPC
import TestSupport

/// What a decoder made of a stream.
struct Decoded: Equatable, CustomStringConvertible {
  var frames: [Frame] = []
  var framing: Framing?
  var error: String?
  /// Whether the stream ended inside a message with a header.
  var isCutShort = false

  var description: String {
    let list = frames.map { frame in
      switch frame {
      case .message(let bytes): String(decoding: bytes, as: UTF8.self).debugDescription
      case .tooLong(let bytes): "<\(bytes) bytes>"
      }
    }
    return
      "\(list.joined(separator: " ")) \(framing.map { "\($0)" } ?? "-") \(error ?? "")\(isCutShort ? " cut short" : "")"
  }
}

/// Gives a decoder a stream in pieces and takes frames out after each, or only after the last.
func decode(_ pieces: some Sequence<ArraySlice<UInt8>>, maximum: Int = 64, draining: Bool = true) -> Decoded {
  var decoder = FrameDecoder(maximumMessageBytes: maximum)
  var result = Decoded()
  func drain() throws {
    while let frame = try decoder.next() { result.frames.append(frame) }
  }
  do {
    for piece in pieces {
      piece.withUnsafeBytes { decoder.append($0) }
      if draining { try drain() }
    }
    try drain()
    while let frame = decoder.last() { result.frames.append(frame) }
    result.isCutShort = decoder.isInsideMessage
  } catch {
    result.error = (error as? FramingError)?.message ?? "\(error)"
  }
  result.framing = decoder.framing
  return result
}

func decode(_ text: String, maximum: Int = 64) -> Decoded { decode([Array(text.utf8)[...]], maximum: maximum) }

/// A stream in pieces of one length.
func pieces(_ bytes: [UInt8], of length: Int) -> [ArraySlice<UInt8>] {
  stride(from: 0, to: bytes.count, by: length).map { bytes[$0..<min($0 + length, bytes.count)] }
}

extension SeededGenerator {
  /// A stream in pieces of random lengths, empty ones too.
  mutating func pieces(_ bytes: [UInt8], upTo length: Int) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var start = 0
    while start < bytes.count {
      let end = min(start + Int.random(in: 0...length, using: &self), bytes.count)
      pieces.append(bytes[start..<end])
      start = end
    }
    return pieces
  }
}

extension Frame {
  static func message(_ text: String) -> Frame { .message(Array(text.utf8)) }

  /// The frame without the white space that JSON allows after a value.
  var trimmed: Frame {
    guard case .message(var bytes) = self else { return self }
    while let last = bytes.last, [0x20, 0x09, 0x0D].contains(last) { bytes.removeLast() }
    return .message(bytes)
  }
}

/// How many bytes a decoder keeps room for, in whatever members it has for them.
func heldBytes(_ decoder: FrameDecoder) throws -> Int {
  let buffers = Mirror(reflecting: decoder).children.compactMap { $0.value as? [UInt8] }
  try require(!buffers.isEmpty, "a decoder has no buffer of bytes to measure")
  return buffers.reduce(0) { $0 + $1.capacity }
}
