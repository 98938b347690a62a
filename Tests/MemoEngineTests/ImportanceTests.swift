#if os(Linux)
  import MemoEngine
  import Platform
  import Synchronization
  import TestDoubles
  import Testing

  @Suite("The importance of what is written")
  struct ImportanceTests {
    @Test("what a person waits for is written like an answer; what nobody waits for, behind all else")
    func importance() async throws {
      let fixture = await Fixture()
      let engine = fixture.engine
      let nices = Mutex<[Int32]>([])
      fixture.store.observeWrites {
        let nice = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
        nices.withLock { $0.append(nice) }
      }
      func nicest(_ body: () async throws -> Void) async throws -> [Int32] {
        nices.withLock { $0 = [] }
        try await body()
        return nices.withLock(\.self)
      }
      try await fixture.create("m", "Title")
      #expect(try await nicest { await fixture.pass(500) } == [10])
      for work in [
        { _ = try await engine.flush(nil) }, { _ = try await engine.flush(memoID("m")) },
        { _ = try await engine.move(memoID("m"), .undo, baseVersion: nil) },
      ] as [@Sendable () async throws -> Void] {
        try await fixture.type("x", into: "m")
        let nices = try await nicest(work)
        #expect(nices.count == 1 && nices.allSatisfy { $0 <= 0 }, "\(nices)")
      }
      let written = try await nicest {
        _ = try await engine.rename(.memo(memoID("m"), title: "Name", baseVersion: nil))
        _ = try await engine.daily()
      }
      #expect(!written.isEmpty && written.allSatisfy { $0 <= 0 }, "\(written)")
    }
  }
#endif
