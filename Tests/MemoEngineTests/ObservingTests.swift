import JSON
import MemoEngine
import MemoModel
import MemoText
import Synchronization
import TestDoubles
import Testing

/// A face: one who acts in its own name, is told what others do, and carries out what it is told on copies of texts.
private final class Face: Sendable {
  let origin = ChangeOrigin()
  private let told = Mutex<[String]>([])

  func begin(_ engine: MemoEngine) async -> Observation {
    await engine.observe(as: origin) { event in
      guard let words = Events.words(event) else { return }
      var line = words
      if case .changedByOther(let edit) = event {
        if let properties = edit.properties { line += " " + String(decoding: properties.json, as: UTF8.self) }
        if let texts = edit.texts {
          var copy = texts.before
          for change in texts.before.changes(to: texts.after).reversed() {
            copy.replaceSubrange(change.range, with: change.text)
          }
          if !copy.isIdentical(to: texts.after) { line += ", which its edits don't make" }
        }
      }
      self.told.withLock { $0.append(line) }
    }
  }

  /// What it was told since it was last asked.
  func news() -> [String] {
    told.withLock { told in
      defer { told = [] }
      return told
    }
  }
}

@Suite("Several who use one engine")
struct ObservingTests {
  private let fixture: Fixture
  private let faces = [Face(), Face()]
  private let observations: [Observation]

  private var engine: MemoEngine { fixture.engine }
  private var here: ChangeOrigin { faces[0].origin }
  private var there: ChangeOrigin { faces[1].origin }

  init() async {
    fixture = await Fixture()
    var observations: [Observation] = []
    for face in faces { observations.append(await face.begin(fixture.engine)) }
    self.observations = observations
  }

  private func properties(_ json: String) throws -> JSONObject { try JSONObject(json: Array(json.utf8)) }

  @discardableResult
  private func type(_ text: String, base: Int? = nil, by origin: ChangeOrigin?) async throws -> MemoSnapshot {
    let start = TextPosition(line: 0, character: 0)
    let change = TextChange(range: TextRange(start: start, end: start), text: text)
    return try await engine.updateMemo(
      memoID("m"), baseVersion: base, changes: [change], properties: nil, encoding: .utf8, by: origin)
  }

  /// What the second face is told while the first one acts, which is told nothing.
  private func heard(_ act: () async throws -> Void) async throws -> [String] {
    try await act()
    #expect(faces[0].news() == [], "its own changes are no news")
    return faces[1].news()
  }

  @Test("each kind of change is told to all but the one who makes it, once and in order")
  func kinds() async throws {
    let id = memoID("m")
    let edits = try await heard {
      _ = try await engine.createMemo(id: id, text: "one\ntwo", properties: JSONObject(), by: here)
      try await type("zero ", by: here)
      _ = try await engine.updateMemo(
        id, baseVersion: nil, changes: [TextChange(range: nil, text: "all")], properties: properties(#"{"a":1}"#),
        encoding: .utf8, by: here)
      // What changes nothing still has a version of its own.
      _ = try await engine.updateMemo(
        id, baseVersion: 3, changes: [], properties: nil, encoding: .utf8, by: here)
    }
    #expect(
      edits == [
        "created m", "changed m 1 2: one\ntwo > zero one\ntwo", #"changed m 2 3: zero one\#ntwo > all {"a":1}"#,
        "changed m 3 4: all > all",
      ])
    let moves = try await heard {
      _ = try await engine.trashMemo(id, baseVersion: 4, by: here)
      _ = try await engine.restoreMemo(id, by: here)
      _ = try await engine.restoreMemo(id, by: here)
      _ = try await engine.flush(nil)
      try await type("x", base: 6, by: here)
      _ = try await engine.move(id, .undo, baseVersion: 7, by: here)
      _ = try await engine.move(id, .redo, baseVersion: 8, by: here)
      let first = try #require(fixture.store.history(id, before: nil, limit: 9).entries.last)
      _ = try await engine.restoreMemo(id, revision: first.revision, by: here)
      _ = try await engine.destroyMemo(id, baseVersion: 10, by: here)
      _ = try await engine.createMemo(id: id, text: "anew", properties: JSONObject(), by: here)
    }
    #expect(
      moves == [
        "deleted m", "created m", "changed m 6 7: all > xall", "changed m 7 8: xall > all", "changed m 8 9: all > xall",
        "changed m 9 10: xall > all", "deleted m for good", "created m",
      ])
  }

  @Test("memos that are imported are told to the others; what is merged into one also to whoever imports it")
  func importing() async throws {
    let id = memoID("m")
    let made = try await heard {
      let now = fixture.clock.date
      let drafts = [("m", nil), ("t", now)].map {
        MemoDraft(id: memoID($0.0), text: Rope("one"), properties: JSONObject(), createdAt: now, trashedAt: $0.1)
      }
      #expect(await engine.take(drafts, by: here).made == [true, true])
    }
    #expect(made == ["created m", "deleted t"])
    _ = try await engine.merge(Rope("ONE"), from: Rope("one"), into: id, by: here) { $0 }
    for face in faces { #expect(face.news() == ["changed m 1 2: one > ONE"]) }
    let copied = try await heard {
      _ = try await engine.merge(Rope("other"), from: Rope("one"), into: id, by: here) { $0 }
    }
    #expect(copied == ["created copy"])
  }

  @Test("edits on their way are refused if another who uses the engine was first, and whoever that was goes on")
  func outrun() async throws {
    _ = try await engine.createMemo(id: memoID("m"), text: "", properties: JSONObject(), by: here)
    _ = try await engine.memo(memoID("m"), by: there)
    for base in 1...3 { try await type("h", base: base, by: here) }
    // The second of these fits by chance.
    for base in 1...6 {
      await #expect(throws: EngineError.self, "\(base)") { try await type("t", base: base, by: there) }
    }
    try await type("h", base: 4, by: here)
    await #expect(throws: EngineError.self) { try await type("t", base: 7, by: there) }
    _ = try await engine.memo(memoID("m"), by: there)
    try await type("t", base: 5, by: there)
    await #expect(throws: EngineError.self) { try await type("h", base: 5, by: here) }
    await #expect(throws: EngineError.self) { try await type("h", base: 6, by: here) }
  }

  @Test("whoever does not say who it is hears of all who do, and they of it; what another process does all hear")
  func unnamed() async throws {
    try await fixture.create("m", "one")
    #expect(faces.map { $0.news() } == [["created m"], ["created m"]] && fixture.events.others.isEmpty)
    try await type("x", by: here)
    #expect(fixture.events.others == ["changed m 1 2: one > xone"])
    _ = try await engine.flush(nil)
    let process = await Fixture(on: fixture.store.shelf)
    try await process.type("y", into: "m")
    _ = try await process.engine.flush(nil)
    _ = faces.map { $0.news() }
    await engine.pullExternalChanges()
    for face in faces { #expect(face.news() == ["changed m 2 3: xone > yxone"]) }
    #expect(fixture.events.others.count == 2)
    let saved = fixture.events.saved
    #expect(saved == ["m 2"], "saves are told to all")
  }

  @Test("an observer may end itself or another while it is told, begin one, or change something")
  func whileTold() async throws {
    let engine = await Fixture().engine
    let told = Mutex<[String]>([])
    let observations = Mutex<[Observation?]>([])
    func observe(_ name: String, _ act: @escaping @Sendable (isolated MemoEngine) -> Void) async {
      let observation = await engine.observe(as: ChangeOrigin()) { event in
        told.withLock { $0.append("\(name): \(Events.words(event) ?? "")") }
        engine.assumeIsolated(act)
      }
      observations.withLock { $0.append(observation) }
    }
    await observe("first") { _ in observations.withLock { $0[0]?.end() } }
    await observe("second") { engine in
      observations.withLock { $0[2] = nil }
      if told.withLock({ $0.count }) == 2 {
        _ = try? engine.createMemo(id: memoID("b"), text: "", properties: JSONObject())
      }
    }
    await observe("third") { _ in }
    await observe("fourth") { engine in
      let late = engine.observe(as: ChangeOrigin()) { event in
        told.withLock { $0.append("late: \(Events.words(event) ?? "")") }
      }
      observations.withLock { if $0.count == 4 { $0.append(late) } }
    }
    _ = try await engine.createMemo(id: memoID("a"), text: "", properties: JSONObject())
    #expect(
      told.withLock { $0 } == [
        "first: created a", "second: created a", "fourth: created a", "second: created b", "fourth: created b",
      ])
    _ = try await engine.createMemo(id: memoID("c"), text: "", properties: JSONObject())
    #expect(told.withLock { $0.suffix(3) } == ["second: created c", "fourth: created c", "late: created c"])
  }
}
