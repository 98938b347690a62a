import JSON
import MemoEngine
import MemoModel
import TestDoubles
import TestSupport
import Testing

@testable import MemoSQLite

/// What texts say is filled in, in a store whose rows contradict each other.
@Suite("Filling in a damaged store")
struct DamagedFillingTests {
  private let folder: TemporaryFolder
  private let store: SQLiteStore
  private let plan: MemoID

  init() throws {
    folder = try TemporaryFolder()
    store = SQLiteStore(path: folder.database)
    plan = try #require(MemoID("plan"))
    try store.write((0..<300).map { try change("m\($0)", text: "[[plan]]") } + [try change("plan", text: "Plan")])
    // Opened before: a store with a foreign trigger would not be.
    _ = try store.externalChanges(since: nil)
  }

  /// How many memos link to `plan` once all are looked through, and whether any are still to be.
  private func filled() async throws -> (total: Int, isIndexing: Bool) {
    let engine = MemoEngine(store: store)
    await engine.finishFilling()
    let page = try await engine.links().backlinks(of: plan, after: nil, limit: 1)
    return (page.total, page.isIndexing)
  }

  @Test(
    "it ends, with all memos that can be read",
    arguments: [
      ("INSERT INTO unread VALUES (100000), (-1), (9223372036854775807)", 300, 0),
      ("UPDATE memos SET id = '' WHERE key = 7", 299, 1),
      ("UPDATE memos SET properties = '' WHERE key < 4", 297, 3),
      ("DELETE FROM texts WHERE key > 290", 290, 11),
      // With this trigger, some memos stay unread whatever is stored.
      (
        """
        CREATE TRIGGER stubborn AFTER DELETE ON unread WHEN OLD.key < 10 BEGIN
          INSERT INTO unread VALUES (OLD.key);
        END
        """, 300, 9
      ),
    ])
  func ends(harm: String, total: Int, unread: Int) async throws {
    try SQLiteConnection(path: folder.database, busyTimeout: 0).execute(harm)
    #expect(try await filled() == (total, false))
    #expect(try store.countOfMemosWithoutReferences() == unread)
  }

  @Test("what could not be read is looked through once it is mended")
  func mended() async throws {
    let connection = try SQLiteConnection(path: folder.database, busyTimeout: 0)
    try connection.execute("UPDATE memos SET properties = '' WHERE key < 4")
    let engine = MemoEngine(store: store)
    await engine.finishFilling()
    try connection.execute("UPDATE memos SET properties = '{}'")
    let long = "```\n" + String(repeating: String(repeating: "x", count: 4095) + "\n", count: 1024)
    _ = try await engine.createMemo(id: nil, text: long, properties: JSONObject())
    _ = try await engine.flush(nil)
    await engine.finishFilling()
    #expect(try store.countOfMemosWithoutReferences() == 0)
  }
}
