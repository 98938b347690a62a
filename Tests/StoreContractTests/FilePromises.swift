import MemoModel
import TestDoubles
import TestSupport
import Testing

@Suite("What every store promises of a folder's files")
struct FilePromises {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func row(_ path: String, _ memo: String, _ number: Int = 1, revision: Int = 0) throws -> FileRow {
    FileRow(
      path: path, id: try id(memo), revision: revision, size: number, modified: -number, changed: .max, inode: .min,
      born: number, hash: UInt128(number) << 100 | 7, isGone: number == 2, isReleased: number == 3)
  }

  @Test(
    "each part of a row is remembered, and rows come by the bytes of their paths", arguments: Implementation.allCases)
  func remembered(of implementation: Implementation) throws {
    let rows = [
      try row("B.md", "a", 1), try row("a b/\n.md", "b", 2), try row("a/e\u{301}.md", "c", 3),
      try row("a/\u{E9}.md", "d", 4),
    ]
    let store = try Place(implementation, in: folder).reopened { try $0.note(rows.reversed(), forgetting: []) }
    #expect(try store.fileRows() == rows)
  }

  @Test("a path has one memo and a memo one path; what is forgotten is gone", arguments: Implementation.writable)
  func replaced(of implementation: Implementation) throws {
    let store = Place(implementation, in: folder).store()
    try store.note([row("1", "a"), row("2", "b"), row("3", "c"), row("4", "d")], forgetting: [])
    // Two change places, one is renamed, one goes, one comes to its path.
    try store.note(
      [row("2", "a", 5), row("1", "b", 6), row("5", "c"), row("4", "e")], forgetting: [id("d"), id("none")])
    #expect(try store.fileRows() == [row("1", "b", 6), row("2", "a", 5), row("4", "e"), row("5", "c")])
    try store.note([row("2", "b")], forgetting: [])
    #expect(try store.fileRows() == [row("2", "b"), row("4", "e"), row("5", "c")])
    // What is forgotten and remembered at once is remembered.
    try store.note([row("6", "b")], forgetting: [id("b"), id("e"), id("c")])
    #expect(try store.fileRows() == [row("6", "b")])
  }

  @Test("others see what one has remembered", arguments: Implementation.writable)
  func shared(of implementation: Implementation) throws {
    let place = Place(implementation, in: folder)
    let (here, there) = (place.store(), place.store())
    try here.note([row("1", "a")], forgetting: [])
    #expect(try there.fileRows() == [row("1", "a")])
  }

  @Test(
    "a state that a file was last equal to can be merged with, however long ago that was",
    arguments: Implementation.writable, [true, false])
  func pinned(of implementation: Implementation, isNamed: Bool) throws {
    let store = Place(implementation, in: folder).store()
    func save(_ number: Int, at minute: Int) throws {
      let change = try change("a", text: "text \(number)", version: number, modified: minute * 60_000)
      let mark = JournalMark(sequence: 0, version: number, base: number - 1, revision: number)
      let kind = change.kind.replacing(number == 1 ? [] : Array("text \(number - 1)".utf8))
      _ = try store.write(
        [StoreChange(change.id, base: number == 1 ? nil : number - 1, kind, step: .edit(of: nil), by: nil, mark: mark)],
        journal: nil)
    }
    for number in 1...4 { try save(number, at: number) }
    if isNamed { try store.note([row("a.md", "a", revision: 2)], forgetting: []) }
    // Of an hour that is long ago the last state alone stays.
    for number in 5...9 { try save(number, at: number * 100 * 24 * 60) }
    let found = try store.memo(id("a"), revision: 2)?.words
    if isNamed { #expect(found == "text 2") }
    // That it would be gone else is what makes this a test.
    if !isNamed, implementation == .sqlite { #expect(found == nil) }
    #expect(try store.memo(id("a"), revision: 4)?.words == "text 4")
  }
}
