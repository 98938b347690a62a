import Foundation
import JSON
import MemoEngine
import MemoModel
import MemoSQLite
import MemoText
import TestSupport
import Testing

/// What a history costs in the store's file, measured.
@Suite("The room that a history takes")
struct HistorySizeTests {
  @Test("a memo of 100 KB edited and saved 1,000 times takes no more than 2 MB")
  func thousandEdits() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "memo-history-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "memos.sqlite").path
    var random = SeededGenerator(stream: 77)
    let clock = VirtualClock()
    let store = SQLiteStore(path: path)
    let engine = MemoEngine(store: store, clock: clock, date: { clock.date })
    let id = try #require(MemoID("0198f2a0-7c3e-7aaa-8bbb-123456789abc"))
    let text = String(repeating: "All work and no play makes a dull memo. 일기\n", count: 2200)
    _ = try await engine.createMemo(
      id: id, text: text, properties: JSONObject(json: Array(#"{"tags":["a","b"]}"#.utf8)))
    _ = try await engine.flush(id)
    let before = try await engine.statistics().store.bytes
    for edit in 0..<1000 {
      // Half of it is typed in one place, half of it anywhere.
      let isTyping = edit < 500
      let line = isTyping ? 1000 : Int.random(in: 0..<2200, using: &random)
      let place = TextPosition(line: line, character: isTyping ? edit : Int.random(in: 0..<40, using: &random))
      let change = TextChange(range: TextRange(start: place, end: place), text: "x")
      _ = try await engine.updateMemo(id, baseVersion: nil, changes: [change], properties: nil, encoding: .utf16)
      await engine.advance(clock, by: .milliseconds(500))
    }
    let history = try await engine.history(id)
    let page = try history.page(before: nil, limit: 2000)
    let growth = try await engine.statistics().store.bytes - before
    print("1,000 saves of \(text.utf8.count) bytes: \(growth) bytes")
    #expect(page.total == 1001)
    #expect(growth <= 2_000_000)
    #expect(try history.memo(at: page.entries[1000].revision).text.string == text)
    store.close()
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    #expect(try #require(size) <= before + 2_000_000)
  }

  @Test("50 saves of a property of a memo whose title has a million marks take no more than 1 MB")
  func longTitle() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "memo-history-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = SQLiteStore(path: folder.appending(path: "memos.sqlite").path)
    let engine = MemoEngine(store: store)
    let text = "Z" + String(repeating: "\u{301}", count: 1_000_000)
    let id = try await engine.createMemo(id: nil, text: text, properties: JSONObject()).metadata.id
    _ = try await engine.flush(id)
    let before = try await engine.statistics().store.bytes
    for edit in 0..<50 {
      let patch = try JSONObject(json: Array(#"{"edit":\#(edit)}"#.utf8))
      _ = try await engine.updateMemo(id, baseVersion: nil, changes: [], properties: patch, encoding: .utf16)
      _ = try await engine.flush(id)
    }
    let growth = try await engine.statistics().store.bytes - before
    #expect(growth <= 1_000_000)
    let rows = try await engine.list().page(
      ListQuery(sort: .modified, order: .descending, trashed: false, after: nil, limit: 1)
    ).memos
    #expect(rows.allSatisfy { $0.summary.displayTitle.utf8.count <= 1024 })
    store.close()
  }
}
