import JSONRPC
import TestSupport

extension FuzzTarget {
  /// Wherever a stream is cut, its frames and what is wrong with it are the same. The first two bytes choose the cuts
  /// and the longest message.
  package static let frames = FuzzTarget(
    name: "frames", longRuns: 1_000_000, maximumBytes: 512,
    seeds: {
      try TestFiles.conversations().flatMap { lines in
        [Framing.contentLength, .jsonLines].map { framing in
          [3, 200] + lines.prefix(4).flatMap { framing.frame(Array($0.prefix(100))) }
        }
      }
    },
    mutate: { $1.damage($0) },
    start: { check }
  )

  private static func check(_ input: [UInt8]) throws {
    var reader = ByteReader(input)
    let stride = reader.byte()
    let limit = reader.byte()
    let stream = reader.remaining()
    let whole = Decoding(stream, cutEvery: [stream.count], limit: limit)
    let cuts = [[1], [stride + 1], [stride % 5, 1, stride % 7, stride % 3 + 1], [stride + 1]]
    for (turn, cuts) in cuts.enumerated() {
      let pieces = Decoding(stream, cutEvery: cuts, limit: limit, takesAtOnce: turn < 3)
      try require(pieces == whole, "pieces of \(cuts) at most \(limit): \(pieces), in one: \(whole)")
    }
    for case .message(let message) in whole.frames {
      try require(message.count <= limit, "a message of \(message.count) bytes, at most \(limit)")
    }
  }
}

/// What a decoder makes of a stream in pieces.
private struct Decoding: Equatable {
  var frames: [Frame] = []
  var framing: Framing?
  var error: FramingError?
  var isCutShort = false

  init(_ stream: [UInt8], cutEvery lengths: [Int], limit: Int, takesAtOnce: Bool = true) {
    var decoder = FrameDecoder(maximumMessageBytes: limit)
    var start = 0
    var turn = 0
    do throws(FramingError) {
      while start < stream.count {
        let end = min(start + lengths[turn % lengths.count], stream.count)
        stream[start..<end].withUnsafeBytes { decoder.append($0) }
        (start, turn) = (end, turn + 1)
        if takesAtOnce { while let frame = try decoder.next() { frames.append(frame) } }
      }
      while let frame = try decoder.next() { frames.append(frame) }
      while let frame = decoder.last() { frames.append(frame) }
      isCutShort = decoder.isInsideMessage
    } catch {
      self.error = error
    }
    framing = decoder.framing
  }
}
