import Foundation
import JSONRPC
import MemoEngine
import MemoHost
import MemoModel
import MemoServer
import TestDoubles
import TestSupport

/// A place for one session after the other: a thread's loop, and two files that stand for the client.
final class SessionHost {
  static let maximumMessageBytes = 2048

  private let loop: EventLoop
  private let input: FileHandle
  private let output: FileHandle
  private let nowhere: FileHandle
  private let log: Log

  init() throws {
    guard let loop = EventLoop() else { throw Mismatch("no file descriptor is left") }
    self.loop = loop
    guard let nowhere = FileHandle(forWritingAtPath: "/dev/null") else { throw Mismatch("there is no /dev/null") }
    self.nowhere = nowhere
    log = Log(level: .error, descriptor: nowhere.fileDescriptor)
    input = try Self.temporaryFile()
    output = try Self.temporaryFile()
  }

  private static func temporaryFile() throws -> FileHandle {
    var path = Array(FileManager.default.temporaryDirectory.appending(path: "memo-fuzz-XXXXXX").path.utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0, unlink(path) == 0 else { throw Mismatch("no temporary file can be made") }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Lets a client say all of this and go; what it was answered.
  func serve(_ bytes: [UInt8]) throws -> [ExpectedAnswer] {
    for file in [input, output] { try file.truncate(atOffset: 0) }
    try input.write(contentsOf: bytes)
    try input.seek(toOffset: 0)
    // A save that fails is told and tried again; it must not cost an answer.
    let store = TestStore(failureInterval: 3)
    let journal = TestJournal(forgets: false)
    let status = serve(store, journal)
    if status == 0 { try compare(store, with: journal) }
    try output.seek(toOffset: 0)
    return try answers(Array(try output.readToEnd() ?? Data()))
  }

  private func serve(_ store: TestStore, _ journal: TestJournal) -> Int32 {
    let clock = VirtualClock()
    let engine = MemoEngine(
      store: store, journal: journal, clock: clock, date: { clock.date },
      configuration: EngineConfiguration(maximumMemoBytes: 1024, cacheBytes: 4096), executor: loop)
    let server = Server(
      loop: loop, engine: engine, storePath: "memory", virtualClock: clock, log: log, output: output.fileDescriptor,
      maximumMessageBytes: Self.maximumMessageBytes)
    // An alarm holds on to the engine until it rings.
    defer { clock.move(to: clock.now.advanced(by: .seconds(3600))) }
    return server.run(input: input.fileDescriptor)
  }

  /// What a session saved is what the journal's changes alone make.
  private func compare(_ store: TestStore, with journal: TestJournal) throws {
    let replayed = TestStore()
    let report = try Recovery.run([KeptOrphan(id: journal.id, records: journal.records)], into: replayed)
    try require(report.journalsSetAside == 0, "\(report)")
    try require(store.contents == replayed.contents, "saved \(store.contents), in the journal \(replayed.contents)")
  }

  private func answers(_ bytes: [UInt8]) throws -> [ExpectedAnswer] {
    var decoder = FrameDecoder(maximumMessageBytes: .max >> 1)
    bytes.withUnsafeBytes { decoder.append($0) }
    var answers: [ExpectedAnswer] = []
    while let frame = try decoder.next() {
      guard case .message(let message) = frame else { throw Mismatch("an answer of no message") }
      let root = try JSONDocument(message).root
      if root.kind == .array {
        answers.append(.batch(try root.elements.map(id)))
      } else if root["method"] == nil {
        answers.append(.single(try id(root)))
      }
    }
    try require(!decoder.isInsideMessage && decoder.last() == nil, "the last answer is cut short")
    return answers
  }

  private func id(_ answer: JSONView) throws -> RequestID {
    let isAnswer = (answer["result"] == nil) != (answer["error"] == nil) && answer["jsonrpc"]?.string == "2.0"
    guard isAnswer, let id = answer["id"].flatMap(RequestID.init) else {
      throw Mismatch("no answer: \(JSONValue(answer))")
    }
    return id
  }
}
