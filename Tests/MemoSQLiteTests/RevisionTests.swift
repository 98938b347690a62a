import JSON
import MemoModel
import StoreFiles
import Testing
import TestDoubles
import TestSupport

@testable import MemoJournal
@testable import MemoSQLite

@Suite("What was stored before")
struct RevisionTests {
  private let folder: TemporaryFolder
  private let store: SQLiteStore

  init() throws {
    folder = try TemporaryFolder()
    store = folder.store()
    try store.open()
  }

  /// Makes a journal of another process.
  private func othersJournal() throws -> CrashJournal {
    let journal = CrashJournal(database: folder.database)
    journal.prepare()
    journal.waitForBackground()
    #expect(try JournalFolder.journals(database: folder.database).contains(journal.id))
    return journal
  }

  /// Saves a memo over its last revision, as the next one; nil keeps the text.
  private func save(
    _ text: String?, as revision: Int, over base: Int?, journal: Int? = nil, in other: SQLiteStore? = nil
  ) throws {
    let store = other ?? store
    let change = try change(
      "a", text: text, version: revision * 10, modified: revision, properties: "{\"r\":\(revision)}")
    let mark = JournalMark(sequence: 0, version: 0, base: 0, revision: revision)
    let kind = change.kind.replacing(try store.memo(change.id)?.text ?? [])
    let stale = try store.write([StoreChange(change.id, base: base, kind, mark: mark)], journal: journal)
    #expect(stale.isEmpty)
  }

  private func remove(over base: Int) throws {
    let mark = JournalMark(sequence: 0, version: 0, base: 0)
    #expect(try store.write([StoreChange(try id, base: base, .remove, mark: mark)], journal: nil).isEmpty)
  }

  private var id: MemoID { get throws { try #require(MemoID("a")) } }

  private func text(_ revision: Int) throws -> String? {
    guard let memo = try store.memo(id, revision: revision) else { return nil }
    #expect(memo.revision == revision && memo.metadata.version == revision * 10)
    #expect(String(decoding: memo.metadata.properties.json, as: UTF8.self) == "{\"r\":\(revision)}")
    #expect(memo.metadata.modifiedAt.millisecondsSince1970 == revision)
    return String(decoding: memo.text, as: UTF8.self)
  }

  private func rows() throws -> Int {
    try SQLiteConnection(path: folder.database, busyTimeout: 0).integer("SELECT count(*) FROM revisions")
  }

  /// Each after the other; nil for one that is saved without its text.
  private static let texts: [String?] = [
    "", "a", "ab", "b", "aba", "abababa", "한", "하", "한글", nil, "글", "", nil, "one\ntwo\nthree", "one\nthree", "x", "xx",
    "xxx", "axxxb", "ab", "\0", "\0\0",
  ]

  @Test("every text is reached back to, saved over, destroyed, and made anew under the same identifier")
  func chain() throws {
    let journal = try othersJournal()
    defer { journal.remove() }
    var expected: [String] = []
    for (index, text) in Self.texts.enumerated() {
      try save(text, as: index + 1, over: index == 0 ? nil : index)
      expected.append(text ?? expected.last ?? "")
      for (earlier, text) in expected.enumerated() {
        #expect(try self.text(earlier + 1) == text, "\(earlier) of \(index)")
      }
    }
    let last = Self.texts.count
    try remove(over: last)
    #expect(try (1...last).map(text) == expected)
    for revision in (last + 1)...(last + 3) {
      try save("anew \(revision)", as: revision, over: revision == last + 1 ? nil : revision - 1)
      expected.append("anew \(revision)")
    }
    try remove(over: last + 3)
    #expect(try (1...(last + 3)).map(text) == expected)
    #expect(try text(last + 4) == nil && text(0) == nil)
  }

  @Test("a destroyed memo's are gone at once where nobody else has a journal", arguments: [false, true])
  func alone(hasJournal: Bool) throws {
    // The process's own journal does not count.
    let journal = hasJournal ? try othersJournal() : nil
    defer { journal?.remove() }
    for revision in 1...5 {
      try save("text \(revision)", as: revision, over: revision == 1 ? nil : revision - 1, journal: journal?.id)
      #expect(try (1...5).filter { try text($0) != nil } == Array(1...revision))
    }
    let mark = JournalMark(sequence: 0, version: 0, base: 0)
    _ = try store.write([StoreChange(try id, base: 5, .remove, mark: mark)], journal: journal?.id)
    #expect(try rows() == 0)
  }

  @Test(
    "a memo's revisions take no more than their room, and the newest are those that stay", arguments: [false, true])
  func budget(othersHaveJournals: Bool) throws {
    let journal = othersHaveJournals ? try othersJournal() : nil
    defer { journal?.remove() }
    let size = 3_000_000
    // Texts that share nothing: each revision takes its whole length.
    let texts = (0..<20).map { String(repeating: Character(UnicodeScalar(UInt8(97 + $0))), count: size) }
    for (index, text) in texts.enumerated() { try save(text, as: index + 1, over: index == 0 ? nil : index) }
    // 16 MiB and four times the length; the one that goes over it; and the one that was saved over last.
    let most = ((16 << 20) + 4 * size) / size + 2
    let kept = try (1...20).filter { try text($0) != nil }
    #expect(kept == Array((20 - most)...20))
    #expect(try rows() == most)
  }

  @Test("one that changes in a journal start from stays, however much is written over it", arguments: [true, false])
  func needed(isKnown: Bool) throws {
    let journal = try othersJournal()
    defer { journal.remove() }
    let (store, last) = (folder.store { isKnown ? [2, 3] : nil }, 14)
    let texts = (0..<last).map { String(repeating: Character(UnicodeScalar(UInt8(97 + $0))), count: 3_000_000) }
    for (index, text) in texts.enumerated() {
      try save(text, as: index + 1, over: index == 0 ? nil : index, in: store)
    }
    let kept = try (1...last).filter { try self.text($0) == texts[$0 - 1] }
    #expect(isKnown ? kept.contains(2) && kept.contains(3) && !kept.contains(1) : kept == Array(1...last))
  }

  @Test("a text that alone is more than their room can be brought back, until much else was written")
  func large() throws {
    let size = 17_000_000
    let text = String(repeating: "a", count: size)
    try save(text, as: 1, over: nil)
    for revision in 2...4 {
      try save(String(repeating: "b", count: revision), as: revision, over: revision - 1)
      #expect(try self.text(1)?.utf8.count == size)
    }
  }

  @Test("keystrokes take some bytes each, however long the text is")
  func keystrokes() throws {
    let journal = try othersJournal()
    defer { journal.remove() }
    let text = String(repeating: "memo ", count: 20_000)
    for revision in 1...100 {
      try save(text + String(repeating: "x", count: revision), as: revision, over: revision == 1 ? nil : revision - 1)
    }
    let connection = try SQLiteConnection(path: folder.database, busyTimeout: 0)
    #expect(try connection.integer("SELECT sum(length(edits)) FROM revisions") < 2500)
    #expect(try self.text(1) == text + "x")
  }

  @Test("a destroyed memo's are kept for others, and forgotten when there is no journal any more, and not before")
  func forgotten() throws {
    let journal = try othersJournal()
    for revision in 1...3 { try save("\(revision)", as: revision, over: revision == 1 ? nil : revision - 1) }
    try remove(over: 3)
    try save("4", as: 4, over: nil)
    try save("5", as: 5, over: 4)
    try store.forgetEndedJournals()
    #expect(try (1...5).map(text) == ["1", "2", "3", "4", "5"])
    #expect(
      try store.history(id, before: nil, limit: 9).entries.map(\.revision) == [5, 4], "the earlier memo's are not shown"
    )
    #expect(try store.pastMemo(id, revision: 3) == nil)
    journal.remove()
    try store.forgetEndedJournals()
    #expect(try (1...5).map(text) == [nil, nil, nil, "4", "5"])
  }

  @Test("a row that does not fit leads to no text at all")
  func damaged() throws {
    let journal = try othersJournal()
    defer { journal.remove() }
    try save("long text", as: 1, over: nil)
    try save("long texts", as: 2, over: 1)
    let connection = try SQLiteConnection(path: folder.database, busyTimeout: 1000)
    let zero = "0000000000000000"
    let edits = [
      "0b000000000000000b00000000000000\(zero)", "ffffffffffffffff0a00000000000000\(zero)", "01",
      "0a000000000000000900000000000000\(zero)", "\(zero)\(zero)01000000000000ff61", "\(zero)\(zero)020000000000000061",
    ]
    for damage in edits.map({ "edits = x'\($0)'" }) + ["next = 9", "next = revision"] {
      try connection.execute("BEGIN; CREATE TEMP TABLE kept AS SELECT * FROM revisions; COMMIT")
      try connection.execute("UPDATE revisions SET \(damage)")
      #expect(try text(1) == nil, "\(damage)")
      try connection.execute("DELETE FROM revisions; INSERT INTO revisions SELECT * FROM kept; DROP TABLE kept")
      #expect(try text(1) == "long text")
    }
  }
}
