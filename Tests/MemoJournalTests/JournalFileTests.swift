import Dispatch
import Foundation
import JSON
import MemoModel
import StoreFiles
import Synchronization
import TestSupport
import Testing

@testable import MemoJournal

/// The files of a journal, from their making to their end.
extension JournalTests {
  func orphans(_ folder: TemporaryFolder) throws -> [any OrphanedJournal] {
    Array(try JournalFolder.orphans(database: folder.database))
  }

  @Test("where there is no folder there are no journals")
  func nowhere() throws {
    let folder = try TemporaryFolder()
    #expect(try JournalFolder.allFiles(database: "\(folder.path)/none/memos.db") == [])
  }

  @Test("a journal outlives its process over any number of files, and only one finder gets it")
  func orphan() throws {
    let folder = try TemporaryFolder()
    let records = try (0..<60).flatMap { _ in try Self.records() }
    var journal: CrashJournal? = CrashJournal(database: folder.database, segmentSize: 1024)
    for record in records { _ = try journal?.append(record) }
    #expect(try orphans(folder).isEmpty, "its process lives")
    let id = journal?.id
    journal?.waitForBackground()
    journal = nil
    let found = try orphans(folder)
    let orphan = try #require(found.first)
    #expect(found.count == 1 && orphan.id == id)
    #expect(try JournalFolder.journals(database: folder.database) == [orphan.id])
    #expect(orphan.records.map(\.record) == records && orphan.records.map(\.sequence) == Array(1...840))
    #expect(!orphan.isDamaged)
    #expect(try orphans(folder).isEmpty, "somebody has it")
    orphan.remove()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test("a journal that is brought back just now is told from one whose process lives")
  func recoverers() throws {
    let folder = try TemporaryFolder()
    var journals = (0..<2).map { _ in CrashJournal(database: folder.database, segmentSize: 1024) }
    let records = try Self.records()
    for journal in journals { for record in records { _ = try journal.append(record) } }
    let ids = journals.map(\.id)
    for journal in journals { journal.waitForBackground() }
    journals.removeLast()
    let named = Set(records.map(\.id))
    let recoverer = try orphans(folder)
    #expect(recoverer.map(\.id) == [ids[1]])
    var skipped: [StoreError.Reason] = []
    #expect(Array(try JournalFolder.orphans(database: folder.database) { skipped.append($0.reason) }).isEmpty)
    #expect(skipped == [.locked], "one is being brought back, the other one's process lives")
    let changes = try #require(JournalFolder.lastChanges(database: folder.database))
    #expect(changes.mapValues { Set($0.keys) } == [ids[1]: named])
    withExtendedLifetime((recoverer, journals)) {}
  }

  @Test("the revisions that changes stand on are told of all journals, of living processes and of ended ones")
  func bases() throws {
    let folder = try TemporaryFolder()
    let records = try Self.records()
    let bases = Set(records.map(\.base))
    #expect(JournalFolder.bases(database: folder.database) == [])
    var journals = (0..<2).map { _ in CrashJournal(database: folder.database, segmentSize: 1024) }
    for (index, record) in records.enumerated() { _ = try journals[index % 2].append(record) }
    #expect(bases.count > 1 && JournalFolder.bases(database: folder.database) == bases)
    for journal in journals { journal.waitForBackground() }
    journals = []
    #expect(JournalFolder.bases(database: folder.database) == bases)
    let path = JournalFolder.path(database: folder.database, journal: 7, number: 1)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(JournalFolder.bases(database: folder.database) == nil, "who knows what it has")
  }

  @Test(
    "journals are found under any name, and those with a name that only looks the same are not",
    arguments: [
      ("메모", "메모2"), ("caf\u{E9}.sqlite", "cafe\u{301}.sqlite"), ("\u{301}x", "x"), ("a-edits-b", "a"),
      ("a", "a-edits-b"),
      ("👩‍👩‍👧‍👦 notes", "👩 notes"),
    ])
  func names(name: String, other: String) throws {
    let folder = try TemporaryFolder()
    let inner = "\(folder.path)/폴더 e\u{301}"
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: false)
    let database = "\(inner)/\(name)"
    let records = try Self.records()
    var journals = (0..<2).map { _ in CrashJournal(database: database, segmentSize: 4096) }
    let stranger = CrashJournal(database: "\(inner)/\(other)", segmentSize: 4096)
    for journal in journals + [stranger] { for record in records { _ = try journal.append(record) } }
    let ids = Set(journals.map(\.id))
    #expect(try JournalFolder.journals(database: database) == ids)
    journals.removeAll()
    let orphans = Array(try JournalFolder.orphans(database: database))
    #expect(Set(orphans.map(\.id)) == ids && orphans.allSatisfy { !$0.isDamaged && $0.records.count == records.count })
  }

  @Test("files whose changes are all saved go, and the journal itself goes at the end")
  func forgetting() throws {
    let folder = try TemporaryFolder()
    let journal = CrashJournal(database: folder.database, segmentSize: 1024)
    var last = 0
    for _ in 0..<60 { for record in try Self.records() { last = try journal.append(record) } }
    journal.forget(before: last + 1)
    journal.waitForBackground()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count <= 2)
    journal.remove()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test("its size is that of the files that are there, however much was written, saved and lost")
  func size() throws {
    let folder = try TemporaryFolder()
    let journal = CrashJournal(database: folder.database, segmentSize: 1024)
    func check(_ what: String) throws {
      journal.waitForBackground()
      let paths = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      let sizes = try paths.map { try Data(contentsOf: URL(filePath: "\(folder.path)/\($0)")).count }
      #expect(journal.bytes == sizes.reduce(0, +), "\(what)")
    }
    func write() throws -> Int { try Self.records().map { try journal.append($0) }.last ?? 0 }
    try check("nothing was written")
    for round in 0..<60 {
      let last = try write()
      // What is still typed when a save ends keeps the journal from ever being empty.
      if round.isMultiple(of: 7) { journal.forget(before: last) }
      try check("round \(round)")
    }
    journal.forget(before: .max)
    try check("all is saved")
    _ = try write()
    journal.restart()
    try check("restarted")
    _ = try write()
    journal.remove()
    try check("removed")
    #expect(journal.bytes == 0)
  }

  @Test(
    "a long text stands between its neighbours, in their file or, where that is too small, in one of its own size",
    arguments: [1024, 4 << 20], [500_000, 65_537, 65_536, 65_535])
  func large(segmentSize: Int, count: Int) throws {
    let folder = try TemporaryFolder()
    let text =
      Array(String(repeating: "memo 한 ", count: count / 9 + 1).utf8.prefix(count / 9 * 9))
      + Array("123456789".utf8.prefix(count % 9))
    // In pieces of odd lengths, as a rope has them.
    let whole = WholeText(count: count) { take in
      for start in stride(from: 0, to: count, by: 1533) {
        text[start..<min(start + 1533, count)].withUnsafeBufferPointer(take)
      }
    }
    let id = try #require(MemoID("large"))
    let record = JournalRecord(id: id, version: 1, base: 0, change: .created(Self.state, text: whole))
    let records = try Self.records() + [record] + Self.records() + [record] + Self.records()
    do {
      let journal = CrashJournal(database: folder.database, segmentSize: segmentSize)
      for record in records { _ = try journal.append(record) }
      journal.waitForBackground()
    }
    let orphan = try #require(orphans(folder).first)
    #expect(orphan.records.map(\.record) == records && !orphan.isDamaged)
  }

  @Test("kept aside, a journal is not found again but still there")
  func aside() throws {
    let folder = try TemporaryFolder()
    do { _ = try CrashJournal(database: folder.database, segmentSize: 4096).append(try Self.records()[0]) }
    try orphans(folder).first?.setAside()
    #expect(try orphans(folder).isEmpty)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(files.count == 1 && files.allSatisfy { $0.hasSuffix(".bad") })
  }

  @Test("a file under another journal's name is told as damage")
  func othersName() throws {
    let folder = try TemporaryFolder()
    do { _ = try CrashJournal(database: folder.database, segmentSize: 4096).append(try Self.records()[0]) }
    let file = try #require(FileManager.default.contentsOfDirectory(atPath: folder.path).first)
    let other = JournalFolder.path(database: folder.database, journal: 7, number: 1)
    try FileManager.default.moveItem(atPath: "\(folder.path)/\(file)", toPath: other)
    #expect(try orphans(folder).map(\.isDamaged) == [true])
  }

  @Test("a file whose header was never finished counts as unused, and one with records never does")
  func unfinished() throws {
    let bytes = try Self.segment(try Self.records())
    for length in 0..<JournalFormat.headerSize {
      // The first word is written last.
      var unfinished = [UInt8](repeating: 0, count: 8192)
      for index in 8..<max(8, length) { unfinished[index] = bytes[index] }
      #expect(JournalFormat.header(of: unfinished) == nil && JournalFormat.isUnused(unfinished))
    }
    #expect(!JournalFormat.isUnused([UInt8](repeating: 0, count: 8) + bytes[8...]))
  }
  @Test("a file cut short, moved or deleted under the journal is noticed, and what is recorded anew comes back")
  func lost() throws {
    let damages: [(String) throws -> Void] = [
      { path in _ = truncate(path, 0) }, { path in _ = truncate(path, 4096) },
      { path in try FileManager.default.removeItem(atPath: path) },
      { path in try FileManager.default.moveItem(atPath: path, toPath: path.replacing("-edits-", with: "-away-")) },
    ]
    for (index, damage) in damages.enumerated() {
      let folder = try TemporaryFolder()
      var journal: CrashJournal? = CrashJournal(database: folder.database, segmentSize: 64 << 10)
      let records = try Self.records()
      for record in records { _ = try journal?.append(record) }
      let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path).first)
      journal?.inspect()
      #expect(journal?.isLost == false)
      try damage("\(folder.path)/\(name)")
      if index < 2 {
        // Far enough to touch a page that is no longer there: the process goes on.
        while journal?.isLost == false { for record in records { _ = try journal?.append(record) } }
      } else {
        journal?.inspect()
      }
      #expect(journal?.isLost == true)
      journal?.restart()
      #expect(journal?.isLost == false)
      for record in records { _ = try journal?.append(record) }
      journal?.waitForBackground()
      journal = nil
      let found = try #require(orphans(folder).first { !$0.records.isEmpty })
      #expect(found.records.map(\.record) == records && !found.isDamaged, "damage \(index)")
    }
  }

  @Test("a file that can't be looked at now is not taken for lost")
  func unseen() throws {
    let folder = try TemporaryFolder()
    let journal = CrashJournal(database: folder.database)
    _ = try journal.append(Self.records()[0])
    // The folder's name leads in a circle, as on a disk that fails for a while.
    let away = folder.path + "-away"
    try FileManager.default.moveItem(atPath: folder.path, toPath: away)
    try FileManager.default.createSymbolicLink(atPath: folder.path, withDestinationPath: folder.path)
    journal.inspect()
    #expect(!journal.isLost)
    try FileManager.default.removeItem(atPath: folder.path)
    journal.inspect()
    #expect(journal.isLost)
    try FileManager.default.moveItem(atPath: away, toPath: folder.path)
  }

  @Test("processes that start and look for orphans keep no other from making its journal")
  func starting() throws {
    let folder = try TemporaryFolder()
    let (database, record) = (folder.database, try Self.records()[0])
    let isDone = Mutex(false)
    let lookers = DispatchGroup()
    for _ in 0..<8 {
      DispatchQueue.global().async(group: lookers) {
        while !isDone.withLock({ $0 }) {
          // One that can't be read is looked at again.
          if let orphans = try? JournalFolder.orphans(database: database) { for orphan in orphans { orphan.remove() } }
        }
      }
    }
    defer {
      isDone.withLock { $0 = true }
      lookers.wait()
    }
    for _ in 0..<2000 {
      let journal = CrashJournal(database: database, segmentSize: 4096)
      _ = try journal.append(record)
      journal.remove()
    }
  }
}
