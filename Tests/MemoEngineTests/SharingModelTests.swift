import MemoEngine
import MemoModel
import MemoText
import TestSupport
import TestDoubles
import Testing

/// Several engines on one store, edited, deleted and killed at random: no line that somebody typed and nobody removed
/// is missing, and every client that follows what it is told has its engine's text.
@Suite("Several engines, whatever they do")
struct SharingModelTests {
  /// An engine, and what a client that follows its words believes.
  private struct Editor {
    var fixture: Fixture
    var seen = 0
    var texts: [MemoID: (version: Int, text: Rope)] = [:]

    init(on shelf: TestStore.Shelf, cacheBytes: Int) async {
      fixture = await Fixture(configuration: EngineConfiguration(cacheBytes: cacheBytes), on: shelf)
    }

    var engine: MemoEngine { fixture.engine }

    /// Does to its texts what it was told.
    mutating func follow() async throws {
      let events = fixture.events.all
      defer { seen = events.count }
      for event in events[seen...] {
        switch event {
        case .createdByOther(let id), .deletedByOther(let id, _): texts[id] = nil
        case .changedByOther(let edit):
          guard let (version, text) = texts[edit.id], version < edit.version else { continue }
          texts[edit.id] = nil
          // A client that is elsewhere, or gets no edits, reads the memo.
          guard let changed = edit.texts, version == edit.baseVersion else { continue }
          guard text.isIdentical(to: changed.before) else {
            throw Mismatch("memo \(edit.id): \(text.string) is not \(changed.before.string)")
          }
          var after = text
          for change in text.changes(to: changed.after) { after.replaceSubrange(change.range, with: change.text) }
          texts[edit.id] = (edit.version, after)
        default: break
        }
      }
      for (id, believed) in texts {
        // One that was forgotten and read anew may be further on than anybody was told.
        guard let memo = try? await engine.memo(id), memo.metadata.version <= believed.version else { continue }
        guard memo.metadata.version == believed.version, memo.text.isIdentical(to: believed.text) else {
          throw Mismatch("memo \(id) \(memo.metadata.version) is \(memo.text.string), not \(believed.text.string)")
        }
      }
    }

    /// Reads a memo if it has not, and gives its text.
    mutating func open(_ id: MemoID) async -> Rope? {
      guard let memo = try? await engine.memo(id) else { return nil }
      texts[id] = (memo.metadata.version, memo.text)
      return memo.text
    }
  }

  private struct World {
    var random: SeededGenerator
    var editors: [Editor] = []
    let shelf = TestStore.Shelf()
    /// Lines that must be somewhere.
    var typed: Set<String> = []
    var lines = 0

    mutating func newLine() -> String {
      lines += 1
      return "line-\(lines)-"
    }

    /// Whoever removes what it sees removes it for good.
    mutating func remove(_ text: Rope) {
      typed.subtract(text.string.split(whereSeparator: \.isNewline).map(String.init))
    }

    mutating func step() async throws {
      let index = Int.random(in: 0..<editors.count, using: &random)
      let id = memoID("m\(Int.random(in: 0..<3, using: &random))")
      try await editors[index].follow()
      let engine = editors[index].engine
      switch Int.random(in: 0..<30, using: &random) {
      case 0, 1:
        let line = newLine()
        let created = try? await engine.createMemo(id: id, text: line, properties: JSONObject())
        if let created {
          typed.insert(line)
          editors[index].texts[id] = (created.metadata.version, created.text)
        }
      case 2:
        _ = try? await engine.trashMemo(id, baseVersion: nil)
        editors[index].texts[id] = nil
      case 3:
        _ = try? await engine.restoreMemo(id)
        editors[index].texts[id] = nil
      case 4:
        if let text = await editors[index].open(id) { remove(text) }
        _ = try? await engine.destroyMemo(id, baseVersion: nil)
        editors[index].texts[id] = nil
      case 5, 6: await editors[index].fixture.pass(Int.random(in: 0..<1500, using: &random))
      case 7, 8: await engine.pullExternalChanges()
      case 9, 10: _ = try await engine.flush(nil)
      case 11: try await kill(index)
      default: await edit(index, id)
      }
      try await editors[index].follow()
    }

    /// Puts in a line somewhere, or another one in the place of a line.
    private mutating func edit(_ index: Int, _ id: MemoID) async {
      guard let text = await editors[index].open(id), let base = editors[index].texts[id]?.version else { return }
      let line = Int.random(in: 0..<text.lineCount, using: &random)
      let start = TextPosition(line: line, character: 0)
      let new = newLine()
      let replaces = Int.random(in: 0..<4, using: &random) == 0
      let end = replaces ? TextPosition(line: line, character: .max) : start
      let change = TextChange(range: TextRange(start: start, end: end), text: replaces ? new : new + "\n")
      let updated = try? await editors[index].engine.updateMemo(
        id, baseVersion: base, changes: [change], properties: nil, encoding: .utf16)
      guard let updated else { return }
      typed.insert(new)
      if replaces {
        typed.remove(String(text.string.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[line]))
      }
      editors[index].texts[id] = (updated.metadata.version, updated.text)
    }

    /// Ends a process, and starts another, which brings back what the journal has.
    private mutating func kill(_ index: Int) async throws {
      let journal = editors[index].fixture.journal
      let records = journal.records
      let report = try Recovery.run([KeptOrphan(id: journal.id, records: records)], into: TestStore(shelf))
      guard report.journalsSetAside == 0 else { throw Mismatch("a journal did not fit: \(records)") }
      editors[index] = await Editor(on: shelf, cacheBytes: 3000)
    }

    mutating func finish() async throws {
      for index in editors.indices {
        _ = try await editors[index].engine.flush(nil)
        try await editors[index].follow()
      }
      let texts = editors[0].fixture.store.stored.map { String(decoding: $0.text, as: UTF8.self) }
      let present = Set(texts.flatMap { $0.split(whereSeparator: \.isNewline).map(String.init) })
      let missing = typed.subtracting(present)
      guard missing.isEmpty else { throw Mismatch("missing \(missing) in \(texts)") }
    }
  }

  @Test("no line is lost and no client is misled", arguments: 0..<20)
  func random(stream: Int) async throws {
    var world = World(random: SeededGenerator(stream: UInt64(stream)))
    for index in 0..<3 { world.editors.append(await Editor(on: world.shelf, cacheBytes: index == 0 ? 1000 : 1 << 20)) }
    for _ in 0..<300 { try await world.step() }
    try await world.finish()
  }
}
