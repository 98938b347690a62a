import Foundation
import MemoEngine
import MemoInspection
import MemoModel
import TestSupport
import Testing

@testable import MemoSQLite

/// The stores of ``MigrationTests``, with texts that say something.
@Suite("Links, tags and headings of stores of earlier versions")
struct MigratedReferencesTests {
  private let folder: TemporaryFolder
  private let a: MemoID

  init() throws {
    folder = try TemporaryFolder()
    a = try #require(MemoID("a"))
  }

  private func connection(toStoreOfVersion version: Int) throws -> SQLiteConnection {
    let stores = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Stores")
    try FileManager.default.copyItem(
      at: stores.appending(path: "version-\(version).sqlite"), to: URL(filePath: folder.database))
    return try SQLiteConnection(path: folder.database, busyTimeout: 0)
  }

  @Test("are what the texts say, once these were looked through", arguments: 1..<Migrations.steps.count)
  func filledIn(version: Int) async throws {
    let connection = try connection(toStoreOfVersion: version)
    let texts = [
      "# Plan\n\n## Goals\nwin ^why\n",
      "Other\n[[plan#goals]] [[Gone]] [[Plan#None]] [[Old]]\n- [ ] think #work/home\n",
      "Old\n[[Plan]] #work\n",
    ]
    for (key, text) in zip(1..., texts) {
      let bytes = Array(text.utf8)
      try connection.run("UPDATE texts SET text = ? WHERE key = ?", [.blob(bytes), .integer(key)])
      try connection.run("UPDATE memos SET bytes = ? WHERE key = ?", [.integer(bytes.count), .integer(key)])
    }
    let store = folder.store()
    let engine = MemoEngine(store: store)
    await engine.finishFilling()
    let links = await engine.links()
    let backlinks = try await links.backlinks(of: a, after: nil, limit: 9)
    #expect(told(backlinks) == ["Other: goals None"] && backlinks.total == 1)
    let broken = try await links.linked(.broken, after: nil, limit: 9)
    #expect(
      told(broken) == ["Other: - None -"] && broken.memos[0].links.map(\.problem) == [.broken, .fragment, .trashed])
    let tags = try await links.tags(prefix: nil, after: nil, limit: 9)
    #expect(tags.tags.map { "\($0.name) \($0.memos)" } == ["work 1", "work/home 1"])
    for (kind, names) in [(CompletionKind.heading, ["Plan", "Goals"]), (.block, ["why"])] {
      let completions = try await links.complete(kind, query: "Plan#", in: nil, limit: 9)
      #expect(completions.items.map(\.label) == names)
    }
    #expect(try store.ids(.withTasks, over: UnsavedReferences()).map(\.description) == ["b"])
  }

  private func told(_ page: LinkedMemos) -> [String] {
    page.memos.map { memo in
      let fragments = memo.links.map { $0.fragment ?? "-" }
      return "\(memo.listed.summary.displayTitle): \(fragments.joined(separator: " "))"
    }
  }

  /// The first version that kept what texts say, and the first that kept what files links may mean.
  private static let (reading, stemming) = (7, 12)

  @Test("are what that version had read of the texts", arguments: reading..<Migrations.steps.count)
  func kept(version: Int) throws {
    let connection = try connection(toStoreOfVersion: version)
    let links = ["Plan", "gone", "Old", "x/y%20z.md"].enumerated().map { index, name in
      #"[\#(index),\#(index + 1),"\#(name.lowercased())",null,false]"#
    }
    let said = [
      (title: "Plan", rest: #"[],[[1,"Plan","plan","plan"]],[],[],false"#, tag: nil),
      (title: "Other", rest: #"[\#(links.joined(separator: ","))],[],[],["Work"],true"#, tag: "Work"),
      (title: "Old", rest: "[],[],[],[],false", tag: String?.none),
    ]
    for (key, memo) in zip(1..., said) {
      let (id, form, trash) = (["a", "b", "c"][key - 1], memo.title.lowercased(), key / 3)
      let contents = #"["\#(memo.title)","\#(form)",[],\#(memo.rest)]"#
      try connection.run(
        "INSERT INTO memo_references VALUES (?, ?, ?)", [.integer(key), .integer(key == 2 ? 1 : 0), .text(contents)])
      try connection.execute(
        """
        DELETE FROM unread WHERE key = \(key);
        UPDATE memos SET display_title = '\(memo.title)', sort_title = '\(form)' WHERE key = \(key);
        INSERT INTO names VALUES ('\(id)', 1, \(key), \(trash)), ('\(form)', 2, \(key), \(trash)),
          ('\(form)', 4, \(key), \(trash));
        """)
      if let tag = memo.tag {
        try connection.execute(
          """
          INSERT INTO tags
            SELECT key, '\(tag.lowercased())', 0, pinned, modified_at, created_at, sort_title, id, '\(tag)'
            FROM memos WHERE key = \(key)
          """)
      }
    }
    for form in ["plan", "gone", "old", "x/y%20z.md"] {
      try connection.execute("INSERT INTO links VALUES ('\(form)', 0, '', 2, 0)")
    }
    if version >= Self.stemming { try connection.execute("INSERT INTO link_stems VALUES ('y z', 'x/y%20z.md')") }
    let (store, none) = (folder.store(), UnsavedReferences())
    #expect(try store.memosWithoutReferences(limit: 9) == [])
    func told(_ page: LinkedPage) -> [String] {
      page.memos.map { "\($0.row.summary.displayTitle): \($0.links.map(\.target.name).joined(separator: " "))" }
    }
    #expect(try told(store.backlinks(of: a, after: nil, limit: 9, over: none)) == ["Other: plan"])
    #expect(try told(store.linked(.broken, after: nil, limit: 9, over: none)) == ["Other: gone old x/y%20z.md"])
    #expect(try store.linked(.orphans, after: nil, limit: 9, over: none).total == 0)
    #expect(
      try store.tags(beginningWith: nil, after: nil, limit: 9, over: none).tags.map { "\($0.name) \($0.memos)" }
        == ["Work 1"])
    #expect(try store.references(of: [a], over: none)[a]?.headings.map(\.text) == ["Plan"])
    #expect(StoreCheck(path: folder.database).inspect().filter(\.isFault).map(\.description) == [])
    #expect(try LinkRows.forms(ofStem: "y z", in: connection) == ["x/y%20z.md"])
  }
}
