import Foundation
import MemoModel
import TestDoubles
import TestSupport
import Testing

@testable import MemoSQLite

@Suite("Long texts")
struct LongTextTests {
  private let folder: TemporaryFolder
  private let store: SQLiteStore

  init() throws {
    folder = try TemporaryFolder()
    store = folder.store()
  }

  private var connection: SQLiteConnection {
    get throws { try SQLiteConnection(path: folder.database, busyTimeout: 1000) }
  }

  /// Stores a text in place of the last one, and says only what is new in it.
  private func save(_ splices: [TextUpdate.Splice], _ text: [UInt8], over base: Int?, as revision: Int) throws {
    let change = try change("a", text: "", version: revision)
    guard case .put(let row, _, _) = change.kind else {
      Issue.record("a change that puts nothing")
      return
    }
    let update = TextUpdate(count: text.count, splices: splices) { Array(text[$0]) }
    let mark = JournalMark(sequence: 0, version: revision, base: 0, revision: revision)
    let stale = try store.write(
      [StoreChange(change.id, base: base, .put(row, text: update, references: nil), mark: mark)], journal: nil)
    try require(stale.isEmpty, "stale")
  }

  @Test("are the same after any edits, and so are their last revisions", arguments: 0..<6)
  func random(stream: Int) throws {
    var random = SeededGenerator(stream: UInt64(stream))
    let id = try #require(MemoID("a"))
    var text: [UInt8] = []
    for revision in 2..<60 {
      let old = text
      var splices: [TextUpdate.Splice] = []
      var end = (old: 0, new: 0)
      var new: [UInt8] = []
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        let start = Int.random(in: end.old...old.count, using: &random)
        let most = [3, 300, 20_000, 100_000].randomElement(using: &random) ?? 0
        let stop = Int.random(in: start...min(old.count, start + most), using: &random)
        let grow = old.count < 400_000 ? most : 10
        let bytes = (0..<Int.random(in: 0...grow, using: &random)).map { _ in UInt8.random(in: 32...126, using: &random)
        }
        new += old[end.old..<start]
        splices.append(TextUpdate.Splice(old: start..<stop, new: new.count..<(new.count + bytes.count)))
        new += bytes
        end = (stop, new.count)
        if end.old == old.count { break }
      }
      new += old[end.old...]
      text = new
      try save(splices, text, over: revision == 2 ? nil : revision - 1, as: revision)
      try require(store.memo(id)?.text == text, "revision \(revision), \(splices)")
      if revision > 2 { try require(store.memo(id, revision: revision - 1)?.text == old, "before \(revision)") }
    }
    let pieces = try connection.integer("SELECT count(*) FROM pieces")
    #expect(pieces <= text.count / 900 + 1, "\(pieces) pieces of \(text.count) bytes")
    #expect(try connection.integer("SELECT ifnull(sum(length(bytes)), 0) FROM pieces") == (pieces > 0 ? text.count : 0))
    try store.write([(id, .remove)])
    #expect(try connection.integer("SELECT count(*) FROM pieces") == 0)
  }

  @Test("are written as far as they are new: one keystroke writes no more than some pages")
  func small() throws {
    for (size, most) in [(1_000_000, 64_000), (20_000_000, 300_000)] {
      let id = "\(size)"
      var text = [UInt8](repeating: 0x61, count: size)
      try store.write([try change(id, text: String(decoding: text, as: UTF8.self))])
      try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
      let identifier = try #require(MemoID(id))
      let old = try #require(try store.memo(identifier))
      text.insert(0x62, at: size / 2)
      guard case .put(let row, _, _) = try change(id, version: 2).kind else {
        Issue.record("a change that puts nothing")
        return
      }
      let new = text
      let splice = TextUpdate.Splice(old: (size / 2)..<(size / 2), new: (size / 2)..<(size / 2 + 1))
      let update = TextUpdate(count: new.count, splices: [splice]) { Array(new[$0]) }
      let mark = JournalMark(sequence: 0, version: 2, base: 0)
      _ = try store.write(
        [StoreChange(old.metadata.id, base: old.revision, .put(row, text: update, references: nil), mark: mark)],
        journal: 7)
      let log = try FileManager.default.attributesOfItem(atPath: folder.database + "-wal")[.size] as? NSNumber
      #expect(log.map { $0.intValue <= most } == true, "\(size): \(log ?? -1)")
      #expect(try store.memo(old.metadata.id)?.text == new)
    }
  }

  @Test("of an earlier version, stored in one piece, are kept as they are")
  func inline() throws {
    let text = String(repeating: "long ", count: 20_000)
    try store.write([try change("a", text: text)])
    let connection = try connection
    try connection.run("DELETE FROM pieces")
    try connection.run("UPDATE texts SET layout = NULL, text = ?", [.blob(Array(text.utf8))])
    #expect(try store.text("a") == text)
    try store.write([try change("a", text: text + "more", version: 2)])
    #expect(try store.text("a") == text + "more")
    #expect(try connection.integer("SELECT count(*) FROM pieces") > 1)
  }
}
