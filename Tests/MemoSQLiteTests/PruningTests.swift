import Foundation
import MemoModel
import Testing
import TestDoubles
import TestSupport

@testable import MemoJournal
@testable import MemoSQLite

/// A store whose memo is saved again and again, at times of the test's choice.
@Suite("How a history is thinned")
struct PruningTests {
  private static let minute = 60_000
  private static let hour = 3_600_000

  private let folder: TemporaryFolder
  private let store: SQLiteStore

  init() throws {
    folder = try TemporaryFolder()
    store = folder.store()
    try store.open()
  }

  private var id: MemoID { get throws { try #require(MemoID("a")) } }

  private func save(_ text: String, as revision: Int, at time: Int, step: HistoryStep = .edit(of: nil)) throws {
    let change = try change("a", text: text, version: revision, modified: time)
    let mark = JournalMark(sequence: 0, version: 0, base: 0, revision: revision)
    let kind = change.kind.replacing(try store.memo(change.id)?.text ?? [])
    let base = revision == 1 ? nil : revision - 1
    #expect(try store.write([StoreChange(change.id, base: base, kind, step: step, mark: mark)], journal: nil).isEmpty)
  }

  private func shown() throws -> [Int] {
    try store.history(id, before: nil, limit: 1000).entries.map(\.revision).reversed()
  }

  private func rows(where condition: String = "1") throws -> Int {
    let connection = try SQLiteConnection(path: folder.database, busyTimeout: 0)
    return try connection.integer("SELECT count(*) FROM revisions WHERE \(condition)")
  }

  @Test("an hour's states go when its end is an hour ago, not a millisecond before, all but the last")
  func limits() throws {
    // Two in the first hour, its first and its last millisecond; two in the second.
    let times = [0, Self.hour - 1, Self.hour, 2 * Self.hour - 1]
    for (index, time) in times.enumerated() { try save("\(index)", as: index + 1, at: time) }
    try save("4", as: 5, at: 2 * Self.hour - 1)
    #expect(try shown() == [1, 2, 3, 4, 5])
    try save("5", as: 6, at: 2 * Self.hour)
    #expect(try shown() == [2, 3, 4, 5, 6])
    try save("6", as: 7, at: 3 * Self.hour)
    #expect(try shown() == [2, 5, 6, 7])
    // A day's when its end is a day ago, a month's when its end is a month ago.
    try save("7", as: 8, at: 48 * Self.hour)
    #expect(try shown() == [7, 8])
  }

  @Test("a clock that is set back takes nothing away")
  func clock() throws {
    let times = [10 * Self.hour, 10 * Self.hour + 1, 1, 2, .min, 3]
    for (index, time) in times.enumerated() { try save("\(index)", as: index + 1, at: time) }
    #expect(try shown() == [1, 2, 3, 4, 5, 6])
  }

  @Test("many are thinned a few at a time, none of them lost that stays")
  func slowly() throws {
    let count = 200
    for number in 1...count { try save("text \(number)", as: number, at: number) }
    var saves = 0
    while try rows() > saves + 1 {
      saves += 1
      let before = try rows()
      try save("later \(saves)", as: count + saves, at: 3 * Self.hour + saves)
      #expect(try before + 1 - rows() <= HistoryPruning.mostRows)
      #expect(
        try store.pastMemo(id, revision: count).map { String(decoding: $0.text, as: UTF8.self) } == "text \(count)")
      try #require(saves < 20)
    }
    #expect(saves > 4)
    #expect(try shown() == Array(count...(count + saves)))
  }

  @Test("a memo that takes the place of another has nothing of its history", arguments: [false, true])
  func anew(othersHaveJournals: Bool) throws {
    let journal = CrashJournal(database: folder.database)
    defer { journal.remove() }
    if othersHaveJournals {
      journal.prepare()
      journal.waitForBackground()
    }
    for number in 1...3 { try save("\(number)", as: number, at: number) }
    try save("anew", as: 4, at: 4, step: .first)
    #expect(try shown() == [4])
    #expect(try (1...3).filter { try store.pastMemo(id, revision: $0) != nil } == [])
    #expect(try store.move(id, .undo)?.target == nil)
    // Another process, or one that is just starting, may have edits of what was there last.
    #expect(try store.memo(id, revision: 3)?.text == Array("3".utf8))
    #expect(try (store.memo(id, revision: 1) != nil) == othersHaveJournals)
  }

  @Test("what other processes may have edits of stays where it is, though it is not shown")
  func bases() throws {
    let journal = CrashJournal(database: folder.database)
    journal.prepare()
    journal.waitForBackground()
    for number in 1...5 { try save("\(number)", as: number, at: number) }
    try save("5", as: 6, at: 6)
    try save("later", as: 7, at: 5 * Self.hour)
    try save("later still", as: 8, at: 5 * Self.hour)
    #expect(try shown() == [6, 7, 8])
    for number in 1...5 {
      #expect(try store.pastMemo(id, revision: number) == nil)
      let text = try store.memo(id, revision: number)?.text
      #expect(text == Array("\(number)".utf8), "revision \(number)")
    }
    journal.remove()
    for number in 9...10 { try save("\(number)", as: number, at: 9 * Self.hour + number) }
    #expect(try rows() == rows(where: "use = 1"))
    #expect(try store.memo(id, revision: 3) == nil)
    #expect(try store.pastMemo(id, revision: 6).map { String(decoding: $0.text, as: UTF8.self) } == "5")
  }

  @Test("undoing passes over what is gone, and comes to what was before it")
  func links() throws {
    let (one, two) = (0, Self.hour)
    try save("a", as: 1, at: one)
    try save("b", as: 2, at: two)
    try save("c", as: 3, at: two + 1)
    // Back to b, and from there elsewhere: c is no longer on the way.
    try save("b", as: 4, at: two + 2, step: .move(to: 2, UndoLinks(undoTo: 1, redoTo: 3)))
    try save("d", as: 5, at: two + 3)
    try save("later", as: 6, at: 9 * Self.hour)
    try save("later still", as: 7, at: 9 * Self.hour)
    #expect(try shown() == [1, 5, 6, 7])
    let move = try #require(try store.move(id, .undo))
    #expect(move.base == 7 && move.target?.revision == 6 && move.links == UndoLinks(undoTo: 5, redoTo: 7))
    try save("later", as: 8, at: 9 * Self.hour, step: .move(to: 6, move.links))
    try save("d", as: 9, at: 9 * Self.hour, step: .move(to: 5, try #require(try store.move(id, .undo)).links))
    #expect(
      try store.move(id, .undo)?.target?.revision == 1, "what d was typed over is gone, and what it was undone from")
    #expect(try store.move(id, .redo)?.target?.revision == 8)
  }

  @Test("saving one character writes little, however long the history is, and also when it is thinned")
  func small() throws {
    let size = 1_000_000
    var text = [UInt8](repeating: 0x61, count: size)
    var most = 0
    func type(_ number: Int, at time: Int) throws {
      let old = try #require(try store.memo(id))
      let place = (number * 7919) % size
      text.insert(0x62, at: place)
      let new = text
      let splice = TextUpdate.Splice(old: place..<place, new: place..<(place + 1))
      guard case .put(let row, _, _) = try change("a", version: number, modified: time).kind else {
        Issue.record("a change that puts nothing")
        return
      }
      let update = TextUpdate(count: new.count, splices: [splice]) { Array(new[$0]) }
      try SQLiteConnection(path: folder.database, busyTimeout: 1000).execute("PRAGMA wal_checkpoint(TRUNCATE)")
      let mark = JournalMark(sequence: 0, version: number, base: 0)
      _ = try store.write(
        [StoreChange(id, base: old.revision, .put(row, text: update, references: nil), mark: mark)], journal: 7)
      let log = try FileManager.default.attributesOfItem(atPath: folder.database + "-wal")[.size] as? NSNumber
      most = max(most, try #require(log).intValue)
    }
    try store.write([try change("a", text: String(decoding: text, as: UTF8.self))])
    for number in 2..<300 { try type(number, at: number) }
    print("a keystroke of 1 MB writes at most \(most) bytes")
    #expect(most <= 64 << 10)
    most = 0
    for number in 300..<320 { try type(number, at: 4 * Self.hour + number) }
    print("and \(most) while its history is thinned")
    #expect(most <= 256 << 10)
    #expect(try rows() < 40)
  }
}
