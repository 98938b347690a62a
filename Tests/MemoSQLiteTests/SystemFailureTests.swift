import Foundation
import MemoModel
import StoreFiles
import Testing
import TestSupport

@testable import MemoSQLite

@Suite("What the system refuses")
struct SystemFailureTests {
  @Test(
    "each cause has its reason, and advice that fits it",
    arguments: [
      (ENOSPC, StoreError.Reason.full, "space"), (EDQUOT, .full, "space"), (EFBIG, .full, "limit"),
      (EROFS, .readOnly, "writable"), (EIO, .io, "disk"), (EMFILE, .other, "open"), (ENFILE, .other, "open"),
      (ENOMEM, .other, "programs"), (EINTR, .other, "again"), (EACCES, .permission, "permissions"),
      (EPERM, .permission, "permissions"), (ENOTDIR, .permission, "something else"),
      (ENAMETOOLONG, .permission, "shorter"),
    ])
  func advice(code: Int32, reason: StoreError.Reason, word: String) {
    errno = code
    let error = SystemFailure.error("can't open it")
    #expect(error.reason == reason)
    #expect(error.description.hasPrefix("can't open it: \(String(cString: strerror(code))); "))
    #expect(error.description.contains(word))
    #expect(error.description.contains("permissions") == (word == "permissions"))
  }

  @Test("a file that ends too early is the disk's failure, whatever failed before")
  func shortRead() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/memos.sqlite"
    try StoreFile.create(path)
    let connection = try SQLiteConnection(path: path, busyTimeout: 0)
    let missing = #expect(throws: StoreError.self) { try connection.execute("ATTACH '\(path)/none' AS other") }
    #expect(missing?.reason == .permission)
    #expect(SQLiteFailure.storeError(code: 522, connection.handle, path: path).reason == .io)
  }

  @Test("a log that is written anew has the bytes that it had")
  func logWrittenAnew() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/log"
    for count in [0, 1, 1 << 20, (1 << 20) + 1, 3_000_000] {
      let bytes = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
      try bytes.write(to: URL(filePath: path))
      try WriteAheadLog.writeAnew(path)
      #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    }
  }

  @Test("no log is nothing to write, and none is made")
  func noLog() throws {
    let folder = try TemporaryFolder()
    try WriteAheadLog.writeAnew("\(folder.path)/log")
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/log"))
  }
}
