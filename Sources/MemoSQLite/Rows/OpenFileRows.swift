import MemoModel

/// The files that clients have open, as rows of the database.
enum OpenFileRows {
  /// All open files, by holder.
  static func all(in connection: SQLiteConnection) throws(StoreError) -> [Int: Set<MemoID>] {
    var rows: [Int: Set<MemoID>] = [:]
    try connection.forEachRow("SELECT holder, id FROM open_files", []) { row throws(StoreError) in
      if let id = MemoID(row.text(1)) { rows[row.integer(0), default: []].insert(id) }
      return true
    }
    return rows
  }

  /// Records an open file, which from now on keeps its name when the memo's title changes.
  static func open(_ id: MemoID, by holder: Int, in connection: SQLiteConnection) throws(StoreError) {
    try connection.run("INSERT OR IGNORE INTO open_files VALUES (?, ?)", [.integer(holder), .text(id.description)])
    guard let file = try FileRows.file(of: id, in: connection), file.followsTitle else { return }
    try connection.run("UPDATE files SET follows_title = 0 WHERE id = ?", [.text(id.description)])
    try FiledRows.change(to: MemoFile(path: file.path), of: id, by: holder, in: connection)
  }

  /// Deletes the row of a file, and tells other processes.
  static func close(_ id: MemoID, by holder: Int, in connection: SQLiteConnection) throws(StoreError) {
    try connection.run("DELETE FROM open_files WHERE holder = ? AND id = ?", [.integer(holder), .text(id.description)])
    let revision = try connection.query("SELECT revision FROM memos WHERE id = ?", [.text(id.description)]) {
      row throws(StoreError) in row.integer(0)
    }.first
    guard let revision, let memo = try MemoRows.metadata(of: id, in: connection) else { return }
    try ChangeRows.noteFiling(of: memo, revision: revision, by: holder, in: connection)
  }

  /// Deletes all rows of a holder that is gone.
  static func forget(_ holder: Int, in connection: SQLiteConnection) throws(StoreError) {
    try connection.run("DELETE FROM open_files WHERE holder = ?", [.integer(holder)])
  }
}
