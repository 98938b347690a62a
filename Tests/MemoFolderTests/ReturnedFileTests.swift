import MemoEngine
import MemoModel
import MemoText
import TestSupport
import Testing

@testable import MemoFolder
@testable import Platform

@Suite("A file where one was whose memo is in the trash")
struct ReturnedFileTests {
  /// A folder in which a note went to the trash, and time has passed since.
  private func kept(after milliseconds: Int) throws -> (KeptFolder, MemoID) {
    let kept = try KeptFolder()
    try kept.write("an idea\n\nits end\n", "a.md")
    try kept.write("another\n", "b.md")
    try kept.rest()
    let id = try #require(kept.memo("a.md")).metadata.id
    try kept.remove("a.md")
    try kept.rest()
    #expect(kept.trashedMemos.map(\.metadata.id) == [id])
    kept.wait(milliseconds: milliseconds)
    return (kept, id)
  }

  @Test("is another note after a minute if it has no line of that, and the other one can be restored beside it")
  func another() throws {
    let (kept, id) = try kept(after: 61_000)
    try kept.write("groceries\n\n", "a.md")
    try kept.rest()
    #expect(kept.memo("a.md")?.metadata.id != id && kept.trashedMemos.map(\.metadata.id) == [id])
    let memo = try restore(in: kept)
    #expect(kept.files == ["a.md": "groceries\n\n", "a 2.md": memo.words, "b.md": "another\n"])
  }

  /// Restores the memo that is in the trash, as another process does.
  private func restore(in kept: KeptFolder) throws -> StoredMemo {
    let memo = try #require(kept.trashedMemos.first)
    let change = try OutsideChange.taking(
      Rope(memo.words), into: memo, base: memo, modifiedAt: kept.ahead.date, now: kept.ahead.date)
    #expect(try kept.other.write(change.map(\.change), journal: nil).isEmpty)
    try kept.rest()
    try kept.checkRest()
    return memo
  }

  private func permissions(_ name: String, in kept: KeptFolder) -> Int? {
    kept.folder.root.entry(FilePath(name)).flatMap { FileStatus($0) }.map { Int($0.permissions) }
  }

  @Test(
    "gets the permissions that it had once it is restored, though others have its name by then",
    arguments: [1, 2], [true, false])
  func restored(others: Int, reopens: Bool) throws {
    let kept = try KeptFolder()
    try kept.write("Diary\nprivate\n", "d/Diary.md")
    try kept.write("another\n", "d/b.md")
    chmod("\(kept.path)/d/Diary.md", 0o600)
    try kept.rest()
    let id = try #require(kept.memo("d/Diary.md")).metadata.id
    for number in 0..<others {
      try kept.trash(#require(kept.memo("d/Diary.md")).metadata.id)
      try kept.rest()
      kept.wait(milliseconds: 61_000)
      try kept.write("\(number)\n", "d/Diary.md")
      try kept.rest()
      if reopens { try kept.reopen() }
    }
    if others == 2 { try kept.destroy(#require(kept.trashedMemos.first { $0.metadata.id != id })) }
    _ = try restore(in: kept)
    #expect(kept.memo("d/Diary 2.md")?.metadata.id == id && permissions("d/Diary 2.md", in: kept) == 0o600)
    #expect(kept.files["d/Diary.md"] == "\(others - 1)\n" && kept.memos.count == 3)
  }

  @Test("is the same note by its text, under whatever name, though another has its name", arguments: [true, false])
  func known(isGone: Bool) throws {
    let (kept, id) = try kept(after: 61_000)
    try kept.write("groceries\n", "a.md")
    try kept.rest()
    if isGone {
      try kept.remove("a.md")
      try kept.rest()
    }
    try kept.write("an idea\n\nits end\n", isGone ? "a.md" : "old.md")
    try kept.rest()
    try kept.checkRest()
    #expect(kept.memo(isGone ? "a.md" : "old.md")?.metadata.id == id)
    #expect(kept.trashedMemos.map(\.words) == (isGone ? ["groceries\n"] : []))
    // Nor has it lost the other one.
    if isGone {
      try kept.write("groceries\n", "c.md")
      try kept.rest()
      try kept.checkRest()
      #expect(kept.trashedMemos.isEmpty && kept.memos.count == 3)
    }
  }

  @Test("of two that said the same, the one that had the name comes back")
  func namesake() throws {
    let kept = try KeptFolder()
    for name in ["a.md", "b.md"] { try kept.write("template\n", name) }
    try kept.write("another\n", "c.md")
    try kept.rest()
    let id = try #require(kept.memo("b.md")).metadata.id
    for name in ["a.md", "b.md"] { try kept.remove(name) }
    try kept.rest()
    try kept.write("template\n", "b.md")
    try kept.rest()
    try kept.checkRest()
    #expect(kept.memo("b.md")?.metadata.id == id && kept.trashedMemos.count == 1)
  }

  @Test(
    "is the same note if it has a line of that, or comes soon",
    arguments: [(61_000, "more\nits end\n"), (61_000, "an idea\n\nits end\n"), (0, "groceries\n")])
  func same(after milliseconds: Int, text: String) throws {
    let (kept, id) = try kept(after: milliseconds)
    try kept.write(text, "a.md")
    try kept.rest()
    try kept.checkRest()
    #expect(kept.memo("a.md")?.metadata.id == id && kept.memo("a.md")?.words == text && kept.trashedMemos.isEmpty)
  }
}
