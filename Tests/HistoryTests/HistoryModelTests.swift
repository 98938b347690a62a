import Foundation
import JSON
import MemoEngine
import MemoModel
import MemoSQLite
import MemoText
import TestDoubles
import TestSupport
import Testing

/// A memo that is written, undone, restored, trashed, thinned for months, and whose process ends in every way, against
/// a model.
@Suite("A memo's history, whatever is done")
struct HistoryModelTests {
  private struct World {
    let path: String
    var random: SeededGenerator
    var model = HistoryModel()
    var store: SQLiteStore
    var clock: VirtualClock
    var journal = TestJournal()
    var engine: MemoEngine
    var log: [String] = []
    private let id: MemoID

    init(_ path: String, stream: UInt64) async throws {
      self.path = path
      random = SeededGenerator(stream: stream)
      id = try #require(MemoID("memo"))
      // Not at the beginning of any period.
      (store, clock, engine) = Self.start(path, journal, Timestamp(millisecondsSince1970: 951_827_654_321))
      _ = try await engine.createMemo(id: id, text: "", properties: JSONObject())
      model.isSaved = false
      model.time = time
    }

    private static func start(
      _ path: String, _ journal: TestJournal, _ now: Timestamp
    ) -> (SQLiteStore, VirtualClock, MemoEngine) {
      let (store, clock) = (SQLiteStore(path: path), VirtualClock(epoch: now))
      return (store, clock, MemoEngine(store: store, journal: journal, clock: clock, date: { clock.date }))
    }

    private var time: Int { clock.date.millisecondsSince1970 }

    mutating func step() async throws {
      switch Int.random(in: 0..<24, using: &random) {
      case 0..<8: try await edit()
      case 8..<13: try await pass(Int.random(in: 0..<1200, using: &random))
      case 13: try await pass(Int.random(in: 0..<7_200_000, using: &random))
      case 14: try await pass(Int.random(in: 0..<100_000_000, using: &random))
      case 15: try await pass(Int.random(in: 0..<4_000_000_000, using: &random))
      case 16..<18: try await move(.undo)
      case 18..<20: try await move(.redo)
      case 20: try await restore()
      case 21: try await trash()
      case 22: try await restart(isKilled: random.chance(50))
      default: try await checkTexts()
      }
      try await check()
    }

    private mutating func edit() async throws {
      guard !model.isTrashed else { return }
      var contents = model.now
      var patch: JSONObject?
      let units = contents.text.utf16.count
      let start = Int.random(in: 0...units, using: &random)
      let end = random.chance(60) ? start : Int.random(in: start...units, using: &random)
      // Few letters, so that states often say the same.
      let text = random.chance(20) ? "" : String(repeating: "ab".randomElement(using: &random) ?? "a", count: 1)
      contents.text = String(contents.text.prefix(start) + text + contents.text.dropFirst(end))
      if random.chance(15) {
        let value = Int.random(in: 0..<2, using: &random)
        contents.properties = "{\"n\":\(value)}"
        patch = try JSONObject(json: Array(contents.properties.utf8))
      }
      let range = TextRange(
        start: TextPosition(line: 0, character: start), end: TextPosition(line: 0, character: end))
      _ = try await engine.updateMemo(
        id, baseVersion: nil, changes: [TextChange(range: range, text: text)], properties: patch, encoding: .utf16)
      log.append("edit \(start)..<\(end) \(text) \(contents.properties)")
      model.edit(contents, at: time)
    }

    private mutating func pass(_ milliseconds: Int) async throws {
      await engine.advance(clock, by: .milliseconds(milliseconds))
      log.append("pass \(milliseconds)")
      try await noteSave()
    }

    /// Tells the model of a save, if there was one.
    private mutating func noteSave() async throws {
      guard !model.isSaved, try await engine.memo(id).isSaved else { return }
      let entry = try #require(try await engine.history(id).page(before: nil, limit: 1).entries.first)
      log.append("saved as \(entry.version)")
      model.save(as: entry.revision, entry.version)
    }

    private mutating func flush() async throws {
      _ = try await engine.flush(id)
      try await noteSave()
    }

    private mutating func move(_ direction: HistoryDirection) async throws {
      log.append("\(direction)")
      // It saves what is not saved yet; doing that here, beforehand, lets the model know of it.
      if random.chance(80) { try await flush() } else if !model.isSaved { return }
      guard !model.isTrashed else { return }
      let version = try await engine.memo(id).metadata.version
      let isExpected = model.move(direction, at: time)
      do {
        let memo = try await engine.move(id, direction, baseVersion: version)
        try require(isExpected, "\(direction) did something: \(log)")
        try require(memo.metadata.version == version + 1, "\(log)")
      } catch is EngineError {
        try require(!isExpected, "\(direction) did nothing: \(log)")
      }
    }

    private mutating func restore() async throws {
      try await flush()
      guard let state = model.states.randomElement(using: &random) else { return }
      log.append("restore \(state.version)")
      model.restore(state, at: time)
      _ = try await engine.restoreMemo(id, revision: state.revision)
    }

    private mutating func trash() async throws {
      log.append("trash or back")
      if model.isTrashed {
        _ = try await engine.restoreMemo(id)
      } else {
        _ = try await engine.trashMemo(id, baseVersion: nil)
      }
      model.isTrashed.toggle()
      model.isSaved = false
    }

    private mutating func restart(isKilled: Bool) async throws {
      log.append(isKilled ? "kill" : "restart")
      if !isKilled { try await flush() }
      let orphan = KeptOrphan(id: journal.id, records: journal.records)
      let now = clock.date
      store.close()
      journal = TestJournal()
      (store, clock, engine) = Self.start(path, journal, now)
      _ = try Recovery.run([orphan], into: store, now: now)
      try await noteSave()
    }

    private func check() async throws {
      let memo = try await engine.memo(id)
      try require(
        memo.text.string == model.now.text
          && String(decoding: memo.metadata.properties.json, as: UTF8.self) == model.now.properties
          && memo.metadata.modifiedAt.millisecondsSince1970 == model.time && memo.metadata.isTrashed == model.isTrashed,
        "the memo is \(memo.text.string), not \(model.now): \(log)")
      let page = try await engine.history(id).page(before: nil, limit: 1000)
      let expected = model.states.reversed().map { state in
        [state.revision, state.version, state.time, state.contents.text.utf8.count]
      }
      let found = page.entries.map { [$0.revision, $0.version, $0.modifiedAt.millisecondsSince1970, $0.bytes] }
      try require(found == expected && page.total == expected.count, "the history is \(found), not \(expected): \(log)")
    }

    func checkTexts() async throws {
      let history = try await engine.history(id)
      for state in model.states {
        let memo = try history.memo(at: state.revision)
        let properties = String(decoding: memo.metadata.properties.json, as: UTF8.self)
        try require(
          memo.text.string == state.contents.text && properties == state.contents.properties
            && memo.metadata.version == state.version,
          "version \(state.version) is \(memo.text.string), not \(state.contents): \(log)")
      }
    }
  }

  @Test("every state that the rule keeps comes back byte for byte, and undoing goes as a stack does", arguments: 0..<12)
  func random(stream: Int) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "memo-history-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var world = try await World(folder.appending(path: "memos.sqlite").path, stream: UInt64(100 + stream))
    for _ in 0..<400 { try await world.step() }
    try await world.checkTexts()
  }
}
