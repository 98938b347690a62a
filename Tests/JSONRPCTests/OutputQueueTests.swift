import Foundation
import JSONRPC
import TestSupport
import Testing

@Suite("The output queue", .timeLimit(.minutes(10)))
struct OutputQueueTests {
  @Test("keeps order and bytes however slowly they are read, and never blocks", arguments: 0..<6)
  func randomReader(stream: Int) async throws {
    let pipe = try PipeEnds()
    try await onOwnThread(rescue: pipe.closeReader) {
      var random = SeededGenerator(stream: 40 + UInt64(stream))
      // Every other one as where the system can't be asked how much room there is.
      var queue = OutputQueue(descriptor: pipe.writer, asksForRoom: stream.isMultiple(of: 2))
      var expected: [UInt8] = []
      var received: [UInt8] = []
      var blocked = 0
      for step in 0..<1_500 {
        if random.chance(60) {
          let framing = random.chance(50) ? Framing.contentLength : .jsonLines
          let message = random.bytes(random.chance(3) ? 200_000 : 500)
          queue.append(framing, message)
          framing.append(message, to: &expected)
        }
        if random.chance(70) {
          switch queue.write() {
          case .drained: try require(queue.count == 0, "step \(step): drained with \(queue.count) left")
          case .blocked:
            blocked += 1
            try require(queue.count > 0, "step \(step): blocked with nothing left")
          case .closed: throw Mismatch("step \(step): closed")
          }
        }
        if random.chance(50) { received += pipe.read(upTo: Int.random(in: 1...20_000, using: &random)) }
        try require(queue.count <= expected.count - received.count, "step \(step): \(queue.count) bytes wait")
      }
      while received.count < expected.count {
        _ = queue.write()
        let more = pipe.read(upTo: 1 << 16)
        try require(!more.isEmpty, "\(expected.count - received.count) bytes are lost, \(queue.count) wait")
        received += more
      }
      try require(received == expected, "other bytes, from \(zip(received, expected).prefix { $0 == $1 }.count)")
      try require(queue.count == 0, "\(queue.count) bytes wait")
      try require(blocked > 20, "only \(blocked) times blocked")
    }
  }

  @Test("takes 10 MB that nobody reads, and gives them out when somebody does")
  func backlog() async throws {
    let pipe = try PipeEnds()
    try await onOwnThread(rescue: pipe.closeReader) {
      var random = SeededGenerator(stream: 50)
      var queue = OutputQueue(descriptor: pipe.writer)
      var expected: [UInt8] = []
      for size in [10_000_000, 1, 0] + Array(repeating: 1_000, count: 1_000) {
        let message = random.bytes(exactly: size)
        queue.append(.contentLength, message)
        Framing.contentLength.append(message, to: &expected)
        try require(queue.write().isBlocked, "not blocked")
      }
      var received: [UInt8] = []
      received.reserveCapacity(expected.count)
      while received.count < expected.count {
        let more = pipe.read(upTo: 1 << 16)
        try require(!more.isEmpty, "\(expected.count - received.count) bytes are lost")
        received += more
        _ = queue.write()
      }
      try require(received == expected, "other bytes")
      try require(queue.write().isDrained && queue.count == 0, "\(queue.count) bytes wait")
    }
  }

  @Test("into a full pipe writes nothing and does not wait for room", arguments: [true, false])
  func full(asksForRoom: Bool) async throws {
    let pipe = try PipeEnds()
    pipe.fill()
    try await onOwnThread(rescue: pipe.closeReader) {
      var queue = OutputQueue(descriptor: pipe.writer, asksForRoom: asksForRoom)
      queue.append(.jsonLines, [1, 2, 3])
      for _ in 0..<3 {
        try require(queue.write().isBlocked && queue.count == 4, "not blocked, \(queue.count) bytes wait")
      }
    }
  }

  @Test("with nothing in it is drained, even if nobody reads")
  func empty() throws {
    let pipe = try PipeEnds()
    var queue = OutputQueue(descriptor: pipe.writer)
    #expect(queue.write().isDrained)
    pipe.closeReader()
    #expect(queue.write().isDrained)
    #expect(queue.count == 0)
  }

  @Test("tells that nobody reads any more, at once or later", arguments: [1, 100, 1_000_000])
  func closedReader(size: Int) async throws {
    let pipe = try PipeEnds()
    try await onOwnThread(rescue: pipe.closeReader) {
      var queue = OutputQueue(descriptor: pipe.writer)
      queue.append(.jsonLines, [UInt8](repeating: 1, count: size))
      _ = queue.write()
      pipe.closeReader()
      queue.append(.jsonLines, [1])
      for _ in 0..<3 { try require(queue.write().isClosed, "not closed") }
    }
  }

  @Test("to a descriptor that can't be written to tells the same")
  func readOnly() throws {
    let descriptor = open("/dev/null", O_RDONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    var queue = OutputQueue(descriptor: descriptor)
    queue.append(.jsonLines, [1])
    #expect(queue.write().isClosed)
  }

  @Test("forgets what waits when it is told to, and goes on")
  func discard() async throws {
    let pipe = try PipeEnds()
    try await onOwnThread(rescue: pipe.closeReader) {
      var queue = OutputQueue(descriptor: pipe.writer)
      for size in [1, 1_000_000, 5] {
        queue.append(.jsonLines, [UInt8](repeating: 1, count: size))
        queue.append(.jsonLines, [UInt8](repeating: 2, count: 200_000))
        try require(queue.write().isBlocked, "not blocked")
        queue.discard()
        try require(queue.count == 0, "\(queue.count) bytes wait")
      }
      while !pipe.read(upTo: 1 << 16).isEmpty {}
      queue.append(.jsonLines, [7])
      try require(queue.count == 2, "\(queue.count) bytes wait")
      try require(queue.write().isDrained, "not drained")
      try require(pipe.read(upTo: 100) == [7, 10], "other bytes")
    }
  }

  @Test("leaves the descriptor's flags as they are")
  func flags() throws {
    let pipe = try PipeEnds()
    let before = fcntl(pipe.writer, F_GETFL)
    var queue = OutputQueue(descriptor: pipe.writer)
    queue.append(.jsonLines, [1])
    _ = queue.write()
    #expect(fcntl(pipe.writer, F_GETFL) == before)
    #expect(before & O_NONBLOCK == 0)
  }

  @Test("writes a share of a long message at a time, however fast it is taken, and all of it in the end")
  func share() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "output-queue-\(UInt64.random(in: 0...UInt64.max))")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data().write(to: url)
    let handle = try FileHandle(forWritingTo: url)
    var queue = OutputQueue(descriptor: handle.fileDescriptor)
    var random = SeededGenerator(stream: 61)
    var expected: [UInt8] = []
    for (framing, size) in [(Framing.jsonLines, 5), (.jsonLines, 3 << 20), (.contentLength, 1 << 16), (.jsonLines, 7)] {
      let message = random.bytes(exactly: size)
      queue.append(framing, message)
      framing.append(message, to: &expected)
    }
    try #require(queue.count == expected.count)
    var shares = 0
    while queue.write().isBlocked {
      shares += 1
      try #require(queue.count == expected.count - shares << 20)
    }
    #expect(shares == 3 && queue.count == 0)
    try handle.close()
    #expect(try Array(Data(contentsOf: url)) == expected)
  }

  @Test("into a file writes all at once")
  func file() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "output-queue-\(UInt64.random(in: 0...UInt64.max))")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data().write(to: url)
    let handle = try FileHandle(forWritingTo: url)
    var queue = OutputQueue(descriptor: handle.fileDescriptor)
    var random = SeededGenerator(stream: 60)
    var expected: [UInt8] = []
    for size in [0, 1, 300_000, 5] {
      let message = random.bytes(exactly: size)
      queue.append(.jsonLines, message)
      Framing.jsonLines.append(message, to: &expected)
    }
    #expect(queue.write().isDrained)
    try handle.close()
    #expect(try Array(Data(contentsOf: url)) == expected)
  }
}

extension OutputQueue.WriteOutcome {
  fileprivate var isDrained: Bool { if case .drained = self { true } else { false } }
  fileprivate var isBlocked: Bool { if case .blocked = self { true } else { false } }
  fileprivate var isClosed: Bool { if case .closed = self { true } else { false } }
}

extension SeededGenerator {
  fileprivate mutating func bytes(_ limit: Int) -> [UInt8] { bytes(exactly: Int.random(in: 0...limit, using: &self)) }

  fileprivate mutating func bytes(exactly count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 8)
    while bytes.count < count { withUnsafeBytes(of: next()) { bytes.append(contentsOf: $0) } }
    return Array(bytes.prefix(count))
  }
}
