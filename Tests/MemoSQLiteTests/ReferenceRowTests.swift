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

  private func write(_ id: String, _ title: String, links: [String], version: Int) throws {
    let links = links.map { LinkReference(target: LinkTarget(name: $0, identifier: nil), range: 0..<4) }
    let references = MemoReferences(
      title: title, slug: title.lowercased(), aliases: ["\(title) too"], links: links, tags: ["x/y"], hasTasks: true)
    try store.write([
      change(id, text: "text \(version)", version: version, modified: version, title: title, references: references)
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
      "UPDATE tag_names SET memos = -9223372036854775808",
    ])
  func damaged(harm: String) throws {
    #expect(faults == [])
    try askAll()
    try connection().execute(harm)
    #expect(!faults.isEmpty)
    try askAll()
    for version in 2...3 {
      try write("a", "Alpha \(version)", links: ["beta", "n\(version)"], version: version)
      try write("b", "Beta \(version)", links: [], version: version)
    }
    try askAll()
    if !harm.contains("tag_names") { #expect(faults == []) }
    let targets = [LinkTarget(name: "alpha 3", identifier: nil)]
    #expect(try store.destinations(of: targets, over: UnsavedReferences())[0].memos.map(\.id.description) == ["a"])
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

  @Test("a memo that is destroyed leaves nothing")
  func destroyed() throws {
    try write("a", "Other", links: ["x"], version: 2)
    try store.write(["a", "b"].map { (id: try #require(MemoID($0)), kind: .remove) })
    let tables = ["unread", "memo_references", "names", "links", "former_titles", "tags", "tag_names", "tag_totals"]
    for table in tables { #expect(try connection().integer("SELECT count(*) FROM \(table)") == 0, "\(table)") }
  }

  @Test("names that changed since they were last looked for are found, whoever changed them")
  func names() throws {
    let other = folder.store()
    func found(_ text: String) throws -> [String] {
      try other.names(matching: text, limit: 9, over: UnsavedReferences()).map(\.name)
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
    #expect(try found("late") == [])
    let row = ListRow(
      summary: MemoSummary(metadata: memo.metadata, displayTitle: "Late", preview: "", bytes: 1), sortTitle: "late")
    try store.fill([FoundReferences(row: row, revision: memo.revision, references: MemoReferences(title: "Late"))])
    #expect(try found("late") == ["Late"], "that a text was looked at is no change")
  }
}
