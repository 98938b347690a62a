internal import CSQLite
package import MemoModel
import Platform

extension SQLiteConnection {
  /// Opens a database for inspection: no file is changed or created, whether or not a server has it open.
  ///
  /// In WAL mode SQLite would create `-shm`, an index to `-wal`, even to read. So the files present decide
  /// (<https://sqlite.org/wal.html#read_only_databases>, <https://sqlite.org/uri.html>).
  package convenience init(inspecting path: String) throws(StoreError) {
    let log = Self.size("\(path)-wal")
    if log != nil, Self.size("\(path)-shm") != nil {
      // A server is running, or was killed. The index is read, or one is built in memory.
      let name = Self.uri(path, "mode=ro&readonly_shm=1")
      try self.init(path: path, name: name, flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, busyTimeout: 2000)
    } else if log ?? 0 > 0 {
      // A copy, perhaps. No server is running, so an exclusive lock is possible; then the index is built in memory.
      try self.init(path: path, name: path, flags: SQLITE_OPEN_READWRITE, busyTimeout: 2000)
      try execute("PRAGMA locking_mode = EXCLUSIVE")
    } else {
      try self.init(unchanging: path, calledBy: path)
    }
    try execute("PRAGMA query_only = 1")
  }

  /// Opens a database that nobody changes: no lock is taken, no file is created, and no log beside it is read.
  ///
  /// - Parameter name: its name in errors.
  convenience init(unchanging path: String, calledBy name: String) throws(StoreError) {
    let uri = Self.uri(path, "mode=ro&immutable=1")
    try self.init(path: name, name: uri, flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, busyTimeout: 2000)
  }

  /// A file's size in bytes; nil if it does not exist.
  private static func size(_ path: String) -> Int? {
    var status = stat()
    return lstat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// A path as a URI: every byte with a special meaning is escaped.
  private static func uri(_ path: String, _ parameters: String) -> String {
    let hexadecimal = Array("0123456789ABCDEF".utf8)
    let escaped = path.utf8.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."):
        [byte]
      default: [UInt8(ascii: "%"), hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 0xF)]]
      }
    }
    return "file:\(String(decoding: escaped, as: UTF8.self))?\(parameters)"
  }
}
