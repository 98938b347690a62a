import Foundation
import MemoModel
import TestDoubles
import TestSupport
import Testing

@testable import MemoFolder
@testable import Platform

@Suite("A folder whose store, whose disk or whose permissions fail")
struct FolderFaultTests {
  private let kept: KeptFolder

  private static let denied = ": Permission denied; allow writing to the file, and in its folder"

  private static let closed = ": Permission denied in its folder; allow writing there"

  init() throws { kept = try KeptFolder() }

  @Test("what the store did not take is stored the next time, though nothing has changed since")
  func refused() throws {
    try kept.write("one\n", "a.md")
    try kept.write("two\n", "b.md")
    try kept.rest()
    let store = try #require(kept.double)
    let id = try #require(kept.memo("b.md")).metadata.id
    for lies in [false, true] {
      try kept.write("one, \(lies)\n", "a.md")
      try kept.save("two, \(lies)\n", in: id)
      let failure = StoreError(.locked, "another process holds the store; try again")
      if lies { store.lieNext([failure]) } else { store.failNext([failure]) }
      #expect(throws: StoreError.self) { try kept.reconcile([.name("a.md")]) }
      try kept.rest { [] }
      try kept.checkRest()
      #expect(kept.texts == ["one, \(lies)\n", "two, \(lies)\n"])
      let history = try kept.other.history(#require(kept.memo("a.md")).metadata.id, before: nil, limit: 9)
      #expect(history.entries.count == (lies ? 3 : 2))
    }
  }

  @Test("a damaged memo holds up no other, and its file keeps its bytes")
  func damaged() throws {
    try kept.write("one\n", "a.md")
    try kept.write("two\n", "b.md")
    try kept.rest()
    let memo = try #require(kept.memo("a.md"))
    let query = ListQuery(sort: .title, order: .ascending, trashed: false, after: nil, limit: 1)
    let row = try #require(kept.other.list(query, leavingOut: []).rows.first)
    let update = TextUpdate([0xFF, 0xFE], replacing: memo.text.count)
    let mark = JournalMark(sequence: 0, version: 9, base: memo.revision)
    let change = StoreChange(
      memo.metadata.id, base: memo.revision, .put(row, text: update, references: nil), mark: mark)
    #expect(try kept.other.write([change], journal: nil).isEmpty)
    try kept.write("two and more\n", "b.md")
    for _ in 0..<3 {
      let report = try kept.reconcile()
      #expect(report.problems["a.md"]?.contains("damaged") == true)
      #expect(kept.files == ["a.md": "one\n", "b.md": "two and more\n"])
      #expect(kept.memo("b.md")?.words == "two and more\n")
    }
  }

  @Test("a file that may not be written keeps its bytes, is told, and is written once it may")
  func readOnly() throws {
    try kept.write("one\n", "a.md")
    try kept.rest()
    let id = try #require(kept.memo("a.md")).metadata.id
    chmod("\(kept.path)/a.md", 0o444)
    try kept.save("two\n", in: id)
    for _ in 0..<3 {
      let report = try kept.reconcile()
      #expect(report.problems == ["a.md": "can't be written\(Self.denied)"] && report.due != nil)
      #expect(kept.files == ["a.md": "one\n"] && kept.folder.staged.isEmpty)
    }
    try kept.reopen()
    #expect(try kept.keeper.survey().problems == ["a.md": "can't be written\(Self.denied)"])
    chmod("\(kept.path)/a.md", 0o644)
    #expect(try kept.keeper.survey().problems.isEmpty)
    try kept.reopen()
    kept.wait(milliseconds: 5_000)
    try kept.reconcile([])
    #expect(kept.files == ["a.md": "two\n"])
  }

  @Test("what is changed inside while a folder can't be read is in the file once it can")
  func unreadable() throws {
    try kept.write("one\n", "d/a.md")
    try kept.write("two\n", "b.md")
    try kept.rest()
    let id = try #require(kept.memo("d/a.md")).metadata.id
    // Even root may not.
    try giveToNobody()
    chmod("\(kept.path)/d", 0)
    try kept.save("one more\n", in: id)
    try asNobody {
      let report = try kept.reconcile()
      #expect(report.problems["d/a.md"]?.contains("Permission denied") == true && kept.texts.count == 2)
    }
    chmod("\(kept.path)/d", 0o755)
    try asNobody {
      kept.wait(milliseconds: 5_000)
      try kept.reconcile([])
    }
    #expect(kept.files == ["d/a.md": "one more\n", "b.md": "two\n"])
  }

  @Test("in a folder that can't be written nothing is lost, and no file in staging stays")
  func unwritable() throws {
    try kept.write("one\n", "d/a.md")
    try kept.write("two\n", "b.md")
    try kept.rest()
    let (a, b) = try (#require(kept.memo("d/a.md")).metadata.id, #require(kept.memo("b.md")).metadata.id)
    try giveToNobody()
    chmod("\(kept.path)/d", 0o555)
    try kept.save("one more\n", in: a)
    try kept.save("two more\n", in: b)
    try asNobody {
      let report = try kept.reconcile()
      #expect(report.problems == ["d/a.md": "can't be written\(Self.closed)"])
      #expect(kept.files == ["d/a.md": "one\n", "b.md": "two more\n"])
      // A mere question is answered the same, and leaves nothing behind.
      try kept.reopen()
      let survey = try kept.keeper.survey()
      #expect(survey.differences == ["d/a.md": .memo] && survey.problems == report.problems)
      #expect(kept.folder.staged.allSatisfy { StagedName($0) != nil })
      try kept.trash(a)
      #expect(try kept.keeper.survey().problems == ["d/a.md": "can't be removed\(Self.closed)"])
      #expect(try kept.reconcile().problems == ["d/a.md": "can't be removed\(Self.closed)"])
    }
    chmod("\(kept.path)/d", 0o755)
    try kept.rest()
    #expect(kept.files == ["b.md": "two more\n"])
    try kept.checkRest()
  }

  @Test("a file that could not keep its owner is left and told", .enabled(if: geteuid() == 0))
  func owner() throws {
    try kept.write("one\n", "a.md")
    try kept.rest()
    let id = try #require(kept.memo("a.md")).metadata.id
    try giveToNobody()
    chown("\(kept.path)/a.md", 1, 1)
    chmod("\(kept.path)/a.md", 0o666)
    try kept.save("two\n", in: id)
    try asNobody {
      let report = try kept.reconcile()
      #expect(report.problems["a.md"]?.contains("belongs to another user") == true)
      #expect(kept.files == ["a.md": "one\n"] && kept.folder.staged.isEmpty)
      try kept.reopen()
      #expect(try kept.keeper.survey().problems == report.problems)
    }
  }

  @Test(
    "where a file's folder can't be written that is told, and nothing of whose the file is",
    .enabled(if: geteuid() == 0))
  func closedFolder() throws {
    try kept.write("one\n", "d/a.md")
    try kept.rest()
    let id = try #require(kept.memo("d/a.md")).metadata.id
    try giveToNobody()
    chown("\(kept.path)/d/a.md", 1, 1)
    chmod("\(kept.path)/d/a.md", 0o666)
    chmod("\(kept.path)/d", 0o555)
    try kept.save("two\n", in: id)
    try asNobody {
      #expect(try kept.reconcile().problems == ["d/a.md": "can't be written\(Self.closed)"])
      #expect(kept.files == ["d/a.md": "one\n"] && kept.folder.staged.isEmpty)
      try kept.reopen()
      #expect(try kept.keeper.survey().problems == ["d/a.md": "can't be written\(Self.closed)"])
    }
    chmod("\(kept.path)/d", 0o755)
  }

  @Test("where staging can't be written that is what is told", .enabled(if: geteuid() == 0))
  func closedStaging() throws {
    try kept.write("one\n", "a.md")
    try giveToNobody()
    try kept.save("two\n", in: #require(kept.memo("a.md")).metadata.id)
    chmod("\(kept.path)/.memo-ls/staging", 0o555)
    try asNobody {
      let told = try [kept.reconcile().problems, kept.keeper.survey().problems]
      let problem = "can't be written: Permission denied in .memo-ls/staging; allow writing there"
      #expect(told == [["a.md": problem], ["a.md": problem]] && kept.files == ["a.md": "one\n"])
    }
  }

  @Test(
    "what a failing disk may have lost is told as that, equals nothing, and is written anew once the disk works",
    arguments: [true, false], [true, false])
  func unsynced(exchanges: Bool, reopens: Bool) throws {
    let kept = try KeptFolder(canExchange: exchanges)
    try kept.write("one\n", "a.md")
    try kept.rest()
    let (id, row) = (try #require(kept.memo("a.md")).metadata.id, try kept.other.fileRows())
    try kept.save("two\n", in: id)
    kept.disk.begin()
    var numbers: Set<UInt64?> = []
    for _ in 0..<3 {
      if reopens { try kept.reopen() }
      let report = try kept.reconcile()
      #expect(report.problems == ["a.md": "has its memo's text, but that may not be on the disk yet\(Self.broken)"])
      #expect(try kept.files == ["a.md": "two\n"] && kept.other.fileRows() == row)
      let survey = try kept.keeper.survey()
      #expect(!survey.isEqual && survey.problems["a.md"]?.contains("may not be on the disk") == true)
      kept.wait(milliseconds: 5_000)
      numbers.insert(inode("a.md", in: kept))
    }
    // It does not change again and again meanwhile.
    #expect(numbers.count == 1)
    kept.disk.end()
    if reopens { try kept.reopen() }
    try kept.rest { [] }
    kept.wait(milliseconds: 20_000)
    try kept.rest()
    try kept.checkRest()
    #expect(kept.files == ["a.md": "two\n"] && !numbers.contains(inode("a.md", in: kept)))
    #expect(try kept.other.fileRows().map(\.hash) == [ContentHash.of(Array("two\n".utf8))])
  }

  @Test("a file that is new, and one that is removed, while the disk fails, is remembered once the disk works")
  func unsyncedNews() throws {
    try kept.write("one\n", "a.md")
    try kept.rest()
    let (id, row) = (try #require(kept.memo("a.md")).metadata.id, try kept.other.fileRows())
    try kept.save("new\n")
    try kept.trash(id)
    kept.disk.begin()
    for _ in 0..<2 {
      let problems = try kept.reconcile().problems
      #expect(problems["new.md"] == "has its memo's text, but that may not be on the disk yet\(Self.broken)")
      #expect(problems["a.md"] == "is removed, but that may not be on the disk yet\(Self.broken)")
      #expect(try kept.files == ["new.md": "new\n"] && kept.other.fileRows() == row)
      kept.wait(milliseconds: 5_000)
    }
    kept.disk.end()
    try kept.rest { [] }
    kept.wait(milliseconds: 20_000)
    try kept.rest()
    try kept.checkRest()
    #expect(kept.files == ["new.md": "new\n"] && kept.memos.count == 1)
    #expect(try kept.other.fileRows().map(\.isGone).sorted { !$0 && $1 } == [false, true])
  }

  @Test(
    "a file that is restored, in a folder that is made anew, is remembered once the disk has both",
    arguments: [.max, 2])
  func unsyncedRestored(failures: Int) throws {
    for name in ["d/in/a.md", "b.md"] { try kept.write("one\n", name) }
    try kept.rest()
    let id = try #require(kept.memo("d/in/a.md")).metadata.id
    try kept.trash(id)
    try kept.rest()
    try kept.remove("d")
    try kept.save("two\n", in: id)
    // The names of the two folders come first.
    kept.disk.begin(failures)
    for _ in 0..<(failures == 2 ? 1 : 3) {
      let problems = try kept.keeper.reconcile().problems
      #expect(problems == ["d/in/a.md": "has its memo's text, but that may not be on the disk yet\(Self.broken)"])
      #expect(contents("\(kept.path)/d/in/a.md") == Array("two\n".utf8))
      #expect(try kept.other.fileRows().contains { $0.isGone })
      kept.wait(milliseconds: 5_000)
    }
    if failures == .max { kept.disk.end() }
    try kept.rest { [] }
    try kept.rest()
    try kept.checkRest()
    #expect(try kept.other.fileRows().map(\.path).sorted() == ["b.md", "d/in/a.md"] && kept.memos.count == 2)
    #expect(try !kept.other.fileRows().contains { $0.isGone })
  }

  @Test("what is undone in a memo while the disk fails is no change of its file's")
  func unsyncedAndUndone() throws {
    try kept.write("one\n", "a.md")
    try kept.rest()
    let id = try #require(kept.memo("a.md")).metadata.id
    kept.disk.begin()
    for text in ["two\n", "one\n"] {
      try kept.save(text, in: id)
      try kept.reconcile()
    }
    kept.disk.end()
    kept.wait(milliseconds: 5_000)
    try kept.rest()
    #expect(kept.texts == ["one\n"] && kept.files == ["a.md": "one\n"])
  }

  private static let broken = ": Input/output error; check the disk"

  private func inode(_ name: String, in kept: KeptFolder) -> UInt64? {
    kept.folder.root.entry(FilePath(name)).flatMap { FileStatus($0) }?.mark.inode
  }

  @Test("what can't be read is told with the cause, and so are memos that can have no file")
  func surveyed() throws {
    try kept.write("one\n", "d/a.md")
    try kept.write("two\n", "b.md")
    try kept.rest()
    try giveToNobody()
    chmod("\(kept.path)/d", 0)
    chmod(kept.path, 0o555)
    let id = try kept.save("new\n")
    try asNobody {
      try kept.reopen()
      let survey = try kept.keeper.survey()
      #expect(survey.differences == ["d/a.md": .unreadable] && survey.unfiled == [id])
      let unread = "can't be read: Permission denied; allow reading it"
      #expect(survey.problems == ["d/a.md": unread, "new.md": "can't be written\(Self.closed)"])
    }
    chmod("\(kept.path)/d", 0o755)
    chmod(kept.path, 0o755)
  }

  @Test("nothing is said to be in the way of a file whose folder is to be made, or is something else")
  func surveyedWithoutFolder() throws {
    try kept.write("one\n", "d/in/a.md")
    try kept.write("two\n", "b.md")
    try kept.rest()
    let id = try #require(kept.memo("d/in/a.md")).metadata.id
    for isBlocked in [false, true] {
      try kept.remove("d")
      if isBlocked { try kept.write("no folder", "d") }
      try kept.save("one more, \(isBlocked)\n", in: id)
      try kept.reopen()
      _ = try kept.keeper.survey()
      kept.wait(milliseconds: 1_100)
      let survey = try kept.keeper.survey()
      #expect(survey.differences == ["d/in/a.md": .memo] && survey.problems.isEmpty, "\(survey.problems)")
      // It was tried, and nothing of that is left.
      #expect(!kept.folder.staged.contains { $0.hasPrefix("try.") })
      if !isBlocked { try kept.rest() }
    }
  }

  @Test("a memo that has more bytes than a note may has no file, which is told")
  func tooLong() throws {
    let id = try kept.save(String(repeating: "x", count: 1 << 20 + 1))
    for _ in 0..<2 {
      let report = try kept.reconcile()
      #expect(report.problems.values.first?.contains("more than a note may; shorten it") == true && kept.files.isEmpty)
    }
    try kept.save("short", in: id)
    try kept.rest()
    #expect(kept.files == ["short.md": "short"])
  }

  @Test("rules that can't be read are told, and what they may name becomes no memo, whichever process looks")
  func unreadableRules() throws {
    try kept.write("private/\n", ".gitignore")
    try kept.write("secret\n", "private/s.md")
    try kept.write("one\n", "d/a.md")
    try kept.rest()
    try giveToNobody()
    chmod("\(kept.path)/.gitignore", 0)
    for reopens in [false, true] {
      if reopens { try kept.reopen() }
      try asNobody {
        let report = try kept.reconcile()
        #expect(report.skipped[".gitignore"] == .unreadable(EACCES) && report.due != nil)
        kept.wait(milliseconds: 5_000)
        try kept.reconcile([])
      }
      #expect(kept.memos.count == 1 && kept.trashedMemos.isEmpty)
    }
    chmod("\(kept.path)/.gitignore", 0o644)
    try kept.write("two\n", "b.md")
    kept.wait(milliseconds: 5_000)
    try kept.reconcile([])
    #expect(kept.texts == ["one\n", "two\n"])
  }

  /// Has everything belong to a user who is not root.
  private func giveToNobody() throws {
    guard geteuid() == 0 else { return }
    for name in ["", "/.memo-ls", "/.memo-ls/staging", "/.memo-ls/id"] + kept.everything().keys.map({ "/\($0)" }) + [
      "/d"
    ] {
      chown(kept.path + name, Self.nobody, Self.nobody)
    }
    // A new owner is no change of a file's contents.
    try kept.rest()
  }

  private static let nobody: UInt32 = 65534

  /// Does something with that user's rights; only root can take on anybody's.
  private func asNobody(_ body: () throws -> Void) throws {
    guard geteuid() == 0 else { return try body() }
    // As glibc declares both; they hold for this thread alone.
    typealias Setter = @convention(c) (UInt32) -> Int32
    let names: [String] = ["setfsgid", "setfsuid"]
    let setters = try names.map { name in unsafeBitCast(try #require(dlsym(nil, name)), to: Setter.self) }
    for set in setters { _ = set(Self.nobody) }
    defer { for set in setters.reversed() { _ = set(0) } }
    try body()
  }
}
