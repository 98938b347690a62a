import Foundation
import Synchronization
import Testing

@testable import MemoHost

@Suite("A path that is opened", .timeLimit(.minutes(10)))
struct HostTests {
  /// A folder that is removed at the end.
  private final class Place {
    let folder = FileManager.default.temporaryDirectory.appending(path: "memo-host-\(UUID().uuidString)")
    var store: String { folder.appending(path: "memos.sqlite").path }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var files: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() } }
  }

  private let place = Place()

  @Test("what was made is there when the path is opened again, and no journal is left")
  func closes() async throws {
    let host = try await MemoHost(path: place.store)
    let memo = try await host.engine.createMemo(id: nil, text: "a", properties: JSONObject())
    try await host.close()
    #expect(try place.files.filter { $0.contains("-edits-") } == [])
    let again = try await MemoHost(path: place.store)
    #expect(try await again.engine.memo(memo.metadata.id).text.string == "a")
    try await again.close()
  }

  @Test("what an ended process left in its journal is there, and is told")
  func recovers() async throws {
    let never = AutosaveDelays(idle: .seconds(9_999), maximum: .seconds(9_999))
    let host = try await MemoHost(path: place.store, configuration: EngineConfiguration(autosave: never))
    let memo = try await host.engine.createMemo(id: nil, text: "a", properties: JSONObject())
    // This stands for a kill: the copy's journal is nobody's.
    let copy = Place()
    try FileManager.default.copyItem(at: place.folder, to: copy.folder)
    let next = try await MemoHost(path: copy.store)
    #expect(try await next.engine.memo(memo.metadata.id).text.string == "a")
    #expect(next.observeStart { _ in }.map(\.level) == [.warning])
    try await next.close()
    try await host.close()
  }

  @Test("what another process is just bringing back waits until that has let go, and nothing else does")
  func awaitsOthers() async throws {
    let never = AutosaveDelays(idle: .seconds(9_999), maximum: .seconds(9_999))
    let host = try await MemoHost(path: place.store, configuration: EngineConfiguration(autosave: never))
    let memo = try await host.engine.createMemo(id: nil, text: "saved", properties: JSONObject())
    let other = try await host.engine.createMemo(id: nil, text: "other", properties: JSONObject())
    _ = try await host.engine.flush(nil)
    let start = TextPosition(line: 0, character: 0)
    let change = TextChange(range: TextRange(start: start, end: start), text: "answered and ")
    _ = try await host.engine.updateMemo(
      memo.metadata.id, baseVersion: nil, changes: [change], properties: nil, encoding: .utf16)
    // This stands for a kill: the copy's journal is nobody's.
    let copy = Place()
    try FileManager.default.copyItem(at: place.folder, to: copy.folder)
    let recoverer = try copy.files.filter { $0.contains("-edits-") }.map { name in
      let file = try FileHandle(forUpdating: copy.folder.appending(path: name))
      #expect(flock(file.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
      return file
    }
    #expect(!recoverer.isEmpty)
    let next = try await MemoHost(path: copy.store)
    let (words, told) = AsyncStream<String?>.makeStream()
    let read = { @Sendable (id: MemoID) in
      await next.engine.fetch(id) { engine in _ = told.yield(try? engine.memo(id).text.string) }
    }
    async let waiting: Void = read(memo.metadata.id)
    await read(other.metadata.id)
    #expect(await next.engine.isRecovering)
    for file in recoverer { try file.close() }
    await waiting
    var order = words.makeAsyncIterator()
    #expect(await [order.next(), order.next()] == ["other", "answered and saved"])
    try await next.close()
    try await host.close()
  }

  @Test("what a process leaves that ends later is brought back, and told like what it has done itself")
  func bringsBackLater() async throws {
    let never = AutosaveDelays(idle: .seconds(9_999), maximum: .seconds(9_999))
    let host = try await MemoHost(path: place.store, configuration: EngineConfiguration(autosave: never))
    let id = try await host.engine.createMemo(id: nil, text: "a", properties: JSONObject()).metadata.id
    let copy = Place()
    try FileManager.default.copyItem(at: place.folder, to: copy.folder)
    // These stand for the process whose journal it is.
    let owner = try copy.files.filter { $0.contains("-edits-") }.map { name in
      let file = try FileHandle(forUpdating: copy.folder.appending(path: name))
      #expect(flock(file.fileDescriptor, LOCK_SH | LOCK_NB) == 0)
      return file
    }
    let next = try await MemoHost(path: copy.store)
    let (events, told) = AsyncStream<EngineEvent>.makeStream()
    let observation = await next.engine.observe { told.yield($0) }
    await #expect(throws: EngineError.self) { try await next.engine.memo(id) }
    for file in owner { try file.close() }
    for await event in events {
      guard case .createdByOther(id) = event else { continue }
      break
    }
    observation.end()
    #expect(try await next.engine.memo(id).text.string == "a")
    try await next.close()
    try await host.close()
  }

  @Test("what another process does is told to whoever observes")
  func watches() async throws {
    let (one, other) = (try await MemoHost(path: place.store), try await MemoHost(path: place.store))
    let (events, told) = AsyncStream<EngineEvent>.makeStream()
    let observation = await one.engine.observe { told.yield($0) }
    let memo = try await other.engine.createMemo(id: nil, text: "a", properties: JSONObject())
    _ = try await other.engine.flush(nil)
    for await event in events {
      guard case .createdByOther(memo.metadata.id) = event else { continue }
      break
    }
    observation.end()
    try await one.close()
    try await other.close()
  }

  private struct StoppedClock: Clock {
    let clock = ContinuousClock()
    var now: ContinuousClock.Instant { clock.now }
    var minimumResolution: Duration { clock.minimumResolution }
    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
  }

  @Test("others' saves wake it, but not where somebody else moves the clock")
  func woken() async throws {
    let host = try await MemoHost(path: place.store)
    #expect(host.lockFile == place.store + "-lock")
    let stopped = try await MemoHost(path: place.store, clock: StoppedClock())
    #expect(stopped.lockFile == nil)
    try await stopped.close()
    try await host.close()
  }

  #if os(Linux)
    @Test("what another process saves is known without looking for it")
    func wakes() async throws {
      let one = MemoHost(
        beginning: place.store, configuration: EngineConfiguration(), clock: ContinuousClock(), date: { .now },
        executor: nil, log: .none)
      one.wait(atMost: .seconds(60))
      await one.engine.expectExternalChanges()
      let watch = await StoreWatch(one.engine, nil, nil, lockFile: place.store + "-lock", every: .seconds(3600))
      let other = try await MemoHost(path: place.store)
      let (events, told) = AsyncStream<EngineEvent>.makeStream()
      let observation = await one.engine.observe { told.yield($0) }
      for word in ["a", "b"] {
        let memo = try await other.engine.createMemo(id: nil, text: word, properties: JSONObject())
        _ = try await other.engine.flush(nil)
        for await event in events {
          guard case .createdByOther(memo.metadata.id) = event else { continue }
          break
        }
      }
      withExtendedLifetime(watch) { observation.end() }
      try await other.close()
      try await one.close()
    }
  #endif

  @Test("what is no store is not opened")
  func refused() async throws {
    try FileManager.default.createDirectory(at: place.folder, withIntermediateDirectories: true)
    try Data("no store of ours at all".utf8).write(to: URL(filePath: place.store))
    await #expect(throws: StoreError.self) { try await MemoHost(path: place.store) }
    #expect(try Data(contentsOf: URL(filePath: place.store)) == Data("no store of ours at all".utf8))
  }
}
