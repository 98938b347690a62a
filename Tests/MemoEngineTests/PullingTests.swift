import Dispatch
import MemoModel
import TestDoubles
import Testing

@testable import MemoEngine

@Suite("Taking in what other processes save, beside a save that takes long", .timeLimit(.minutes(10)))
struct PullingTests {
  /// Two engines with two memos; the first is about to save one of them, and the store does not let it.
  private struct Beside {
    let here: Fixture, there: Fixture
    let gate = DispatchSemaphore(value: 0)

    init() async throws {
      let shelf = TestStore.Shelf()
      here = await Fixture(on: shelf)
      for id in ["a", "b"] { try await here.create(id, "first\n") }
      _ = try await here.engine.flush(nil)
      await here.store.waitForWrite()
      there = await Fixture(on: shelf)
      for id in ["a", "b"] { _ = try await there.engine.memo(memoID(id)) }
    }

    /// Saves words of the second engine, then has the first one begin to save its own of the first memo.
    func save(_ words: String, into id: String) async throws -> Task<Void, Never> {
      try await there.type(words, into: id)
      _ = try await there.engine.flush(nil)
      try await here.engine.append("mine\n", to: "a")
      here.store.hold(at: gate)
      let saving = Task { await here.pass(500) }
      await here.store.waitForWrite()
      return saving
    }

    func letGo() {
      here.store.hold(at: nil)
      gate.signal()
    }

    func texts() async throws -> [String] {
      var texts: [String] = []
      for id in ["a", "b"] { texts.append(try await here.engine.memo(memoID(id)).text.string) }
      return texts
    }
  }

  @Test("other memos are taken in and told of while it goes on")
  func others() async throws {
    let beside = try await Beside()
    let saving = try await beside.save("their ", into: "b")
    await beside.here.engine.pullExternalChanges()
    #expect(try await beside.texts() == ["first\nmine\n", "their first\n"])
    #expect(beside.here.events.others == ["changed b 1 2: first\n > their first\n"])
    beside.letGo()
    await saving.value
    #expect(try await beside.texts() == ["first\nmine\n", "their first\n"])
  }

  @Test("the memo that is being saved is left to that save, which merges it once")
  func same() async throws {
    let beside = try await Beside()
    let saving = try await beside.save("their ", into: "a")
    await beside.here.engine.pullExternalChanges()
    #expect(try await beside.texts() == ["first\nmine\n", "first\n"])
    beside.letGo()
    await saving.value
    #expect(try await beside.texts() == ["their first\nmine\n", "first\n"])
    await beside.here.engine.pullExternalChanges()
    #expect(try await beside.texts() == ["their first\nmine\n", "first\n"])
    #expect(beside.here.events.others.count == 1 && beside.here.store.stored.count == 2)
  }

  @Test("what was read of a memo is not taken in if that was saved meanwhile, but the next time")
  func outdated() async throws {
    let beside = try await Beside()
    let (here, gate) = (beside.here, DispatchSemaphore(value: 0))
    try await beside.there.type("their ", into: "a")
    _ = try await beside.there.engine.flush(nil)
    try await here.engine.append("mine\n", to: "a")
    let (isRead, read) = AsyncStream<Void>.makeStream()
    here.store.observeReadTexts {
      read.yield()
      gate.wait()
    }
    let pull = Task { await here.engine.pullExternalChanges() }
    for await _ in isRead { break }
    here.store.observeReadTexts {}
    _ = try await here.engine.flush(nil)
    try await here.engine.append("more\n", to: "a")
    gate.signal()
    await pull.value
    #expect(try await beside.texts() == ["their first\nmine\nmore\n", "first\n"])
    _ = try await here.engine.flush(nil)
    await here.engine.pullExternalChanges()
    #expect(try await beside.texts() == ["their first\nmine\nmore\n", "first\n"])
    #expect(here.store.stored.count == 2)
  }
}

extension MemoEngine {
  /// Adds words to the end of a memo.
  fileprivate func append(_ words: String, to id: String) throws {
    let end = TextPosition(line: try memo(memoID(id)).text.lineCount, character: 0)
    let change = TextChange(range: TextRange(start: end, end: end), text: words)
    _ = try updateMemo(memoID(id), baseVersion: nil, changes: [change], properties: nil, encoding: .utf8)
  }
}
