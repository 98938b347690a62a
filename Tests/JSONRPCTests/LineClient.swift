import Foundation
import JSONRPC
import TestSupport

/// Lets a client talk to a face over pipes.
///
/// - Returns: the exit status.
func converse<F: Face>(
  _ face: @escaping @Sendable (Connection) -> F, _ routes: [Route<F>], _ conventions: Conventions = .standard,
  _ body: @escaping @Sendable (LineClient) throws -> Void
) async throws -> Int32 {
  let (input, output) = (try PipeEnds(), try PipeEnds())
  async let served = onOwnThread(rescue: { input.closeWriter() }) {
    defer { output.closeWriter() }
    guard let loop = EventLoop() else { throw Mismatch("no file descriptor is left") }
    let connection = Connection(
      loop: loop, output: output.writer, maximumMessageBytes: 1 << 20, conventions: conventions)
    return connection.run(face(connection), routes, input: input.reader)
  }
  try await onOwnThread(rescue: { output.closeReader() }) {
    defer { input.closeWriter() }
    do {
      try body(LineClient(input, output))
    } catch {
      // Nobody reads what the other side says after this.
      output.closeReader()
      throw error
    }
  }
  return try await served
}

/// A client that speaks JSON Lines.
struct LineClient {
  private let input: PipeEnds
  private let output: PipeEnds

  init(_ input: PipeEnds, _ output: PipeEnds) { (self.input, self.output) = (input, output) }

  func send(_ line: String) { sendRaw("\(line)\n") }

  func sendRaw(_ text: String) { input.write(Array(text.utf8)) }

  func leave() { input.closeWriter() }

  func readNoMore() { output.closeReader() }

  /// Waits for the next line; nil at the end, or if none comes.
  func nextLine() -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while output.hasInput(within: Self.patience), read(output.reader, &byte, 1) == 1 {
      if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// How many seconds a line may take before the test fails. Jobs get threads only in turn: all suites begin at once.
  private static let patience: Int32 = 1200

  /// Waits for the next line, which must be this one.
  func expect(_ line: String) throws { try expect { $0 == line } }

  /// Waits for the next line, which must be right.
  func expect(_ isRight: (String) -> Bool) throws {
    let line = nextLine() ?? ""
    try require(isRight(line), line)
  }

  /// Waits for the end.
  func expectEnd() throws {
    let line = nextLine()
    try require(line == nil, "\(line ?? "") came instead of the end")
  }

  /// Whether the other side closes its end, seen without reading what it has written.
  func seesEnd() -> Bool {
    var end = pollfd(fd: output.reader, events: 0, revents: 0)
    return poll(&end, 1, Self.patience * 1000) > 0
  }
}
