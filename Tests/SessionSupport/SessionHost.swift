import Foundation
import JSONRPC
import TestSupport

/// A place for one session after another, whose clients say all they have to say at once: the event loop of one thread,
/// and two files that stand in for the client.
package final class SessionHost {
  private let loop: EventLoop
  private let input: FileHandle
  private let output: FileHandle

  /// Creates one on the calling thread, on which all its sessions must run.
  package init() throws {
    guard let loop = EventLoop() else { throw Mismatch("no file descriptor is left") }
    self.loop = loop
    input = try Self.temporaryFile()
    output = try Self.temporaryFile()
  }

  private static func temporaryFile() throws -> FileHandle {
    var path = Array(FileManager.default.temporaryDirectory.appending(path: "memo-session-XXXXXX").path.utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0, unlink(path) == 0 else { throw Mismatch("no temporary file can be made") }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Lets a client say all of this and leave; returns the messages that it was sent, and the exit status.
  package func serve(_ bytes: [UInt8], _ settings: SessionSettings) throws -> (messages: [[UInt8]], status: Int32) {
    for file in [input, output] { try file.truncate(atOffset: 0) }
    try input.write(contentsOf: bytes)
    try input.seek(toOffset: 0)
    let status = settings.serve(on: loop, input: input.fileDescriptor, output: output.fileDescriptor)
    try output.seek(toOffset: 0)
    return (try messages(Array(try output.readToEnd() ?? Data())), status)
  }

  private func messages(_ bytes: [UInt8]) throws -> [[UInt8]] {
    var decoder = FrameDecoder(maximumMessageBytes: .max >> 1)
    bytes.withUnsafeBytes { decoder.append($0) }
    var messages: [[UInt8]] = []
    while let frame = try decoder.next() {
      guard case .message(let message) = frame else { throw Mismatch("an answer of no message") }
      messages.append(message)
    }
    try require(!decoder.isInsideMessage && decoder.last() == nil, "the last answer is cut short")
    return messages
  }
}
