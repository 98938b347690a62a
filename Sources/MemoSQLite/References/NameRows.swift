import MemoMarkup
import MemoModel
import MemoText

/// The kinds of a memo's names, in the order in which links look for them.
enum NameKind: Int {
  case identifier = 1, title, alias, slug, stem, number

  /// The rank of a kind among those that a link can use directly; not for `stem`, which is part of a path.
  static func rank(_ kind: Int) -> Int? {
    NameKind(rawValue: kind).flatMap { [.identifier, .number, .title, .alias, .slug].firstIndex(of: $0) }
  }
}

/// The present and former names of memos, as rows of the database.
enum NameRows {
  /// A name with its kind.
  struct Name: Hashable {
    let form: String
    let kind: Int
  }

  /// The names in a memo's references.
  static func names(of id: MemoID, _ references: MemoReferences) -> Set<Name> {
    var names: Set<Name> = []
    func add(_ name: String, _ kind: NameKind) {
      let form = name.nameForm
      if !form.isEmpty { names.insert(Name(form: form, kind: kind.rawValue)) }
    }
    add(id.description, .identifier)
    add(references.title, .title)
    for alias in references.aliases { add(alias, .alias) }
    if let slug = references.slug { add(slug, .slug) }
    if let file = references.path.map(FileForm.init) {
      add(file.stem, .stem)
      if let number = file.leadingNumber { add(number, .number) }
    }
    return names
  }

  /// Whether these are the stored names of a memo, each with whether the memo is in the trash.
  static func are(
    _ names: Set<Name>, storedOf key: Int, in connection: SQLiteConnection
  ) throws(StoreError) -> Bool {
    are(names, try stored(key, in: connection))
  }

  private typealias StoredName = (name: Name, isRight: Bool)

  private static func are(_ names: Set<Name>, _ stored: [StoredName]) -> Bool {
    stored.count == names.count && stored.allSatisfy { $0.isRight && names.contains($0.name) }
  }

  /// The stored names of a memo, each with whether it says rightly if the memo is in the trash.
  private static func stored(_ key: Int, in connection: SQLiteConnection) throws(StoreError) -> [StoredName] {
    let sql = """
      SELECT form, kind, is_trashed = (SELECT trashed_at IS NOT NULL FROM memos WHERE key = ?1) FROM names
      WHERE key = ?1
      """
    return try connection.query(sql, [.integer(key)]) { row throws(StoreError) in
      (name: Name(form: row.text(0), kind: row.integer(1)), isRight: row.integer(2) == 1)
    }
  }

  /// Replaces a memo's stored names. Most saves change none.
  static func put(_ names: Set<Name>, _ key: Int, in connection: SQLiteConnection) throws(StoreError) {
    let stored = try stored(key, in: connection)
    if are(names, stored) { return }
    if !stored.isEmpty { try connection.run("DELETE FROM names WHERE key = ?", [.integer(key)]) }
    let sql = "SELECT trashed_at IS NOT NULL FROM memos WHERE key = ?"
    let found = try connection.query(sql, [.integer(key)]) { row throws(StoreError) in row.integer(0) }
    guard let isTrashed = found.first else { return }
    try add(names, key, isTrashed: isTrashed != 0, in: connection)
  }

  /// Stores the names of a memo that has none stored.
  static func add(
    _ names: Set<Name>, _ key: Int, isTrashed: Bool, in connection: SQLiteConnection
  ) throws(StoreError) {
    // Not with a SELECT: for the triggers' sake SQLite would write its rows into a table of their own first.
    for name in names {
      try connection.run(
        "INSERT OR REPLACE INTO names VALUES (?, ?, ?, ?)",
        [.text(name.form), .integer(name.kind), .integer(key), .integer(isTrashed ? 1 : 0)])
    }
  }

  /// Records a memo's title as a former one if another replaces it.
  static func follow(
    _ old: MemoRows.StoredRow?, _ new: ListRow, _ key: Int, _ step: HistoryStep, in connection: SQLiteConnection
  ) throws(StoreError) {
    guard let old, step != .first else {
      // A damaged store may have left rows for a key that no memo had yet.
      return try connection.run("DELETE FROM former_titles WHERE key = ?", [.integer(key)])
    }
    if old.displayTitle != new.summary.displayTitle {
      try note(formerTitle: old.displayTitle, key, at: old.metadata.modifiedAt, in: connection)
    }
  }

  /// Records a memo's former title. Earlier versions listed headings with their marks.
  static func note(
    formerTitle title: String, _ key: Int, at time: Timestamp, in connection: SQLiteConnection
  ) throws(StoreError) {
    let form = Excerpts(of: Rope(title)).title.nameForm
    if form.isEmpty { return }
    try connection.run(
      """
      INSERT INTO former_titles VALUES (?, ?, ?)
        ON CONFLICT DO UPDATE SET had_at = max(had_at, excluded.had_at)
      """, [.text(form), .integer(key), .integer(time.millisecondsSince1970)])
  }

  /// The stored title of a memo, in its compared form, and when the memo last had it; none if the memo does not exist.
  static func titles(
    of id: MemoID, in connection: SQLiteConnection
  ) throws(StoreError) -> [(form: String, hadAt: Int)] {
    let sql = "SELECT display_title, modified_at FROM memos WHERE id = ?"
    return try connection.query(sql, [.text(id.description)]) { row throws(StoreError) in
      (row.text(0).nameForm, row.integer(1))
    }
  }

  /// Records the titles in a memo's history.
  static func noteFormerTitles(of id: MemoID, _ key: Int, in connection: SQLiteConnection) throws(StoreError) {
    let sql = """
      SELECT display_title, modified_at FROM revisions WHERE id = ? AND use = \(RevisionUse.history.rawValue)
      """
    let titles = try connection.query(sql, [.text(id.description)]) { row throws(StoreError) in
      (title: row.text(0), time: Timestamp(millisecondsSince1970: row.integer(1)))
    }
    for (title, time) in titles {
      try note(formerTitle: title, key, at: time, in: connection)
    }
  }
}
