package import MemoModel

/// Texts as rows of the database: a short one is in its row, a long one in pieces, of which only those touched by an
/// edit are written.
package enum TextRows {
  /// The longest text that is stored in its row, in bytes.
  static let longestInline = 16 << 10

  /// The place of a stored text.
  package enum Place {
    /// Nowhere.
    case none
    /// In its row.
    case inline
    /// In pieces.
    case pieces(TextLayout)
  }

  /// Finds the place of a text.
  package static func place(_ key: Int, in connection: SQLiteConnection) throws(StoreError) -> Place {
    let sql = "SELECT layout IS NULL, layout FROM texts WHERE key = ?"
    let found = try connection.query(sql, [.integer(key)]) { row throws(StoreError) -> Place in
      if row.integer(0) != 0 { return .inline }
      guard let layout = TextLayout(row.bytes(1)) else { throw damaged }
      return .pieces(layout)
    }
    return found.first ?? .none
  }

  /// A text, whole; nil if there is none.
  package static func text(_ key: Int, in connection: SQLiteConnection) throws(StoreError) -> [UInt8]? {
    switch try place(key, in: connection) {
    case .none: return nil
    case .inline: return try inlineText(key, in: connection)
    case .pieces(let layout):
      // A length that the file could not hold is damaged.
      guard try layout.count <= connection.largestContents() else { throw damaged }
      var text: [UInt8] = []
      text.reserveCapacity(layout.count)
      for piece in layout.pieces { text += try bytes(piece, in: connection) }
      connection.giveBackMemory()
      return text
    }
  }

  /// The beginning of a text: at most this many bytes, up to the end of a character; nil if there is no text.
  static func beginning(_ key: Int, _ count: Int, in connection: SQLiteConnection) throws(StoreError) -> [UInt8]? {
    guard case .pieces(let layout) = try place(key, in: connection) else { return try text(key, in: connection) }
    var text: [UInt8] = []
    for piece in layout.pieces {
      guard text.count < count else { break }
      text += try bytes(piece, in: connection)
    }
    guard text.count > count else { return text }
    // A byte 10xxxxxx continues a character (RFC 3629).
    let end = text[...count].lastIndex { $0 & 0xC0 != 0x80 } ?? 0
    return Array(text[..<end])
  }

  /// A text that is not in pieces; nil if there is none.
  package static func inlineText(_ key: Int, in connection: SQLiteConnection) throws(StoreError) -> [UInt8]? {
    let sql = "SELECT text FROM texts WHERE key = ?"
    return try connection.query(sql, [.integer(key)]) { row throws(StoreError) in row.bytes(0) }.first
  }

  /// Some stretches of a text, each within it, in order.
  static func stretches(
    _ ranges: [Range<Int>], of key: Int, at place: Place, in connection: SQLiteConnection
  ) throws(StoreError) -> [[UInt8]] {
    guard case .pieces(let layout) = place else {
      let text = try text(key, in: connection) ?? []
      guard ranges.allSatisfy({ $0.upperBound <= text.count }) else { throw damaged }
      return ranges.map { Array(text[$0]) }
    }
    var found: [[UInt8]] = []
    var (index, start) = (0, 0)
    for range in ranges {
      while index < layout.pieces.count, start + layout.pieces[index].count <= range.lowerBound {
        start += layout.pieces[index].count
        index += 1
      }
      var (stretch, next, offset): ([UInt8], Int, Int) = ([], index, start)
      while offset < range.upperBound {
        guard next < layout.pieces.count else { throw damaged }
        let piece = layout.pieces[next]
        let part = range.clamped(to: offset..<(offset + piece.count))
        if !part.isEmpty {
          stretch += try bytes(piece, in: connection)[(part.lowerBound - offset)..<(part.upperBound - offset)]
        }
        offset += piece.count
        next += 1
      }
      found.append(stretch)
    }
    return found
  }

  /// Stores the changed parts of a text.
  static func store(
    _ update: TextUpdate, _ key: Int, at place: Place, in connection: SQLiteConnection
  ) throws(StoreError) {
    if update.count <= longestInline {
      if case .pieces(let layout) = place { try remove(layout.pieces, in: connection) }
      let sql = "INSERT OR REPLACE INTO texts (key, text, layout) VALUES (?, ?, NULL)"
      return try connection.run(sql, [.integer(key), .blob(update.text)])
    }
    let layout: TextLayout
    if case .pieces(let old) = place {
      layout = try replace(update, in: old, connection)
    } else {
      let whole = TextUpdate.Splice(old: 0..<0, new: 0..<update.count)
      let all = TextUpdate(count: update.count, splices: [whole], bytes: update.bytes)
      layout = try replace(all, in: TextLayout(), connection)
    }
    let sql = "INSERT OR REPLACE INTO texts (key, text, layout) VALUES (?, zeroblob(0), ?)"
    try connection.run(sql, [.integer(key), .blob(layout.encoded)])
  }

  private static func replace(
    _ update: TextUpdate, in old: TextLayout, _ connection: SQLiteConnection
  ) throws(StoreError) -> TextLayout {
    // The update must match the stored text.
    let growth = update.splices.reduce(0) { $0 + $1.new.count - $1.old.count }
    guard old.count == update.count - growth else { throw damaged }
    var layout = TextLayout()
    var kept = 0
    for change in old.changes(for: update.splices) {
      layout.pieces += old.pieces[kept..<change.pieces.lowerBound]
      kept = change.pieces.upperBound
      var free = old.pieces[change.pieces]
      for range in TextLayout.cut(change.new) {
        let key = try put(update.bytes(range), in: free.popFirst()?.key, connection)
        layout.pieces.append(TextLayout.Piece(key: key, count: range.count))
      }
      try remove(free, in: connection)
    }
    layout.pieces += old.pieces[kept...]
    guard layout.count == update.count else { throw damaged }
    return layout
  }

  /// Writes a piece, reusing a row that is no longer needed if there is one, and returns its key.
  private static func put(
    _ bytes: [UInt8], in key: Int?, _ connection: SQLiteConnection
  ) throws(StoreError) -> Int {
    let sql = "INSERT OR REPLACE INTO pieces (key, bytes) VALUES (?, ?) RETURNING key"
    let keys = try connection.query(sql, [key.map { .integer($0) } ?? .null, .blob(bytes)]) { row throws(StoreError) in
      row.integer(0)
    }
    guard let key = keys.first else { throw StoreError(.other, "the store gave a text no key; try again") }
    return key
  }

  /// Deletes the pieces of a memo's text, if it has some; the text's row goes with the memo's.
  static func removePieces(of key: Int, in connection: SQLiteConnection) throws(StoreError) {
    if case .pieces(let layout) = try place(key, in: connection) { try remove(layout.pieces, in: connection) }
  }

  private static func remove(
    _ pieces: some Sequence<TextLayout.Piece>, in connection: SQLiteConnection
  ) throws(StoreError) {
    for piece in pieces { try connection.run("DELETE FROM pieces WHERE key = ?", [.integer(piece.key)]) }
  }

  private static func bytes(
    _ piece: TextLayout.Piece, in connection: SQLiteConnection
  ) throws(StoreError) -> [UInt8] {
    let sql = "SELECT bytes FROM pieces WHERE key = ?"
    let found = try connection.query(sql, [.integer(piece.key)]) { row throws(StoreError) in row.bytes(0) }
    guard let bytes = found.first, bytes.count == piece.count else { throw damaged }
    return bytes
  }

  private static var damaged: StoreError {
    StoreError(
      .corrupt, "a stored text is damaged; copy the store's files, then save what can be read with: memo-ls recover")
  }
}
