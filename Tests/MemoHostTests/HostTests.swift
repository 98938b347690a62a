import Foundation
import Synchronization
import Testing

@testable import MemoHost

@Suite("A path that is opened")
struct HostTests {
  /// A folder that is taken away at the end.
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
    let host = try await MemoHost(
      path: place.store, configuration: EngineConfiguration(autosave: AutosaveDelays(idle: .seconds(99))))
    let memo = try await host.engine.createMemo(id: nil, text: "a", properties: JSONObject())
    // As if it were killed: the copy's journal is nobody's.
    let copy = Place()
    try FileManager.default.copyItem(at: place.folder, to: copy.folder)
    let next = try await MemoHost(path: copy.store)
    #expect(try await next.engine.memo(memo.metadata.id).text.string == "a")
    #expect(next.observeStart { _ in }.map(\.level) == [.warning])
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

  @Test("what is no store is not opened")
  func refused() async throws {
    try FileManager.default.createDirectory(at: place.folder, withIntermediateDirectories: true)
    try Data("no store of ours at all".utf8).write(to: URL(filePath: place.store))
    await #expect(throws: StoreError.self) { try await MemoHost(path: place.store) }
    #expect(try Data(contentsOf: URL(filePath: place.store)) == Data("no store of ours at all".utf8))
  }
}
