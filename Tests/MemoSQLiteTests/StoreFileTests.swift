import Foundation
import MemoModel
import TestDoubles
import TestSupport
import Testing

@testable import MemoSQLite

@Suite("The store's file")
struct StoreFileTests {
  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
  }

  @Test("folders are made for their owner alone, and so is every file in them")
  func permissions() throws {
    let folder = try TemporaryFolder()
    let inner = "\(folder.path)/one/two"
    let store = SQLiteStore(path: "\(inner)/memos.sqlite")
    try store.write([change("a")])
    #expect(try mode("\(folder.path)/one") == 0o700)
    #expect(try mode(inner) == 0o700)
    let files = try FileManager.default.contentsOfDirectory(atPath: inner)
    #expect(Set(files) == ["memos.sqlite", "memos.sqlite-lock", "memos.sqlite-shm", "memos.sqlite-wal"])
    for file in files { #expect(try mode("\(inner)/\(file)") == 0o600) }
    store.close()
  }

  @Test("nothing is made before the first call")
  func lazy() throws {
    let folder = try TemporaryFolder()
    _ = folder.store()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test("after closing, the database file alone is the whole store")
  func closed() throws {
    let folder = try TemporaryFolder()
    let store = folder.store()
    try store.write([change("a", text: "kept")])
    store.close()
    let copy = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: folder.database, toPath: copy.database)
    #expect(try copy.store().text("a") == "kept")
  }

  @Test(
    "a file that is no store of this version is refused with its reason and left untouched",
    arguments: [
      ("PRAGMA user_version = 99; PRAGMA application_id = 0x4D454D4F", StoreError.Reason.newerVersion),
      ("CREATE TABLE other (x); INSERT INTO other VALUES (1)", .notAMemoStore),
    ])
  func refused(sql: String, reason: StoreError.Reason) throws {
    let folder = try TemporaryFolder()
    try Data().write(to: URL(filePath: folder.database))
    do {
      let connection = try SQLiteConnection(path: folder.database, busyTimeout: 0)
      try connection.execute(sql)
    }
    try expectUntouched(folder, reason)
  }

  @Test(
    "a file that is no database is refused and left untouched",
    arguments: [
      String(repeating: "not a database ", count: 100), "SQLite format 3\0" + String(repeating: "x", count: 5000),
    ])
  func garbage(contents: String) throws {
    let folder = try TemporaryFolder()
    try Data(contents.utf8).write(to: URL(filePath: folder.database))
    try expectUntouched(folder, .notAMemoStore)
  }

  private func expectUntouched(_ folder: TemporaryFolder, _ reason: StoreError.Reason) throws {
    let before = FileManager.default.contents(atPath: folder.database)
    let store = folder.store()
    let calls: [() throws -> Void] = [
      { try store.open() }, { try store.write([change("a")]) }, { _ = try store.statistics() },
      { _ = try store.text("a") },
    ]
    for call in calls {
      let error = #expect(throws: StoreError.self) { try call() }
      #expect(error?.reason == reason && error?.isRetryable == false)
      #expect(error?.description.contains(folder.database) == true)
    }
    store.close()
    #expect(FileManager.default.contents(atPath: folder.database) == before)
  }

  @Test("a store that could not be opened is opened by a later call")
  func later() throws {
    let folder = try TemporaryFolder()
    let blocked = "\(folder.path)/folder"
    try Data().write(to: URL(filePath: blocked))
    let store = SQLiteStore(path: "\(blocked)/memos.sqlite")
    #expect(throws: StoreError.self) { try store.open() }
    try FileManager.default.removeItem(atPath: blocked)
    try store.write([change("a", text: "kept")])
    #expect(try store.text("a") == "kept")
  }

  @Test("an empty file becomes a store")
  func empty() throws {
    let folder = try TemporaryFolder()
    try Data().write(to: URL(filePath: folder.database))
    #expect(try folder.store().statistics().schemaVersion == Migrations.steps.count)
  }
}

extension StoreFileTests {
  @Test(
    "a file that was removed or replaced while in use is never written to, nor made anew", arguments: [false, true])
  func replaced(byAnother: Bool) throws {
    let folder = try TemporaryFolder()
    let store = folder.store()
    try store.write([change("a", text: "kept")])
    if byAnother {
      let other = try TemporaryFolder()
      let another = other.store()
      try another.write([change("b", text: "another's")])
      another.close()
      _ = rename(other.database, folder.database)
    } else {
      try FileManager.default.removeItem(atPath: folder.database)
    }
    let before = FileManager.default.contents(atPath: folder.database)
    let error = #expect(throws: StoreError.self) { try store.write([change("a", text: "lost", version: 2)]) }
    #expect(error?.reason == .replaced)
    #expect(FileManager.default.contents(atPath: folder.database) == before)
  }
}
