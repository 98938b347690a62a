import MemoMarkup
import MemoModel
import MemoText

/// The rows of a memo whose title depends on the name of its file.
enum FiledRows {
  /// Titles a memo by its text and a file, and tells other processes.
  static func change(
    to file: MemoFile?, of id: MemoID, by writer: Int, in connection: SQLiteConnection
  ) throws(StoreError) {
    guard let memo = try MemoRows.metadata(of: id, in: connection) else { return }
    let sql = "SELECT display_title, revision FROM memos WHERE id = ?"
    let old = try connection.query(sql, [.text(id.description)]) { row throws(StoreError) in
      (title: row.text(0), revision: row.integer(1))
    }.first
    guard let old, let (key, title) = try put(file, of: id, in: connection) else { return }
    if title != old.title { try NameRows.note(formerTitle: old.title, key, at: memo.modifiedAt, in: connection) }
    try ChangeRows.noteFiling(of: memo, revision: old.revision, by: writer, in: connection)
  }

  /// Titles a memo by its text and a file.
  ///
  /// - Returns: its key and its title; nil if it does not exist.
  @discardableResult
  static func put(
    _ file: MemoFile?, of id: MemoID, in connection: SQLiteConnection
  ) throws(StoreError) -> (key: Int, title: String)? {
    guard let key = try MemoRows.key(of: id, in: connection),
      let memo = try MemoRows.metadata(of: id, in: connection)
    else { return nil }
    let text = try TextRows.beginning(key, ExcerptRows.mostBytes, in: connection)
    // A memo with a damaged text gets the title of its file.
    let excerpts = Excerpts(of: text.flatMap { Rope(validatingUTF8: $0) } ?? Rope(), inFile: file?.title)
    let title = excerpts.title
    try connection.run(
      "UPDATE memos SET display_title = ?, sort_title = ?, preview = ? WHERE key = ?",
      [.text(title), .text(title.caseFolded), .text(excerpts.preview), .integer(key)])
    let read = try ReferenceRows.references(key, in: connection)
    if var references = read {
      (references.title, references.slug, references.path) = (title, Slug.ofMemo(titled: title), file?.path)
      try ReferenceRows.put(references, of: id, key, in: connection)
    }
    try TagRows.put(memo, read, key: key, in: connection)
    return (key, title)
  }
}
