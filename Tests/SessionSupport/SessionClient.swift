import Dispatch
import Foundation
package import JSON
package import JSONRPC
import TestSupport

/// A client that talks to a session in this process: it sends, and waits for answers with no time limit but the test's.
/// A session ends with its client.
package final class SessionClient {
  private let framing: Framing
  private let input: PipeEnds
  /// The queue that writes, so that a full pipe holds up nobody.
  private let writing = DispatchQueue(label: "session-client")
  private var messages: AsyncStream<[UInt8]>.Iterator
  private var statuses: AsyncStream<Int32>.Iterator
  private var lastID = 0
  /// The notifications that came before an answer.
  private var notes: [JSONValue] = []

  /// Begins a session on a thread of its own.
  package init(_ settings: SessionSettings = SessionSettings(), framing: Framing = .jsonLines) throws {
    self.framing = framing
    let (input, output) = (try PipeEnds(), try PipeEnds())
    self.input = input
    let (messages, arrived) = AsyncStream<[UInt8]>.makeStream()
    let (statuses, ended) = AsyncStream<Int32>.makeStream()
    self.messages = messages.makeAsyncIterator()
    self.statuses = statuses.makeAsyncIterator()
    Thread.detachNewThread {
      if let loop = EventLoop() {
        ended.yield(settings.serve(on: loop, input: input.reader, output: output.writer))
      }
      ended.finish()
      input.closeReader()
      output.closeWriter()
    }
    Thread.detachNewThread {
      Self.take(from: output, arrived)
      arrived.finish()
    }
  }

  deinit { closeInput() }

  /// Takes in what the server writes until its output ends.
  private static func take(from output: PipeEnds, _ arrived: AsyncStream<[UInt8]>.Continuation) {
    var decoder = FrameDecoder(maximumMessageBytes: .max >> 1)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = Foundation.read(output.reader, &buffer, buffer.count), count > 0 {
      buffer.withUnsafeBytes { decoder.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      while let frame = try? decoder.next(), case .message(let message) = frame { arrived.yield(message) }
    }
  }

  // MARK: Sending

  /// Sends bytes as they are.
  package func send(raw bytes: [UInt8]) { writing.async { [input] in input.write(bytes) } }

  /// Sends messages, each in a frame of its own, in one write.
  package func send(_ messages: String...) { send(messages) }

  /// Sends messages, each in a frame of its own, in one write.
  package func send(_ messages: [String]) {
    var bytes: [UInt8] = []
    for message in messages { framing.append(Array(message.utf8), to: &bytes) }
    send(raw: bytes)
  }

  /// Sends a request; returns the id that it was given.
  package func begin(_ method: String, _ params: String? = nil) -> Int {
    lastID += 1
    send(call(lastID, method, params))
    return lastID
  }

  /// Ends the server's input.
  package func closeInput() { writing.async { [input] in input.closeWriter() } }

  // MARK: Receiving

  /// The next message, byte for byte; nil at the end of the output.
  package func readRaw() async -> [UInt8]? { await messages.next() }

  /// The next message, which must exist; messages for the client's log are skipped.
  package func read() async throws -> JSONValue {
    guard let message = try await next() else { throw Mismatch("the session has ended, or the test's time") }
    return message
  }

  private func next() async throws -> JSONValue? {
    while let bytes = await readRaw() {
      let message = JSONValue(try JSONDocument(bytes).root)
      // This checks as well that no member comes twice.
      try require(
        Array(message.json.utf8) == bytes, "not in its shortest form: \(String(decoding: bytes, as: UTF8.self))")
      if message["method"]?.string != "window/logMessage" { return message }
    }
    return nil
  }

  /// The next message that is no notification.
  package func answer() async throws -> JSONValue {
    while true {
      let message = try await read()
      guard message["method"] != nil else { return message }
      notes.append(message)
    }
  }

  /// The next answers, this many of them.
  package func answers(_ count: Int) async throws -> [JSONValue] {
    var answers: [JSONValue] = []
    for _ in 0..<count { answers.append(try await answer()) }
    return answers
  }

  /// The params of the next notification of this method; others before it are dropped.
  package func note(_ method: String) async throws -> JSONValue? {
    while true {
      let message = notes.isEmpty ? try await read() : notes.removeFirst()
      if message["method"]?.string == method { return message["params"] }
    }
  }

  /// All notifications that were not taken yet, up to and including the first that `isLast` accepts.
  package func notes(through isLast: (JSONValue) -> Bool) async throws -> [JSONValue] {
    var found: [JSONValue] = []
    while true {
      found.append(notes.isEmpty ? try await read() : notes.removeFirst())
      if let last = found.last, isLast(last) { return found }
    }
  }

  /// The answer to a request, which must be the next answer.
  package func answer(to id: Int) async throws -> JSONValue {
    let answer = try await answer()
    try require(answer["id"]?.integer == id, "expected the answer to \(id), got \(answer.json)")
    return answer
  }

  /// The result of a request.
  package func request(_ method: String, _ params: String? = nil) async throws -> JSONValue {
    let answer = try await answer(to: begin(method, params))
    guard let result = answer["result"] else { throw Mismatch("\(method): \(answer.json)") }
    return result
  }

  /// The error that a request is answered with.
  package func refusal(_ method: String, _ params: String? = nil) async throws -> JSONValue {
    let answer = try await answer(to: begin(method, params))
    guard let error = answer["error"] else { throw Mismatch("\(method): \(answer.json.prefix(1000))") }
    return error
  }

  /// All messages until the session ends by itself.
  package func rest() async throws -> [JSONValue] {
    var rest = notes
    notes = []
    while let message = try await next() { rest.append(message) }
    return rest
  }

  /// The status of a session that ends by itself.
  package func status() async throws -> Int32 {
    guard let status = await statuses.next() else { throw Mismatch("the session did not end in time") }
    return status
  }

  /// Ends the input; returns the exit status once there is nothing more to read.
  package func finish() async throws -> Int32 {
    closeInput()
    let rest = try await rest()
    try require(rest.isEmpty, "messages nobody asked for: \(rest.map(\.json))")
    return try await status()
  }
}
