internal import CSQLite

extension SQLiteConnection {
  /// As much of a text as can be read: one that spans many pages has a readable beginning if a page is damaged.
  ///
  /// - Returns: nil if not even its row can be read.
  package func beginning(of column: String, in table: String, key: Int) -> (bytes: [UInt8], isWhole: Bool)? {
    var blob: OpaquePointer?
    guard sqlite3_blob_open(handle, "main", table, column, Int64(key), 0, &blob) == SQLITE_OK, let blob else {
      sqlite3_blob_close(blob)
      return nil
    }
    defer { sqlite3_blob_close(blob) }
    let size = Int(sqlite3_blob_bytes(blob))
    var bytes: [UInt8] = []
    // Small reads, so that a page that can't be read costs no other bytes; SQLite's smallest page has 512.
    var piece = [UInt8](repeating: 0, count: 512)
    while bytes.count < size {
      let count = min(piece.count, size - bytes.count)
      guard sqlite3_blob_read(blob, &piece, Int32(count), Int32(bytes.count)) == SQLITE_OK else {
        return (bytes, false)
      }
      bytes += piece.prefix(count)
    }
    return (bytes, true)
  }
}
