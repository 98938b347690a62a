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
    let memo = try #require(kept.trashedMemos.first)
    let change = try OutsideChange.taking(
      Rope(memo.words), into: memo, base: memo, modifiedAt: kept.ahead.date, now: kept.ahead.date)
    #expect(try kept.other.write(change.map(\.change), journal: nil).isEmpty)
    try kept.rest()
    try kept.checkRest()
    #expect(kept.files == ["a.md": "groceries\n\n", "an idea.md": memo.words, "b.md": "another\n"])
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
