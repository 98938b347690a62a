internal import CSQLite

extension SQLiteConnection {
  /// As much of a text as can be read: one that lies on many pages has a readable beginning where a page is damaged.
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
    // No more than a page's worth at a time is lost to a page that can't be read; SQLite's smallest page has 512 bytes.
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
