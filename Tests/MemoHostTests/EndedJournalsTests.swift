import Foundation
import Synchronization
import TestSupport
import Testing

@testable import MemoHost

@Suite("Journals of processes that end while others run", .timeLimit(.minutes(10)))
struct EndedJournalsTests {
  private let folder: TemporaryFolder
  private let said = Said()
  private let notices = Notices()

  init() throws {
    folder = try TemporaryFolder()
    _ = notices.observe { [said] in said.append($0.message) }
  }

  /// Leaves the journal of a process that made a memo of these words and was killed.
  private func kill(_ words: String) async throws {
    let place = try TemporaryFolder()
    let never = AutosaveDelays(idle: .seconds(9_999), maximum: .seconds(9_999))
    let host = try await MemoHost(path: place.database, configuration: EngineConfiguration(autosave: never))
    _ = try await host.engine.createMemo(id: MemoID(words), text: words, properties: JSONObject())
    // The copy is nobody's.
    for name in try FileManager.default.contentsOfDirectory(atPath: place.path) where name.contains("-edits-") {
      try FileManager.default.copyItem(atPath: "\(place.path)/\(name)", toPath: "\(folder.path)/\(name)")
    }
    try await host.close()
  }

  /// Looks once, and returns what was said from then on until all was done.
  private func look(_ journals: EndedJournals) -> [String] {
    said.clear()
    journals.look()
    journals.end()
    return said.all
  }

  private func ended(pause: Duration) -> EndedJournals {
    let journals = EndedJournals(beside: folder.database, own: 1, pause: pause, .none, notices)
    journals.begin()
    return journals
  }

  private var journalsLeft: Int {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.path).count { $0.contains("-edits-") }
    }
  }

  @Test("of two that are killed one after the other each is brought back, and said")
  func twoInARow() async throws {
    let journals = ended(pause: .seconds(9_999))
    #expect(look(journals) == [])
    for words in ["first", "second"] {
      try await kill(words)
      #expect(look(journals).count == 1)
      #expect(try journalsLeft == 0)
    }
    #expect(look(journals) == [])
  }

  @Test("what is in the way is said once, however often it is tried")
  func once() async throws {
    try await kill("words")
    try Data("no store of ours at all".utf8).write(to: URL(filePath: folder.database))
    let journals = ended(pause: .zero)
    #expect(look(journals).count == 1)
    for _ in 0..<3 { #expect(look(journals) == []) }
  }

  @Test("after a failure nothing is tried until something has changed or time has passed")
  func untilChanged() async throws {
    try await kill("words")
    try Data("no store of ours at all".utf8).write(to: URL(filePath: folder.database))
    let journals = ended(pause: .seconds(9_999))
    #expect(look(journals).count == 1)
    // Its words change, and nothing in the folder does.
    try FileHandle(forWritingTo: URL(filePath: folder.database)).truncate(atOffset: 0)
    #expect(look(journals) == [])
    try FileManager.default.removeItem(atPath: folder.database)
    // Two changes of a folder may have the same time.
    let isBroughtBack = try await eventually {
      try Data().write(to: URL(filePath: "\(folder.path)/another"))
      try FileManager.default.removeItem(atPath: "\(folder.path)/another")
      return look(journals).count == 1
    }
    #expect(isBroughtBack)
    #expect(try journalsLeft == 0)
  }

  @Test(
    "what is in the way is tried ever more rarely, and at least every five minutes",
    arguments: [(0, 0), (1, 500), (2, 1000), (3, 2000), (10, 256_000), (11, 300_000), (1000, 300_000)])
  func backsOff(attempts: Int, milliseconds: Int) {
    #expect(ended(pause: .milliseconds(500)).wait(afterAttempts: attempts) == .milliseconds(milliseconds))
  }
}

/// What was said.
private final class Said: Sendable {
  private let messages = Mutex<[String]>([])

  var all: [String] { messages.withLock(\.self) }

  func append(_ message: String) { messages.withLock { $0.append(message) } }

  func clear() { messages.withLock { $0 = [] } }
}
