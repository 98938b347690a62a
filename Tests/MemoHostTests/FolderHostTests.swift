import Foundation
import MemoFolder
import TestSupport
import Testing

@testable import MemoHost

@Suite("A path that is opened with a folder")
struct FolderHostTests {
  /// A prepared folder, and the store beside it.
  private final class Place {
    private let temporary: TemporaryFolder
    var folder: String { "\(temporary.path)/notes" }
    var store: String { temporary.database }

    init() throws {
      temporary = try TemporaryFolder()
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      _ = try NotesFolder.prepare(folder)
    }

    func write(_ text: String, _ name: String) throws {
      let url = URL(filePath: "\(folder)/\(name)")
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }

    /// All notes with their texts.
    var files: [String: String] {
      let names = (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String }) ?? []
      let notes = names.filter { $0.hasSuffix(".md") }.compactMap { name in
        FileManager.default.contents(atPath: "\(folder)/\(name)").map { (name, String(decoding: $0, as: UTF8.self)) }
      }
      return Dictionary(uniqueKeysWithValues: notes)
    }
  }

  private let place: Place

  init() throws { place = try Place() }

  /// Nothing is saved but by `flush`.
  private func host(autosave: Duration = .seconds(99)) async throws -> MemoHost {
    let delays = AutosaveDelays(idle: autosave, maximum: autosave)
    return try await MemoHost(
      path: place.store, folder: place.folder, configuration: EngineConfiguration(autosave: delays))
  }

  private func memos(_ host: MemoHost) async throws -> [MemoID] {
    let query = ListQuery(sort: .title, order: .ascending, trashed: false, after: nil, limit: 1000)
    return try await host.engine.list().page(query).memos.map(\.summary.metadata.id)
  }

  @Test("a change of a file is told like another process's, and a change of the memo is in the file once it is saved")
  func both() async throws {
    try place.write("one\n", "a.md")
    let host = try await host()
    #expect(try await eventually { try await memos(host).count == 1 })
    let id = try #require(try await memos(host).first)
    #expect(try await host.engine.memo(id).text.string == "one\n")
    let (events, told) = AsyncStream<EngineEvent>.makeStream()
    let observation = await host.engine.observe { told.yield($0) }
    try place.write("one\ntwo\n", "a.md")
    for await event in events {
      guard case .changedByOther(let edit) = event else { continue }
      #expect(edit.id == id && edit.texts?.after.string == "one\ntwo\n")
      break
    }
    observation.end()
    _ = try await host.engine.updateMemo(
      id, baseVersion: nil, changes: [TextChange(range: nil, text: "1\n")], properties: nil, encoding: .utf8)
    _ = try await host.engine.flush(nil)
    #expect(await eventually { place.files == ["a.md": "1\n"] })
    try await host.close()
  }

  @Test("the copy that keeps what could not be merged lies beside its original, whichever process made it")
  func conflict() async throws {
    try place.write("one\n", "deep/a.md")
    let host = try await host()
    #expect(try await eventually { try await memos(host).count == 1 })
    let id = try #require(try await memos(host).first)
    _ = try await host.engine.updateMemo(
      id, baseVersion: nil, changes: [TextChange(range: nil, text: "inside\n")], properties: nil,
      encoding: .utf8)
    try place.write("outside\n", "deep/a.md")
    #expect(try await eventually { try await memos(host).count == 2 })
    _ = try await host.engine.flush(nil)
    #expect(await eventually { place.files == ["deep/a.md": "inside\n", "deep/a 2.md": "outside\n"] })
    try await host.close()
    #expect(place.files == ["deep/a.md": "inside\n", "deep/a 2.md": "outside\n"])
  }

  @Test("a memo that is deleted has no file, and has it again when it is restored")
  func deleted() async throws {
    for name in ["a", "b"] { try place.write(name, "\(name).md") }
    let host = try await host()
    #expect(try await eventually { try await memos(host).count == 2 })
    let id = try #require(try await memos(host).first)
    _ = try await host.engine.trashMemo(id, baseVersion: nil)
    _ = try await host.engine.flush(nil)
    #expect(await eventually { place.files == ["b.md": "b"] })
    _ = try await host.engine.restoreMemo(id)
    _ = try await host.engine.flush(nil)
    #expect(await eventually { place.files == ["a.md": "a", "b.md": "b"] })
    try await host.close()
  }

  @Test("of two one keeps the folder, and the edits of both are in the files")
  func two() async throws {
    try place.write("one\n", "a.md")
    let first = try await host()
    #expect(await eventually { first.folder?.standing.keeper == .here })
    let second = try await host()
    #expect(await eventually { second.folder?.standing.keeper == .elsewhere })
    let memo = try await second.engine.createMemo(id: nil, text: "two\n", properties: JSONObject())
    _ = try await second.engine.flush(nil)
    #expect(await eventually { place.files["two.md"] == "two\n" })
    try await first.close()
    #expect(await eventually { second.folder?.standing.keeper == .here })
    try place.write("two!\n", "two.md")
    #expect(try await eventually { try await second.engine.memo(memo.metadata.id).text.string == "two!\n" })
    try await second.close()
  }

  @Test("what was not saved yet is in its file after the end")
  func last() async throws {
    let host = try await host()
    _ = try await host.engine.createMemo(id: nil, text: "typed\nlast", properties: JSONObject())
    #expect(await eventually { host.folder?.standing.keeper == .here })
    try await host.close()
    #expect(place.files == ["typed.md": "typed\nlast"])
  }

  @Test("a folder that was not attached is not opened, and what to do is told")
  func foreign() async throws {
    let folder = place.folder + "/in"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let error = await #expect(throws: StoreError.self) { try await MemoHost(path: place.store, folder: folder) }
    #expect(error?.description.contains("memo-ls folder attach") == true)
    #expect(!FileManager.default.fileExists(atPath: place.store))
  }
}
