import MemoModel

/// Memos that are found by their links, at one moment.
struct LinkedRows {
  let resolution: LinkResolution
  var connection: SQLiteConnection { resolution.connection }
  var unsaved: UnsavedReferences { resolution.unsaved }

  init(_ connection: SQLiteConnection, over unsaved: UnsavedReferences) throws(StoreError) {
    resolution = try LinkResolution(connection, over: unsaved)
  }

  /// A memo that was found.
  struct Found {
    /// Where it stands on a page.
    let place: ListPlace
    let isTrashed: Bool
    let source: Source

    enum Source {
      case stored(key: Int)
      case unsaved(UnsavedReferences.UnsavedMemo)
    }

    init(_ memo: UnsavedReferences.UnsavedMemo) {
      place = memo.row.linkedPlace
      isTrashed = memo.row.summary.metadata.isTrashed
      source = .unsaved(memo)
    }

    init(_ id: MemoID, key: Int, modifiedAt: Timestamp, isTrashed: Bool) {
      place = ListPlace(value: .time(modifiedAt), id: id)
      self.isTrashed = isTrashed
      source = .stored(key: key)
    }
  }

  /// The memos that link to a memo.
  func backlinks(of id: MemoID, after place: ListPlace?, limit: Int) throws(StoreError) -> LinkedPage {
    let targets = try targets(leadingTo: id)
    return try page(try memos(linkingBy: targets), after: place, limit: limit) { references in
      references.links.filter { targets.contains($0.target) }
    }
  }

  /// The targets, of all links that there are, which lead to a memo.
  func targets(leadingTo id: MemoID) throws(StoreError) -> Set<LinkTarget> {
    let sql = "SELECT DISTINCT form FROM names WHERE key = (SELECT key FROM memos WHERE id = ?)"
    var forms = Set(try connection.query(sql, [.text(id.description)]) { row throws(StoreError) in row.text(0) })
    if let memo = unsaved.memos.first(where: { $0.row.summary.metadata.id == id }) {
      forms = Set(NameRows.names(of: id, memo.references).map(\.form))
    }
    // A memo that was not looked at has but this.
    forms.insert(id.description.lowercased())
    var leading: Set<LinkTarget> = []
    for target in try targets(named: forms) where try resolution.leads(target, to: id) { leading.insert(target) }
    return leading
  }

  /// The targets, of all links that there are, which have one of these names.
  func targets(named forms: Set<String>) throws(StoreError) -> Set<LinkTarget> {
    var targets: Set<LinkTarget> = []
    let sql = "SELECT DISTINCT form, is_identifier, written FROM links WHERE form = ?"
    for form in forms {
      targets.formUnion(
        try connection.query(sql, [.text(form)]) { row throws(StoreError) in LinkTarget(row) })
    }
    for memo in unsaved.memos {
      for link in memo.references.links where forms.contains(link.target.name) { targets.insert(link.target) }
    }
    return targets
  }

  /// The memos with a link by one of these targets.
  func memos(linkingBy targets: Set<LinkTarget>) throws(StoreError) -> [Found] {
    var keys: Set<Int> = []
    let sql = "SELECT key FROM links WHERE form = ? AND is_identifier = ? AND written = ?"
    for target in targets {
      keys.formUnion(
        try connection.query(sql, target.values) { row throws(StoreError) in row.integer(0) })
    }
    return try stored(keys) + unsavedMemos { $0.references.links.contains { targets.contains($0.target) } }
  }

  /// The memos of these keys that nothing unsaved stands for.
  func stored(_ keys: some Sequence<Int>) throws(StoreError) -> [Found] {
    var found: [Found] = []
    let sql = "SELECT id, modified_at, trashed_at IS NOT NULL FROM memos WHERE key = ?"
    for key in keys {
      try connection.forEachRow(sql, [.integer(key)]) { row throws(StoreError) in
        guard let id = MemoID(row.text(0)), !unsaved.hidden.contains(id) else { return false }
        let time = Timestamp(millisecondsSince1970: row.integer(1))
        found.append(Found(id, key: key, modifiedAt: time, isTrashed: row.integer(2) != 0))
        return false
      }
    }
    return found
  }

  /// The unsaved memos of which something holds.
  func unsavedMemos(where holds: (UnsavedReferences.UnsavedMemo) -> Bool) -> [Found] {
    unsaved.memos.filter(holds).map(Found.init)
  }

  /// A page of what was found, the trash left out, with the links that are chosen of each memo.
  func page(
    _ found: [Found], after place: ListPlace?, limit: Int,
    _ links: (MemoReferences) throws(StoreError) -> [LinkReference]
  ) throws(StoreError) -> LinkedPage {
    let all = found.filter { !$0.isTrashed }.sorted { $0.place.precedes($1.place, order: .descending) }
    let rest = all.lazy.filter { found in place.map { $0.precedes(found.place, order: .descending) } ?? true }
    var memos: [LinkedMemo] = []
    for found in rest.prefix(limit) {
      guard let row = try row(of: found), let references = try references(of: found) else { continue }
      memos.append(LinkedMemo(row: row, links: try links(references)))
    }
    return LinkedPage(memos: memos, total: all.count)
  }

  private func row(of found: Found) throws(StoreError) -> ListRow? {
    switch found.source {
    case .unsaved(let memo): return memo.row
    case .stored(let key):
      let sql = "SELECT \(MemoRows.columns) FROM memos WHERE key = ?"
      return try connection.query(sql, [.integer(key)], row: ListRows.row).first ?? nil
    }
  }

  /// What a memo says.
  func references(of found: Found) throws(StoreError) -> MemoReferences? {
    switch found.source {
    case .unsaved(let memo): memo.references
    case .stored(let key): try ReferenceRows.references(key, in: connection)
    }
  }
}
