internal import CSQLite
package import MemoModel
import Platform

extension SQLiteConnection {
  /// Opens a database to be looked at: no file is changed or made, whether or not a server has it open.
  ///
  /// In WAL mode SQLite would make `-shm`, an index to `-wal`, even to read. So what stands there decides
  /// (<https://sqlite.org/wal.html#read_only_databases>, <https://sqlite.org/uri.html>).
  package convenience init(inspecting path: String) throws(StoreError) {
    let log = Self.size("\(path)-wal")
    if log != nil, Self.size("\(path)-shm") != nil {
      // A server runs, or was killed. The index is read, or one is made in memory.
      let name = Self.uri(path, "mode=ro&readonly_shm=1")
      try self.init(path: path, name: name, flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, busyTimeout: 2000)
    } else if log ?? 0 > 0 {
      // A copy perhaps. Nobody runs, so the file can be had alone; then the index is made in memory.
      try self.init(path: path, name: path, flags: SQLITE_OPEN_READWRITE, busyTimeout: 2000)
      try execute("PRAGMA locking_mode = EXCLUSIVE")
    } else {
      try self.init(unchanging: path, calledBy: path)
    }
    try execute("PRAGMA query_only = 1")
  }

  /// Opens a database that nobody changes: no lock is taken, no file is made, and no log beside it is read.
  ///
  /// - Parameter name: what errors call it.
  convenience init(unchanging path: String, calledBy name: String) throws(StoreError) {
    let uri = Self.uri(path, "mode=ro&immutable=1")
    try self.init(path: name, name: uri, flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, busyTimeout: 2000)
  }

  /// A file's size in bytes; nil if there is none.
  private static func size(_ path: String) -> Int? {
    var status = stat()
    return lstat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// A path as a URI: every byte that could mean something else is escaped.
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
