import MemoInspection
import MemoModel
import TestDoubles
import TestSupport
import Testing

@testable import MemoSQLite

@Suite("What texts say, as rows")
struct ReferenceRowTests {
  private let folder: TemporaryFolder
  private let store: SQLiteStore

  init() throws {
    folder = try TemporaryFolder()
    store = folder.store()
    try write("b", "Beta", links: [], version: 1)
    try write("a", "Alpha", links: ["beta", "nowhere"], version: 1)
  }

  private func write(
    _ id: String, _ title: String, links: [String], version: Int, isTrashed: Bool = false
  ) throws {
    let links = links.map { LinkReference(target: LinkTarget(name: $0, identifier: nil), range: 0..<4) }
    let references = MemoReferences(
      title: title, slug: title.lowercased(), aliases: ["\(title) too"], links: links, tags: ["x/y"], hasTasks: true)
    try store.write([
      change(
        id, text: "text \(version)", version: version, modified: version, trashed: isTrashed ? version : nil,
        title: title, references: references)
    ])
  }

  private func connection() throws -> SQLiteConnection { try SQLiteConnection(path: folder.database, busyTimeout: 0) }

  private var faults: [String] { StoreCheck(path: folder.database).inspect().filter(\.isFault).map(\.description) }

  /// All that is asked, which must not trap.
  private func askAll() throws {
    let (none, a) = (UnsavedReferences(), try #require(MemoID("a")))
    _ = try store.destinations(of: [LinkTarget(name: "beta", identifier: nil)], over: none)
    _ = try store.references(of: [a], over: none)
    _ = try store.backlinks(of: a, after: nil, limit: 9, over: none)
    for kind in LinkedKind.allCases { _ = try store.linked(kind, after: nil, limit: 9, over: none) }
    for text in ["", "a", "too"] { _ = try store.names(matching: text, limit: 9, over: none) }
    _ = try store.tags(beginningWith: nil, after: nil, limit: 9, over: none)
    for filter in [ReferenceFilter.withTasks, .orphans, .tagged("x")] { _ = try store.ids(filter, over: none) }
  }

  @Test(
    "damaged rows are found, trap nobody, keep no memo from being saved, and are mended by that",
    arguments: [
      "UPDATE memo_references SET contents = '['", "UPDATE memo_references SET contents = '[1]'",
      "UPDATE memo_references SET contents = replace(contents, '0,4', '4,0')", "DELETE FROM memo_references",
      "UPDATE memo_references SET has_tasks = 0", "UPDATE OR REPLACE names SET kind = 9223372036854775807",
      "DELETE FROM names",
      "UPDATE names SET form = 'other' WHERE kind = 2", "UPDATE names SET is_trashed = 1", "DELETE FROM links",
      "UPDATE links SET written = 'no id', is_identifier = -5", "UPDATE links SET has_fragment = 7",
      "INSERT OR IGNORE INTO unread SELECT key FROM memos", "UPDATE tag_names SET memos = 9223372036854775807",
      "UPDATE tag_names SET memos = -9223372036854775808", "UPDATE tags SET is_trashed = 1",
      "UPDATE tags SET is_trashed = -9223372036854775808", "UPDATE tags SET is_trashed = 9223372036854775807",
      "UPDATE tags SET tag = CAST(x'ff' AS TEXT) WHERE tag = 'x'", "UPDATE names SET is_trashed = -9223372036854775808",
      "UPDATE OR REPLACE names SET form = CAST(x'ff00fe' AS TEXT)",
      "UPDATE OR REPLACE links SET form = CAST(x'ff' AS TEXT)",
      "UPDATE memo_references SET contents = CAST(x'fffe' AS TEXT), has_tasks = -9223372036854775808",
      "UPDATE memo_references SET contents = replace(contents, '0,4', '0,9007199254740991')",
      "UPDATE memo_references SET contents = replace(contents, '[],[],[\"x/y', '[[-1,\"h\",\"h\",\"h\"]],[],[\"x/y')",
    ])
  func damaged(harm: String) throws {
    #expect(faults == [])
    try askAll()
    try connection().execute(harm)
    // Only whoever reads a text can tell that places in it are wrong.
    #expect(!faults.isEmpty || harm.contains("9007199254740991"))
    try askAll()
    for version in 2...3 {
      try write("a", "Alpha \(version)", links: ["beta", "n\(version)"], version: version)
      try write("b", "Beta \(version)", links: [], version: version)
    }
    try askAll()
    // A wrong count of tags that could be right stays as it is.
    if !harm.contains("UPDATE tag") { #expect(faults == []) }
    let targets = [LinkTarget(name: "alpha 3", identifier: nil)]
    #expect(try store.destinations(of: targets, over: UnsavedReferences())[0].memos.map(\.id.description) == ["a"])
  }

  @Test(
    "a change that leaves names and links as they are mends how they are stored",
    arguments: [
      "UPDATE names SET is_trashed = 1", "UPDATE names SET is_trashed = 7", "UPDATE links SET has_fragment = 1",
      "UPDATE links SET has_fragment = 7", "UPDATE links SET is_identifier = 2", "UPDATE links SET written = 'no id'",
      "INSERT INTO links SELECT form, 0, 'no id', key, 0 FROM links",
    ])
  func mended(harm: String) throws {
    try connection().execute(harm)
    #expect(!faults.isEmpty)
    try write("a", "Alpha", links: ["beta", "nowhere"], version: 2)
    try write("b", "Beta", links: [], version: 2)
    #expect(faults == [])
  }

  @Test(
    "a page that follows another is not sought anew while what is not saved stays as it is", arguments: [false, true])
  func bookmark(isUnsaved: Bool) throws {
    for name in ["c", "d", "e"] { try write(name, "Note \(name)", links: [], version: 1) }
    var unsaved = UnsavedReferences()
    func typed(_ title: String) throws -> UnsavedReferences {
      let row = try change("f", title: title)
      guard case .put(let row, _, _) = row.kind else { return UnsavedReferences() }
      return UnsavedReferences(memos: [.init(row: row, references: MemoReferences(title: title))])
    }
    if isUnsaved { unsaved = try typed("One") }
    let total = isUnsaved ? 4 : 3
    var page = try store.linked(.orphans, after: nil, limit: 2, over: unsaved)
    #expect(page.total == total)
    // Nobody who seeks finds any of them any more.
    try connection().execute("DELETE FROM unlinking")
    let place = try #require(page.memos.first?.row.linkedPlace)
    page = try store.linked(.orphans, after: place, limit: 2, over: unsaved)
    #expect(page.total == total && page.memos.count == 2)
    page = try store.linked(.orphans, after: place, limit: 2, over: try typed("Two"))
    #expect(page.total == 1)
  }

  @Test("a page of links back that follows another looks up none of the links that lead elsewhere")
  func pagesOfBacklinks() throws {
    for name in ["c", "d", "e"] { try write(name, "Note \(name)", links: ["beta", "nowhere"], version: 1) }
    let (b, none) = (try #require(MemoID("b")), UnsavedReferences())
    let first = try store.backlinks(of: b, after: nil, limit: 2, over: none)
    // Who looks it up finds now that it leads there, too.
    try connection().execute("INSERT INTO names SELECT 'nowhere', kind, key, is_trashed FROM names WHERE form = 'beta'")
    let place = try #require(first.memos.last?.row.linkedPlace)
    let next = try store.backlinks(of: b, after: place, limit: 2, over: none)
    #expect((first.memos + next.memos).map(\.links.count) == [1, 1, 1, 1])
  }

  @Test(
    "the rows that questions about links begin with are as names, links and the trash have it, whatever becomes of them"
  )
  func candidates() throws {
    var random = SeededGenerator(stream: 909)
    let ids = ["a", "b", "c", "d"]
    for step in 0..<200 {
      let name = ids.randomElement(using: &random) ?? "a"
      let links = ["beta", "alpha", "nowhere", "c"].filter { _ in Bool.random(using: &random) }
      let title = ["Alpha", "Beta", "Gamma"].randomElement(using: &random) ?? ""
      switch Int.random(in: 0..<6, using: &random) {
      case 0: try store.write([(id: try #require(MemoID(name)), kind: .remove)])
      case let number: try write(name, title, links: links, version: step + 2, isTrashed: number == 1)
      }
      try require(faults == [], "step \(step): \(faults)")
      let kept = try ["shared_names", "unmet_links", "unlinking"].map { table in
        try connection().integer("SELECT count(*) FROM \(table)")
      }
      let expected = try [
        "SELECT count(*) FROM (SELECT 1 FROM names GROUP BY form HAVING min(key) <> max(key))",
        "SELECT count(DISTINCT form) FROM links WHERE form NOT IN (SELECT form FROM names WHERE is_trashed = 0)",
        "SELECT count(*) FROM memo_references WHERE key NOT IN (SELECT key FROM links)",
      ].map { try connection().integer($0) }
      try require(kept[0] == expected[0] && kept[2] == expected[2], "step \(step): \(kept), not \(expected)")
      // A link that leads to the second of two memos of one name is looked at once more.
      try require(kept[1] >= expected[1] && kept[1] <= 4, "step \(step): \(kept), not \(expected)")
    }
  }

  @Test(
    "a check finds that one of those rows is missing",
    arguments: ["shared_names", "unmet_links", "unlinking"])
  func missing(table: String) throws {
    try write("c", "Beta", links: [], version: 1)
    #expect(faults == [])
    try connection().execute("DELETE FROM \(table)")
    #expect(faults.contains { $0.contains("not all would be told") })
  }

  @Test("where what is kept of a text is damaged its links are found without their places")
  func places() throws {
    try connection().execute("UPDATE memo_references SET contents = '['")
    let b = try #require(MemoID("b"))
    let page = try store.backlinks(of: b, after: nil, limit: 9, over: UnsavedReferences())
    #expect(page.total == 1 && page.memos.map(\.row.summary.metadata.id.description) == ["a"])
    #expect(page.memos.first?.links.map(\.target.name) == ["beta"])
    #expect(page.memos.first?.links.map(\.range) == [Int.max..<Int.max])
  }

  @Test("memos of any number of tags can be saved and destroyed, whatever their rows count")
  func tags() throws {
    for flag in [Int.min, -1, 2, Int.max] {
      try connection().run("UPDATE tags SET is_trashed = ?", [.integer(flag)])
      try write("a", "Alpha", links: [], version: 2)
      try connection().run("UPDATE tags SET is_trashed = ?", [.integer(flag)])
      try store.write([(id: try #require(MemoID("a")), kind: .remove)])
      try write("a", "Alpha", links: [], version: 1)
    }
  }

  @Test("rows of no memo are found, and go once nothing else is left to be looked at; no new memo gets them")
  func strays() throws {
    let count = try connection().integer("SELECT count(*) FROM names")
    try connection().execute(
      """
      INSERT INTO unread VALUES (3), (9223372036854775807), (-5); INSERT INTO memo_references VALUES (3, 7, 'x');
      INSERT INTO names VALUES ('stray', 2, 3, 0); INSERT INTO links VALUES ('beta', 0, '', 3, 1);
      INSERT INTO former_titles VALUES ('stray', 3, 1), ('late', 4, 9);
      """)
    #expect(faults.contains { $0.contains("8 rows") })
    try askAll()
    try write("c", "Gamma", links: [], version: 1)
    try askAll()
    let targets = [LinkTarget(name: "stray", identifier: nil)]
    #expect(try store.destinations(of: targets, over: UnsavedReferences()) == [.none])
    #expect(try store.memosWithoutReferences(limit: 9) == [] && store.countOfMemosWithoutReferences() == 2)
    try store.fill([])
    #expect(try store.countOfMemosWithoutReferences() == 0)
    #expect(faults == [])
    #expect(try connection().integer("SELECT count(*) FROM names") > count)
  }

  @Test("memos without a valid identifier hide no others that are to be looked at")
  func unreadable() throws {
    try store.write((0..<3).map { try change("m\($0)", title: "x") })
    try connection().execute("UPDATE memos SET id = 'no id ' || key WHERE id IN ('m1', 'm2')")
    #expect(try store.memosWithoutReferences(limit: 1).map(\.description) == ["m0"])
  }

  @Test("where not all that was found can be kept none of it is")
  func filling() throws {
    try store.write(["c", "d"].map { try change($0, text: "text", title: "") })
    let found = try ["c", "d"].map { id in
      let key = try #require(MemoID(id))
      let memo = try #require(try store.memo(key))
      let summary = MemoSummary(metadata: memo.metadata, displayTitle: id, preview: "", bytes: 4)
      return FoundReferences(
        row: ListRow(summary: summary, sortTitle: id), revision: memo.revision,
        references: MemoReferences(title: "Found \(id)"))
    }
    try connection().execute(
      """
      CREATE TRIGGER full BEFORE INSERT ON names WHEN NEW.form = 'found d' BEGIN SELECT RAISE(ABORT, 'full'); END
      """)
    #expect(throws: StoreError.self) { try store.fill(found) }
    #expect(try store.memosWithoutReferences(limit: 9).map(\.description) == ["d", "c"])
    #expect(try store.names(matching: "found", limit: 9, over: UnsavedReferences()).isEmpty)
    try connection().execute("DROP TRIGGER full")
    try store.fill(found)
    #expect(try store.names(matching: "found", limit: 9, over: UnsavedReferences()).count == 2)
  }

  @Test("what is kept of former titles can be any number")
  func formerTitles() throws {
    try write("a", "Other", links: [], version: 2)
    for time in [Int.min, Int.max] {
      try connection().run("UPDATE former_titles SET had_at = ?", [.integer(time)])
      let targets = [LinkTarget(name: "alpha", identifier: nil)]
      guard case .renamed(let memo) = try store.destinations(of: targets, over: UnsavedReferences())[0] else {
        Issue.record("not renamed")
        return
      }
      #expect(memo.title == "Other")
      try write("a", "Alpha", links: [], version: 3)
      try write("a", "Other", links: [], version: 4)
    }
  }

  @Test("a former title leads on by its words, though an earlier version listed it as a heading")
  func marks() throws {
    try write("a", "# Old words", links: [], version: 2)
    try write("a", "New", links: [], version: 3)
    let targets = [LinkTarget(name: "old words", identifier: nil)]
    let destination = try store.destinations(of: targets, over: UnsavedReferences())[0]
    #expect(destination == .renamed(LinkDestination.LeadsTo(id: try #require(MemoID("a")), title: "New")))
  }

  @Test("a memo that is destroyed leaves nothing")
  func destroyed() throws {
    try write("a", "Other", links: ["x"], version: 2)
    try store.write(["a", "b"].map { (id: try #require(MemoID($0)), kind: .remove) })
    let tables = ["unread", "memo_references", "names", "links", "former_titles", "tags", "tag_names", "tag_totals"]
    for table in tables { #expect(try connection().integer("SELECT count(*) FROM \(table)") == 0, "\(table)") }
  }

  @Test("names that changed since they were last looked for are found, whoever changed them")
  func names() throws {
    let (other, newcomer) = (folder.store(), folder.store())
    func found(_ text: String, by store: SQLiteStore? = nil) throws -> [String] {
      try (store ?? other).names(matching: text, limit: 9, over: UnsavedReferences()).map(\.name)
    }
    #expect(try found("too") == ["Alpha too", "Beta too"])
    try write("a", "Gamma", links: [], version: 2)
    #expect(try found("too") == ["Beta too", "Gamma too"] && found("alph") == [])
    try store.write(
      (0..<600).map { try change("m\($0)", title: "Many \($0)", references: MemoReferences(title: "Many \($0)")) })
    #expect(try found("many 599") == ["Many 599"] && found("gam") == ["Gamma"])
    try store.write([(id: try #require(MemoID("b")), kind: .remove)])
    #expect(try found("too") == ["Gamma too"])
    try store.write([change("c", text: "c", title: "Late")])
    let c = try #require(MemoID("c"))
    let memo = try #require(try store.memo(c))
    #expect(try found("late") == [] && found("late", by: newcomer) == [])
    let row = ListRow(
      summary: MemoSummary(metadata: memo.metadata, displayTitle: "Late", preview: "", bytes: 1), sortTitle: "late")
    try store.fill([FoundReferences(row: row, revision: memo.revision, references: MemoReferences(title: "Late"))])
    for store in [other, newcomer] {
      #expect(try found("late", by: store) == ["Late"], "that a text was looked at is no change")
    }
  }

  @Test("names are all read anew where not all changes since are still known")
  func forgottenChanges() throws {
    func found(_ text: String) throws -> [String] {
      try store.names(matching: text, limit: 9, over: UnsavedReferences()).map(\.name)
    }
    #expect(try found("beta") == ["Beta"])
    try write("b", "Gamma", links: [], version: 2)
    try write("a", "Delta", links: [], version: 2)
    try connection().execute("DELETE FROM changes WHERE moment < (SELECT max(moment) FROM changes)")
    #expect(try found("gamma") == ["Gamma"] && found("beta").isEmpty && found("delta") == ["Delta"])
  }

  @Test("names that are read ahead by parts are all found as they are in the end, whoever changes them meanwhile")
  func readAhead() throws {
    var random = SeededGenerator(stream: 41)
    var memos: [String: (title: String, version: Int)] = ["a": ("Alpha", 1), "b": ("Beta", 1)]
    func save(_ id: String) throws {
      let (title, version) = ("T\(Int.random(in: 0..<90, using: &random))", (memos[id]?.version ?? 0) + 1)
      try write(id, title, links: [], version: version)
      memos[id] = (title, version)
    }
    for number in 0..<60 { try save("m\(number)") }
    let connection = try connection()
    var cache = NameCache()
    var parts = 0
    while try !connection.snapshot({ () throws(StoreError) in try cache.update(from: connection, reading: 10) }) {
      parts += 1
      let id = try #require(memos.keys.sorted().randomElement(using: &random))
      if random.chance(30) {
        try store.write([(id: try #require(MemoID(id)), kind: .remove)])
        memos[id] = nil
      } else {
        try save(random.chance(50) ? id : "new\(parts)")
      }
    }
    #expect(parts >= 10)
    var found: [String] = []
    let changed = cache.changed
    for hit in cache.index.hits(of: [], limit: .max, leavesOut: changed.contains) {
      guard let id = try MemoRows.id(of: hit.key, in: connection) else { continue }
      found.append("\(id) \(String(decoding: hit.form, as: UTF8.self))")
    }
    for name in cache.names where !name.isAlias {
      let id = try #require(try MemoRows.id(of: name.key, in: connection))
      found.append("\(id) \(String(decoding: name.form, as: UTF8.self))")
    }
    #expect(found.sorted() == memos.map { "\($0) \($1.title.lowercased())" }.sorted())
  }
}
