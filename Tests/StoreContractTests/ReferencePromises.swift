import MemoModel
import MemoText
import TestDoubles
import TestSupport
import Testing

/// What is said in ``ReferenceReading``, promise by promise; ``AnyReferences`` has what is not foreseen here.
@Suite("What every store promises of what texts say")
struct ReferencePromises {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func said(
    _ title: String, slug: String? = nil, aliases: [String] = [], links: [String] = [], fragment: String? = nil,
    headings: [String] = []
  ) -> MemoReferences {
    let links = links.enumerated().map { number, name in
      LinkReference(
        target: target(name), fragment: fragment.map { LinkFragment(text: $0, form: $0.nameForm, slug: $0) },
        range: number * 9..<number * 9 + 5)
    }
    let found = headings.map { HeadingReference(level: 1, text: $0, form: $0.nameForm, slug: $0.lowercased()) }
    return MemoReferences(title: title, slug: slug, aliases: aliases, links: links, headings: found)
  }

  private func target(_ name: String) -> LinkTarget { LinkTarget(name: name.nameForm, identifier: MemoID(name)) }

  private func memo(
    _ id: String, _ said: MemoReferences?, modified: Int = 0, trashed: Int? = nil, text: String? = ""
  ) throws -> (id: MemoID, kind: StoreChange.Kind) {
    try change(
      id, text: text, modified: modified, trashed: trashed, title: said?.title ?? "", references: said)
  }

  private func leads(_ store: any MemoStore, _ name: String, isIdentifier: Bool = false) throws -> String {
    let target = LinkTarget(name: name.nameForm, identifier: MemoID(name), isIdentifier: isIdentifier)
    func ids(_ memos: [LinkDestination.LeadsTo]) -> String { memos.map(\.id.description).joined(separator: " ") }
    return switch try store.destinations(of: [target], over: UnsavedReferences())[0] {
    case .none: "nowhere"
    case .live(let memos): ids(memos)
    case .trashed(let memos): "trashed \(ids(memos))"
    case .renamed(let memo): "renamed \(memo.id): \(memo.title)"
    }
  }

  @Test(
    "a link leads by identifier, else title, else alias, else slug, however it is spelt; never by a part of a name",
    arguments: Implementation.allCases)
  func rules(of implementation: Implementation) throws {
    let store = try Place(implementation, in: folder).reopened { store in
      try store.write([
        memo("one", said("Two", slug: "two")), memo("two", said("One Way", slug: "one-way", aliases: ["Three"])),
        memo("m3", said("Three", slug: "three")), memo("m4", said("Four", aliases: ["one-way", "Fünf"])),
        memo("ID", said("a")), memo("id", said("b")),
      ])
    }
    for (name, end) in [
      ("one", "one"), ("TWO", "two"), ("one  WAY", "two"), ("three", "m3"), ("one-way", "m4"), ("fu\u{308}nf", "m4"),
      ("Four", "m4"), ("ID", "ID"), ("id", "id"), ("Id", "ID id"), ("On", "nowhere"), ("way", "nowhere"),
    ] { #expect(try leads(store, name) == end, "\(name)") }
    for (name, end) in [("two", "two"), ("three", "nowhere"), ("M3", "m3")] {
      #expect(try leads(store, name, isIdentifier: true) == end, "memo:\(name)")
    }
  }

  @Test(
    "several memos make a link ambiguous; one in the trash is told only if no other has the name by any rule",
    arguments: Implementation.allCases)
  func several(of implementation: Implementation) throws {
    let store = try Place(implementation, in: folder).reopened { store in
      try store.write([
        memo("b", said("Plan")), memo("a", said("plan")), memo("c", said("PLAN"), trashed: 1),
        memo("d", said("Gone"), trashed: 1), memo("e", said("E", aliases: ["gone"])),
        memo("f", said("Lost"), trashed: 1),
      ])
    }
    #expect(try leads(store, "Plan") == "a b" && leads(store, "Gone") == "e" && leads(store, "Lost") == "trashed f")
  }

  @Test("a title that was typed over tells what its memo is called now", arguments: Implementation.allCases)
  func renamed(of implementation: Implementation) throws {
    let store = try Place(implementation, in: folder).reopened { store in
      for (time, title) in ["First", "Second", "Third"].enumerated() {
        try store.write([memo("a", said(title), modified: time, text: title)])
      }
      try store.write([memo("b", said("First"), modified: 7, text: "b")])
      try store.write([memo("b", said("Other"), modified: 8, text: "c")])
      try store.write([memo("x", said("Old"), text: "1")])
      try store.write([memo("x", said("New"), trashed: 1, text: "2")])
      // Of two that had it at the same time, and of one that had it again.
      for title in ["Twin", "Single"] {
        for id in ["z", "y"] { try store.write([memo(id, said(title), modified: 5, text: title)]) }
      }
      for (id, time, title) in [
        ("p", 0, "Once"), ("p", 1, "Never"), ("q", 3, "Once"), ("q", 4, "Not"), ("p", 5, "Once"), ("p", 6, "Never"),
        // A clock may go back.
        ("r", 5, "Twice"), ("r", 6, "None"), ("s", 3, "Twice"), ("s", 4, "Not"), ("r", 0, "Twice"), ("r", 1, "None"),
      ] { try store.write([memo(id, said(title), modified: time, text: title)]) }
    }
    #expect(try leads(store, "second") == "renamed a: Third")
    #expect(try leads(store, "First") == "renamed b: Other", "the memo that had the title last")
    #expect(try leads(store, "Third") == "a" && leads(store, "Old") == "nowhere")
    #expect(try leads(store, "Twin") == "renamed y: Single" && leads(store, "Once") == "renamed p: Never")
    #expect(try leads(store, "Twice") == "renamed r: None")
  }

  @Test(
    "a wrong heading breaks a link, and neither the trash nor what leads nowhere is linked",
    arguments: Implementation.allCases)
  func kinds(of implementation: Implementation) throws {
    let both = MemoReferences(
      title: "Both", links: said("", links: ["Plan"], fragment: "none").links + said("", links: ["Plan"]).links)
    let noAddress = LinkTarget(name: "", identifier: nil, isIdentifier: true)
    let store = try Place(implementation, in: folder).reopened { store in
      try store.write([
        memo("good", said("Good", links: ["Plan"], fragment: "steps")),
        memo("bad", said("Bad", links: ["Plan", "Twin"], fragment: "none"), modified: 2),
        memo("lost", said("Lost", links: ["Nowhere", "Plan", "Binned"]), modified: 3),
        memo("plan", said("Plan", headings: ["Steps"])), memo("t1", said("Twin")), memo("t2", said("twin")),
        memo("bin", said("Binned", links: ["Alone"]), trashed: 1), memo("alone", said("Alone")),
        memo("own", said("Own", links: [""], fragment: "missing")),
        // Of two links by one name the first names a heading, and the other none.
        memo("both", both, modified: 1),
        memo("empty", MemoReferences(title: "Empty", links: [LinkReference(target: noAddress, range: 0..<5)])),
      ])
    }
    func linked(_ kind: LinkedKind) throws -> [String] {
      try store.linked(kind, after: nil, limit: 9, over: UnsavedReferences()).memos.map { memo in
        "\(memo.row.summary.metadata.id) \(memo.links.map(\.target.name).joined(separator: " "))"
      }
    }
    #expect(try linked(.broken) == ["lost nowhere binned", "bad plan", "both plan", "empty ", "own "])
    #expect(try linked(.ambiguous) == ["bad twin"] && linked(.orphans) == ["alone ", "own "])
    let backlinks = try store.backlinks(of: id("plan"), after: nil, limit: 2, over: UnsavedReferences())
    #expect(backlinks.memos.map(\.row.summary.metadata.id.description) == ["lost", "bad"] && backlinks.total == 4)
  }

  @Test(
    "names are found best first: the text itself, its beginning, the beginning of a word, then anywhere; a memo once",
    arguments: Implementation.allCases)
  func names(of implementation: Implementation) throws {
    let names = ["b", "bee", "a bee", "ab b", "x😀b", "a3b", "abe", "कीb", "한b"]
    let memos = try names.enumerated().map { number, name in
      try memo("m\(number)", said(name, aliases: name == "b" ? ["ab"] : []))
    }
    let unsaved = memos.compactMap { memo -> UnsavedReferences.UnsavedMemo? in
      guard case .put(let row, _, let references?) = memo.kind else { return nil }
      return .init(row: row, references: references)
    }
    let stored = try Place(implementation, in: folder).reopened { store in try store.write(memos) }
    let empty = try Place(implementation, in: folder).reopened { store in try store.write([]) }
    for (store, unsaved) in [(stored, UnsavedReferences()), (empty, UnsavedReferences(memos: unsaved))] {
      for limit in 0...names.count {
        #expect(try store.names(matching: "B", limit: limit, over: unsaved).map(\.name) == Array(names.prefix(limit)))
      }
    }
  }

  @Test(
    "a file that is not called as its memo's title says is found by its name before it is saved",
    arguments: Implementation.allCases)
  func fileNames(of implementation: Implementation) throws {
    let references = MemoReferences(title: "Other title", path: "x/Deep Note.md")
    guard case .put(let row, _, _) = try memo("deep", references).kind else {
      Issue.record("a memo is no row")
      return
    }
    let empty = try Place(implementation, in: folder).reopened { store in try store.write([]) }
    let unsaved = UnsavedReferences(memos: [.init(row: row, references: references)])
    let found = try empty.names(matching: "deep", limit: 9, over: unsaved)
    #expect(found.map(\.name) == ["Deep Note"] && found.map(\.title) == ["Other title"])
  }

  @Test(
    "white space finds the memos that have a title, those changed last first, equal ones in the order of their ids",
    arguments: Implementation.allCases)
  func newest(of implementation: Implementation) throws {
    let store = try Place(implementation, in: folder).reopened { store in
      for id in ["m3", "m1", "m2"] { try store.write([memo(id, said(id), modified: 5)]) }
      try store.write([
        memo("new", said("new"), modified: 6), memo("none", said("", aliases: ["x"]), modified: 7),
        memo("gone", said("gone"), modified: 8, trashed: 8),
      ])
    }
    let names = ["new", "m1", "m2", "m3"]
    for limit in 0...4 {
      let found = try store.names(matching: " ", limit: limit, over: UnsavedReferences())
      #expect(found.map(\.name) == Array(names.prefix(limit)))
    }
  }

  @Test(
    "a text that was not looked at is filled in once, if it is still the same; it stays known while the text stays",
    arguments: Implementation.writable)
  func filling(of implementation: Implementation) throws {
    let store = Place(implementation, in: folder).store()
    try store.write([memo("a", nil, text: "a"), memo("b", nil, text: "b"), memo("c", said("C"))])
    #expect(
      try store.countOfMemosWithoutReferences() == 2 && leads(store, "a") == "a" && leads(store, "A") == "nowhere")
    #expect(try store.memosWithoutReferences(limit: 1) == [id("b")])
    func found(_ id: String, _ title: String, _ revision: Int) throws -> FoundReferences {
      let change = try change(id, title: title)
      guard case .put(let row, _, _) = change.kind else { throw Mismatch("no row") }
      return FoundReferences(row: row, revision: revision, references: said(title))
    }
    let revisions = try ["a", "b", "c"].map { try #require(try store.memo(id($0))).revision }
    try store.write([memo("b", nil, modified: 3, text: "changed")])
    try store.fill(
      [found("a", "Alpha", revisions[0]), found("b", "Beta", revisions[1]), found("c", "Gamma", revisions[2])])
    #expect(try leads(store, "Alpha") == "a" && leads(store, "A") == "a")
    #expect(try leads(store, "Beta") == "nowhere" && leads(store, "Gamma") == "nowhere" && leads(store, "C") == "c")
    #expect(try store.memosWithoutReferences(limit: 9) == [id("b")])
    #expect(try store.memo(id("a"))?.revision == revisions[0])
    let query = ListQuery(sort: .title, order: .ascending, trashed: false, after: nil, limit: 9)
    #expect(try store.list(query, leavingOut: []).rows.map(\.summary.displayTitle) == ["", "Alpha", "C"])
    try store.write([change("a", text: nil, trashed: 5, title: "Alpha")])
    #expect(try leads(store, "Alpha") == "trashed a")
    try store.write([memo("a", nil, text: "other")])
    #expect(try leads(store, "Alpha") == "renamed a: " && store.countOfMemosWithoutReferences() == 2)
  }
}
