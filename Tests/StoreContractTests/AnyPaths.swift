import MemoModel
import MemoText
import TestDoubles
import TestSupport
import Testing

/// Random small folders whose memos link by paths, beside a store that writes out what each file may be called.
@Suite("Whatever files are called and links lead by")
struct AnyPaths {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("each link leads where the model's does", arguments: 1...6 as ClosedRange<UInt64>)
  func model(stream: UInt64) throws {
    var run = PathRun(random: SeededGenerator(stream: 300 + stream), store: Place(.sqlite, in: folder).store())
    for step in 0..<trials(80) {
      do {
        try run.change()
        try run.check()
      } catch { throw Mismatch("step \(step): \(error)") }
    }
  }
}

private struct PathRun {
  var random: SeededGenerator
  let store: any MemoStore
  private let model = TestStore()
  private var time = 0
  private let ids = ["a", "b", "c", "note", "202611221530"].compactMap(MemoID.init)
  private let folders = ["", "", "A/", "a/", "A/b/", "été/", "e\u{301}te\u{301}/", "x y/"]
  private let stems = [
    "Note", "note", "N\u{F6}te", "No\u{308}te", "a  b", "202611221530 Title", "202611221530-title", "20261122x", "v1.2",
    "100%25", "note.md", ".md",
  ]
  private let suffixes = [".md", ".md", ".MD", ".txt", ""]

  init(random: SeededGenerator, store: any MemoStore) { (self.random, self.store) = (random, store) }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  private mutating func path() -> String {
    let name = pick(stems) + pick(suffixes)
    return pick(folders) + name
  }

  private mutating func target() -> LinkTarget {
    let start = pick(["", "", "", "", "/", "./", "../", "../../", "a/../", "x%20y/", "b/"])
    let name =
      random.chance(10) ? pick(["202611221530", "Said", "%C3%89t%C3%A9/note", "..", "x/", "memo"]) : path()
    let text = start + (random.chance(10) ? name.uppercased() : name)
    return LinkTarget(name: text.nameForm, identifier: MemoID(text), isFile: random.chance(15))
  }

  mutating func change() throws {
    let id = pick(ids)
    time += Int.random(in: 0...2, using: &random)
    if random.chance(50) {
      let links = (0..<Int.random(in: 0...3, using: &random)).map {
        LinkReference(target: target(), range: $0 * 10..<$0 * 10 + 5)
      }
      let title = random.chance(30) ? "Said" : "words"
      let (text, trashed) = (title == "Said" ? "# Said" : "words", random.chance(12) ? time : nil)
      let file = try model.files(of: [id])[id]
      let folder = file.map { $0.path.split(separator: "/").dropLast().map(\.nameForm).joined(separator: "/") }
      let shown = file.flatMap { title == "words" ? $0.title : nil } ?? title
      let said = MemoReferences(
        title: shown, slug: shown.lowercased(),
        links: links.map { LinkReference(target: $0.target.from(folder), range: $0.range) },
        path: file?.path)
      for store in [model, store] as [any MemoStore] {
        let made = try TestDoubles.change(
          id.description, text: text, modified: time, trashed: trashed, title: shown, references: said)
        guard case .put(let row, let update, let references) = made.kind else { continue }
        let filed = ListRow(summary: row.summary, sortTitle: shown.lowercased(), tags: row.tags, file: file)
        try store.write([(id, .put(filed, text: update, references: references))])
      }
    } else {
      let row = FileRow(
        path: path(), id: id, revision: 0, size: 0, modified: 0, changed: 0, inode: 0, born: 0, hash: 0,
        isReleased: random.chance(10))
      let rows = random.chance(85) ? [row] : []
      for store in [model, store] as [any MemoStore] { try store.note(rows, forgetting: rows.isEmpty ? [id] : []) }
    }
  }

  mutating func check() throws {
    let unsaved = UnsavedReferences(hidden: random.chance(20) ? [pick(ids)] : [])
    for _ in 0..<20 {
      let target = target().from(pick([nil, "", "a", "a/b", "\u{E9}t\u{E9}", "x y"]))
      let (found, expected) = (
        try store.destinations(of: [target], over: unsaved), try model.destinations(of: [target], over: unsaved)
      )
      try require(
        isFormer(found[0]) || isFormer(expected[0]) || found == expected, "\(target) leads to \(found), not \(expected)"
      )
    }
    for id in ids {
      try same("backlinks of \(id)", unsaved) { store, unsaved throws(StoreError) in
        try store.backlinks(of: id, after: nil, limit: 9, over: unsaved)
      }
    }
    for kind in LinkedKind.allCases {
      try same(kind.rawValue, unsaved) { store, unsaved throws(StoreError) in
        try store.linked(kind, after: nil, limit: 9, over: unsaved)
      }
    }
    for text in ["", pick(["a", "b", "\u{E9}", "x y", ".", "1"])] {
      let (found, expected) = (
        try store.names(matching: text, limit: 9, over: unsaved),
        try model.names(matching: text, limit: 9, over: unsaved)
      )
      try require(found == expected, "names in which \(text) stands: \(found), not \(expected)")
    }
  }

  /// Whether something leads by a former title: which of those are remembered is left to the tests of saving.
  private func isFormer(_ destination: LinkDestination) -> Bool {
    if case .renamed = destination { true } else { false }
  }

  private func same(
    _ what: String, _ unsaved: UnsavedReferences,
    _ page: (any MemoStore, UnsavedReferences) throws(StoreError) -> LinkedPage
  ) throws {
    let words = try [store, model].map { store in
      try page(store, unsaved).memos.compactMap { memo -> String? in
        let links = try memo.links.filter { link in
          try !isFormer(self.store.destinations(of: [link.target], over: unsaved)[0])
        }
        return links.isEmpty && !memo.links.isEmpty ? nil : "\(memo.row.summary.metadata.id) \(links)"
      }
    }
    try require(words[0] == words[1], "\(what): \(words[0]), not \(words[1])")
  }
}
