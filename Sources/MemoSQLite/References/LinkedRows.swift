import MemoModel

/// Memos that are found by their links, at one moment.
struct LinkedRows {
  let resolution: LinkResolution
  var connection: SQLiteConnection { resolution.connection }
  var unsaved: UnsavedReferences { resolution.unsaved }

  init(_ connection: SQLiteConnection, over unsaved: UnsavedReferences) throws(StoreError) {
    resolution = try LinkResolution(connection, over: unsaved)
  }

  /// A memo that was found. Small, because thousands may be sorted to show a few.
  struct Found {
    let id: MemoID
    let modifiedAt: Timestamp
    let isTrashed: Bool
    let source: Source

    enum Source {
      case stored(key: Int)
      /// The place among the unsaved memos.
      case unsaved(Int)
    }

    /// Where it stands on a page.
    var place: ListPlace { ListPlace(value: .time(modifiedAt), id: id) }

    func precedes(_ other: Found) -> Bool {
      if modifiedAt != other.modifiedAt { return modifiedAt > other.modifiedAt }
      // In the order of their bytes: they are ASCII.
      return id.description < other.id.description
    }
  }

  /// The memos that link to a memo.
  func backlinks(of id: MemoID, after place: ListPlace?, limit: Int) throws(StoreError) -> LinkedPage {
    var targets: Set<LinkTarget>?
    return try page(.backlinks(id), after: place, limit: limit) { () throws(StoreError) in
      let leading = try self.targets(leadingTo: id)
      targets = leading
      return try memos(linkingBy: leading)
    } links: { references throws(StoreError) in
      var links: [LinkReference] = []
      for link in references.links {
        if let targets {
          if targets.contains(link.target) { links.append(link) }
        } else if try resolution.leads(link.target, to: id) {
          links.append(link)
        }
      }
      return links
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
    // From one to the next, because a memo may have thousands of links to it, but these are written in few ways.
    let sql = """
      SELECT form, is_identifier, written FROM links WHERE form = ?1 AND (is_identifier, written) > (?2, ?3)
      ORDER BY is_identifier, written LIMIT 1
      """
    for form in forms {
      var last: [SQLiteValue]? = [.integer(-1), .text("")]
      while let place = last {
        last = nil
        try connection.forEachRow(sql, [.text(form)] + place) { row throws(StoreError) in
          targets.insert(LinkTarget(row))
          last = [.integer(row.integer(1)), .text(row.text(2))]
          return false
        }
      }
    }
    for memo in unsaved.memos {
      for link in memo.references.links where forms.contains(link.target.name) { targets.insert(link.target) }
    }
    return targets
  }

  /// The memos with a link by one of these targets.
  func memos(linkingBy targets: Set<LinkTarget>) throws(StoreError) -> [Found] {
    var keys: Set<Int> = []
    var found: [Found] = []
    let sql = """
      SELECT memos.key, id, modified_at, trashed_at IS NOT NULL FROM links JOIN memos ON memos.key = links.key
      WHERE form = ? AND is_identifier = ? AND written = ?
      """
    for target in targets {
      try connection.forEachRow(sql, target.values) { row throws(StoreError) in
        if keys.insert(row.integer(0)).inserted, let memo = try self.found(row) { found.append(memo) }
        return true
      }
    }
    return found + unsavedMemos { $0.references.links.contains { targets.contains($0.target) } }
  }

  /// The memos of these keys, but for those that don't count.
  func stored(_ keys: some Sequence<Int>) throws(StoreError) -> [Found] {
    var found: [Found] = []
    let sql = "SELECT key, id, modified_at, trashed_at IS NOT NULL FROM memos WHERE key = ?"
    for key in keys {
      try connection.forEachRow(sql, [.integer(key)]) { row throws(StoreError) in
        if let memo = try self.found(row) { found.append(memo) }
        return false
      }
    }
    return found
  }

  /// A memo from its key, identifier, time and whether it is in the trash; nil if what is stored of it doesn't count.
  private func found(_ row: SQLiteStatement) throws(StoreError) -> Found? {
    guard let id = MemoID(row.text(1)), try unsaved.counts(row.integer(0), id, in: connection) else { return nil }
    return Found(
      id: id, modifiedAt: Timestamp(millisecondsSince1970: row.integer(2)), isTrashed: row.integer(3) != 0,
      source: .stored(key: row.integer(0)))
  }

  /// The unsaved memos of which something holds.
  func unsavedMemos(where holds: (UnsavedReferences.UnsavedMemo) -> Bool) -> [Found] {
    unsaved.memos.indices.filter { holds(unsaved.memos[$0]) }.map { index in
      let metadata = unsaved.memos[index].row.summary.metadata
      return Found(
        id: metadata.id, modifiedAt: metadata.modifiedAt, isTrashed: metadata.isTrashed, source: .unsaved(index))
    }
  }

  /// A page of what is found, the trash left out, with the links that are chosen of each memo. A page that follows the
  /// one before it is not sought anew, unless something was done to a memo since.
  func page(
    _ question: LinkedBookmark.Question, after place: ListPlace?, limit: Int,
    _ found: () throws(StoreError) -> [Found], links: (MemoReferences) throws(StoreError) -> [LinkReference]
  ) throws(StoreError) -> LinkedPage {
    let moment = try LinkedBookmark.Moment(connection, over: unsaved)
    let (rest, total): (ArraySlice<Found.Source>, Int)
    if let place, let left = connection.bookmark?.left(of: question, after: place, at: moment) {
      (rest, total) = (left.sources, left.total)
    } else {
      let all = try found().filter { !$0.isTrashed }.sorted { $0.precedes($1) }
      let left = all.drop { found in place.map { !$0.precedes(found.place, order: .descending) } ?? false }
      (rest, total) = (left.map(\.source)[...], all.count)
    }
    var memos: [LinkedMemo] = []
    var bookmark = LinkedBookmark(question, at: moment, total: total)
    for (index, source) in rest.prefix(limit).enumerated() {
      guard let row = try row(of: source) else { continue }
      bookmark.note(row.summary.metadata.id, at: index)
      memos.append(LinkedMemo(row: row, links: try links(try references(of: source))))
    }
    if rest.count >= limit { bookmark.sources = Array(rest) }
    connection.bookmark = bookmark
    return LinkedPage(memos: memos, total: total)
  }

  private func row(of source: Found.Source) throws(StoreError) -> ListRow? {
    switch source {
    case .unsaved(let index): return unsaved.memos[index].row
    case .stored(let key):
      let sql = "SELECT \(ListRows.columns) FROM memos WHERE key = ?"
      return try connection.query(sql, [.integer(key)], row: ListRows.row).first ?? nil
    }
  }

  /// What a memo says. Where that is damaged its links have no places: whoever shows them looks into the text.
  func references(of source: Found.Source) throws(StoreError) -> MemoReferences {
    switch source {
    case .unsaved(let index): return unsaved.memos[index].references
    case .stored(let key):
      if let references = try ReferenceRows.references(key, in: connection) { return references }
      let links = try LinkRows.stored(key, in: connection).map { LinkReference(target: $0, range: Int.max..<Int.max) }
      return MemoReferences(title: "", links: links)
    }
  }
}
