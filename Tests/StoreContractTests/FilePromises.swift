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
      born: number, permissions: number == 4 ? nil : 0o7770 + UInt16(number), hash: UInt128(number) << 100 | 7,
      isGone: number == 2, isReleased: number == 3)
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

  @Test("a row that is kept aside is remembered, and no file of its memo", arguments: Implementation.writable)
  func aside(of implementation: Implementation) throws {
    let store = Place(implementation, in: folder).store()
    let said = MemoReferences(title: "milk")
    try store.write([change("a", text: "milk\neggs", title: "milk", references: said)])
    try store.note([row("x/Old.md", "a", 2)], forgetting: [])
    #expect(try called("a", in: store) == "Old")
    let aside = try row("x/Old.md", "a", 2).keptAside
    #expect(aside.path == ".memo-ls/gone/a/x/Old.md" && aside.formerPath == "x/Old.md" && aside.keptAside == aside)
    try store.note([aside, row("x/Old.md", "b")], forgetting: [])
    #expect(try store.fileRows() == [aside, row("x/Old.md", "b")])
    #expect(try called("a", in: store) == "milk" && store.files(of: [id("a")]).isEmpty)
  }

  @Test(
    "changes and rows are stored together, or neither is where a memo has changed meanwhile",
    arguments: Implementation.writable)
  func together(of implementation: Implementation) throws {
    let store = Place(implementation, in: folder).store()
    let made = [try put("a", "one", over: nil, as: 11), try put("b", "two", over: nil, as: 12)]
    #expect(try store.write(made, noting: [row("1", "a"), row("2", "b")], forgetting: []).isEmpty)
    #expect(try store.fileRows() == [row("1", "a"), row("2", "b")])
    let stale = try store.write(
      [put("c", "three", over: nil, as: 13), put("a", "again", over: 9, as: 14, version: 2)],
      noting: [row("3", "c"), row("1", "a", 5)], forgetting: [id("b")])
    #expect(stale.map(\.id) == [try id("a")] && stale.first?.stored?.words == "one")
    #expect(try store.fileRows() == [row("1", "a"), row("2", "b")] && store.memo(id("c")) == nil)
    #expect(try store.write([], noting: [row("4", "a")], forgetting: [id("b")]).isEmpty)
    #expect(try store.fileRows() == [row("4", "a")])
    // A new memo's file has come to the place of another's.
    let late = try put("d", "four", over: nil, as: 15)
    #expect(try store.write([late], noting: [row("4", "d", 5)], forgetting: []).isEmpty)
    #expect(try store.fileRows() == [row("4", "d", 5)] && store.memo(id("a"))?.file == nil)
  }

  /// What lists and completion call a memo.
  private func called(_ memo: String, in store: any MemoStore) throws -> String? {
    let query = ListQuery(sort: .title, order: .ascending, trashed: false, after: nil, limit: 9)
    let row = try store.list(query, leavingOut: []).rows.first { $0.summary.metadata.id.description == memo }
    let title = try #require(row?.summary.displayTitle)
    let said = try store.references(of: [id(memo)], over: UnsavedReferences())[id(memo)]
    let names = try store.names(matching: title, limit: 9, over: UnsavedReferences())
    let isSame = said?.title == title && names.map(\.title) == [title] && row?.sortTitle == title.lowercased()
    return isSame ? title : nil
  }

  @Test("a memo that is a file is called as its text and its file say, at once", arguments: Implementation.writable)
  func titled(of implementation: Implementation) throws {
    let place = Place(implementation, in: folder)
    let (store, other) = (place.store(), place.store())
    let said = MemoReferences(title: "milk", tags: ["X"])
    try store.write([change("a", text: "milk\neggs #X", title: "milk", references: said)])
    #expect(try called("a", in: store) == "milk")
    let start = try other.externalChanges(since: nil).changeSequence
    try store.note([row("b/Shop.md", "a", 1)], forgetting: [])
    #expect(try called("a", in: store) == "Shop")
    #expect(try store.memo(id("a"))?.file == MemoFile(path: "b/Shop.md"))
    let told = try other.externalChanges(since: start)
    #expect(told.changes.map(\.isFiling) == [true] && told.changes.map(\.baseVersion) == [1])
    // The same file again is nothing new.
    try store.note([row("b/Shop.md", "a", 4)], forgetting: [])
    #expect(try other.externalChanges(since: told.changeSequence).changes.isEmpty)
    try store.note([row("Mall.md", "a", 1)], forgetting: [])
    #expect(try called("a", in: store) == "Mall")
    // Its former title is remembered, except by stores that remember titles by saves.
    let old = LinkTarget(name: "shop", identifier: nil)
    if implementation == .sqlite {
      let destination = try store.destinations(of: [old], over: UnsavedReferences())[0]
      #expect(destination == .renamed(LinkDestination.LeadsTo(id: try id("a"), title: "Mall")))
    }
    var follower = try row("Mill.md", "a", 1)
    follower.followsTitle = true
    try store.note([follower], forgetting: [])
    #expect(try called("a", in: store) == "milk")
    // Another comes to its path, then it has none.
    try store.note([row("Mall.md", "a", 1)], forgetting: [])
    try store.note([row("Mall.md", "b", 1)], forgetting: [])
    #expect(try called("a", in: store) == "milk" && store.memo(id("a"))?.file == nil)
    try store.note([row("Mall.md", "a", 1)], forgetting: [])
    try store.note([row("Mall.md", "a", 3)], forgetting: [])
    #expect(try called("a", in: store) == "milk" && store.files(of: [id("a")]).isEmpty)
    try store.note([row("Mall.md", "a", 2)], forgetting: [])
    #expect(try called("a", in: store) == "Mall")
    try store.note([], forgetting: [id("a")])
    #expect(try called("a", in: store) == "milk")
  }

  @Test("what was worked out for another file is worked out anew", arguments: Implementation.writable)
  func overtaken(of implementation: Implementation) throws {
    let store = Place(implementation, in: folder).store()
    try store.write([change("a", text: "milk", title: "milk", references: MemoReferences(title: "milk"))])
    try store.note([row("Shop.md", "a", 1)], forgetting: [])
    // As somebody writes it who does not know of the file.
    try store.write([change("a", text: "eggs", version: 2, title: "eggs", references: MemoReferences(title: "eggs"))])
    #expect(try called("a", in: store) == "Shop")
    try store.write([change("b", text: "late", title: "late")])
    try store.note([row("Late.md", "b", 1)], forgetting: [])
    let memo = try #require(try store.memo(id("b")))
    let change = try change("b", text: "late", title: "late")
    guard case .put(let listed, _, _) = change.kind else {
      Issue.record("a change that puts nothing")
      return
    }
    try store.fill([FoundReferences(row: listed, revision: memo.revision, references: MemoReferences(title: "late"))])
    #expect(try called("b", in: store) == "Late")
  }

  @Test("a file that is to move has its new name at once, until it has moved", arguments: Implementation.writable)
  func moving(of implementation: Implementation) throws {
    let place = Place(implementation, in: folder)
    let (store, other) = (place.store(), place.store())
    let said = MemoReferences(title: "words")
    try store.write([change("a", text: "words", title: "words", references: said)])
    try store.write([change("b", text: "[[Old]]", title: "links", references: MemoReferences(title: "links"))])
    try store.note([row("x/Old.md", "a", 1)], forgetting: [])
    let start = try other.externalChanges(since: nil).changeSequence
    let (old, new) = (MemoFile(path: "x/Old.md"), MemoFile(path: "x/New.md"))
    let base = try store.memo(id("b"))?.revision
    func edit(over base: Int?) throws -> StoreChange {
      try put("b", "[[New]]", replacing: "[[Old]]", over: base, as: 77, version: 2)
    }
    // Not where a memo stands elsewhere, nor where the file has moved.
    #expect(try store.write([edit(over: 9)], moving: [FileMove(id("a"), from: old, to: new)]).map(\.id) == [id("b")])
    #expect(try store.write([edit(over: base)], moving: [FileMove(id("a"), from: new, to: old)]).map(\.id) == [id("a")])
    #expect(try called("a", in: store) == "Old" && store.wantedPaths().isEmpty && store.text("b") == "[[Old]]")
    #expect(try store.write([edit(over: base)], moving: [FileMove(id("a"), from: old, to: new)]).isEmpty)
    #expect(try called("a", in: store) == "New" && store.text("b") == "[[New]]")
    #expect(try store.wantedPaths() == [id("a"): "x/New.md"] && store.memo(id("a"))?.file == new)
    #expect(try other.externalChanges(since: start).changes.filter(\.isFiling).map(\.id) == [id("a")])
    // Whatever else changes about the file where it is, the wish stays.
    try store.note([row("x/Old.md", "a", 4)], forgetting: [])
    #expect(try called("a", in: store) == "New" && store.fileRows().map(\.path) == ["x/Old.md"])
    try store.note([row("x/New.md", "a", 1)], forgetting: [])
    #expect(try called("a", in: store) == "New" && store.wantedPaths().isEmpty)
    // Somebody else was quicker.
    #expect(try store.write([], moving: [FileMove(id("a"), from: new, to: old)]).isEmpty)
    try store.note([row("Third.md", "a", 1)], forgetting: [])
    #expect(try called("a", in: store) == "Third" && store.wantedPaths().isEmpty)
  }

  @Test(
    "memos are unlike their files that live without one, that are in another state, or that are no more",
    arguments: Implementation.allCases)
  func unlike(of implementation: Implementation) throws {
    let store = try Place(implementation, in: folder).reopened { store in
      var (changes, rows): ([StoreChange], [FileRow]) = ([], [])
      for (index, name) in ["same", "changed", "unfiled", "trashed", "same-trashed"].enumerated() {
        changes.append(try put(name, name, over: nil, as: 10 + index, trashed: name.hasSuffix("trashed") ? 1 : nil))
        if name.hasPrefix("same") { rows.append(try row("\(index)", name, revision: 10 + index)) }
        if name == "changed" { rows.append(try row("\(index)", name, revision: 5)) }
      }
      _ = try store.write(changes, noting: rows + [row("9", "none")], forgetting: [])
    }
    #expect(Set(try store.memosUnlikeFiles().map(\.description)) == ["changed", "unfiled", "none"])
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
    // It is a test because the state would be gone otherwise.
    if !isNamed, implementation == .sqlite { #expect(found == nil) }
    #expect(try store.memo(id("a"), revision: 4)?.words == "text 4")
  }
}
