import MemoMarkup
import MemoModel

/// Memos found by their links, at one moment.
struct LinkedRows {
  let resolution: LinkResolution
  var connection: SQLiteConnection { resolution.connection }
  var unsaved: UnsavedReferences { resolution.unsaved }

  init(_ connection: SQLiteConnection, over unsaved: UnsavedReferences) throws(StoreError) {
    resolution = try LinkResolution(connection, over: unsaved)
  }

  /// A memo found. Small, because thousands may be sorted to show a few.
  struct Found {
    let id: MemoID
    let modifiedAt: Timestamp
    let isTrashed: Bool
    let source: Source

    enum Source {
      case stored(key: Int)
      /// The index among the unsaved memos.
      case unsaved(Int)
    }

    /// Its place in a list.
    var place: ListPlace { ListPlace(value: .time(modifiedAt), id: id) }

    func precedes(_ other: Found) -> Bool {
      if modifiedAt != other.modifiedAt { return modifiedAt > other.modifiedAt }
      // Identifiers are ASCII, so this is the order of their bytes.
      return id.description < other.id.description
    }
  }

  /// The memos that link to a memo.
  func backlinks(of id: MemoID, after place: ListPlace?, limit: Int) throws(StoreError) -> LinkedPage {
    try page(.backlinks(id), after: place, limit: limit) { () throws(StoreError) in
      let leading = try targets(leadingTo: id)
      return (try memos(linkingTo: id, by: leading), leading)
    } links: { references, targets throws(StoreError) in
      try links(of: references, by: targets) { target throws(StoreError) in try resolution.leads(target, to: id) }
    }
  }

  /// The links of a text whose targets are meant.
  ///
  /// - Parameter targets: all that may be; nil if unknown.
  func links(
    of references: MemoReferences, by targets: Set<LinkTarget>?, where isMeant: (LinkTarget) throws(StoreError) -> Bool
  ) throws(StoreError) -> [LinkReference] {
    var links: [LinkReference] = []
    for link in references.links where targets?.contains(link.target.anywhere) ?? true {
      if try isMeant(link.target) { links.append(link) }
    }
    return links
  }

  /// The memos with a link to a memo, by one of the targets that lead there from some folder.
  func memos(linkingTo id: MemoID, by targets: Set<LinkTarget>) throws(StoreError) -> [Found] {
    try memos(linkingBy: targets) { target throws(StoreError) in try resolution.leads(target, to: id) }
  }

  /// The targets, among all links, that lead to a memo from some folder.
  func targets(leadingTo id: MemoID) throws(StoreError) -> Set<LinkTarget> {
    let sql = "SELECT DISTINCT form FROM names WHERE key = (SELECT key FROM memos WHERE id = ?)"
    var forms = Set(try connection.query(sql, [.text(id.description)]) { row throws(StoreError) in row.text(0) })
    if let memo = unsaved.memos.first(where: { $0.row.summary.metadata.id == id }) {
      forms = Set(NameRows.names(of: id, memo.references).map(\.form))
    }
    // The only name of a memo that was not indexed.
    forms.insert(id.description.lowercased())
    var leading: Set<LinkTarget> = []
    for target in try targets(named: forms) {
      if try resolution.leads(target, to: id) {
        leading.insert(target)
      } else if try resolution.isLocal(target), try resolution.filed(target).contains(id) {
        leading.insert(target)
      }
    }
    return leading
  }

  /// The targets, among all links, that have one of these names, or a path that may lead to a file with one.
  func targets(named names: Set<String>) throws(StoreError) -> Set<LinkTarget> {
    var forms = names
    if resolution.files != nil {
      for name in names { forms.formUnion(try LinkRows.forms(ofStem: name, in: connection)) }
    }
    var targets: Set<LinkTarget> = []
    // From one distinct row to the next, because thousands of links to a memo are written in only a few ways.
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
      for link in memo.references.links
      where forms.contains(link.target.name) || resolution.mayName(link.target, names) {
        targets.insert(link.target.anywhere)
      }
    }
    return targets
  }

  /// The memos with a link by one of these targets.
  ///
  /// - Parameter isMeant: whether a target is meant, which may differ from folder to folder.
  func memos(
    linkingBy targets: Set<LinkTarget>, where isMeant: (LinkTarget) throws(StoreError) -> Bool
  ) throws(StoreError) -> [Found] {
    var keys: Set<Int> = []
    var found: [Found] = []
    let columns = "memos.key, memos.id, modified_at, trashed_at IS NOT NULL"
    let condition = "WHERE form = ? AND is_identifier = ? AND written = ?"
    let sql = "SELECT \(columns) FROM links JOIN memos ON memos.key = links.key \(condition)"
    let filed = """
      SELECT \(columns), \(FileRows.path) FROM links JOIN memos ON memos.key = links.key
      LEFT JOIN files ON files.id = memos.id AND \(FileRows.isFile) \(condition)
      """
    var (local, meant): (Set<LinkTarget>, Set<LinkTarget>) = ([], [])
    for target in targets {
      let isLocal = try resolution.isLocal(target)
      if isLocal { local.insert(target) } else if try !isMeant(target) { continue }
      meant.insert(target)
      try connection.forEachRow(isLocal ? filed : sql, target.values) { row throws(StoreError) in
        if keys.contains(row.integer(0)) { return true }
        if isLocal, try !isMeant(target.from(row.optionalText(4).map(resolution.folder))) { return true }
        keys.insert(row.integer(0))
        if let memo = try self.found(row) { found.append(memo) }
        return true
      }
    }
    var linking: Set<MemoID> = []
    for memo in unsaved.memos {
      for link in memo.references.links where meant.contains(link.target.anywhere) {
        if try local.contains(link.target.anywhere) ? isMeant(link.target) : true {
          linking.insert(memo.row.summary.metadata.id)
        }
      }
    }
    return found + unsavedMemos { linking.contains($0.row.summary.metadata.id) }
  }

  /// The memos with these keys, without those that don't count.
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

  /// A memo from its key, identifier, time and whether it is in the trash; nil if its stored state doesn't count.
  private func found(_ row: SQLiteStatement) throws(StoreError) -> Found? {
    guard let id = MemoID(row.text(1)), try unsaved.counts(row.integer(0), id, in: connection) else { return nil }
    return Found(
      id: id, modifiedAt: Timestamp(millisecondsSince1970: row.integer(2)), isTrashed: row.integer(3) != 0,
      source: .stored(key: row.integer(0)))
  }

  /// The unsaved memos that meet a condition.
  func unsavedMemos(where holds: (UnsavedReferences.UnsavedMemo) -> Bool) -> [Found] {
    unsaved.memos.indices.filter { holds(unsaved.memos[$0]) }.map { index in
      let metadata = unsaved.memos[index].row.summary.metadata
      return Found(
        id: metadata.id, modifiedAt: metadata.modifiedAt, isTrashed: metadata.isTrashed, source: .unsaved(index))
    }
  }

  /// A page of the memos found, without the trash, with the chosen links of each. The next page is not searched anew,
  /// unless a memo was changed since.
  ///
  /// - Parameters:
  ///   - found: all of the memos, and the targets by which they were found; nil if these are unknown.
  ///   - links: chooses among the links of one, given the same targets.
  func page(
    _ question: LinkedBookmark.Question, after place: ListPlace?, limit: Int,
    _ found: () throws(StoreError) -> (memos: [Found], targets: Set<LinkTarget>?),
    links: (MemoReferences, Set<LinkTarget>?) throws(StoreError) -> [LinkReference]
  ) throws(StoreError) -> LinkedPage {
    let moment = try LinkedBookmark.Moment(connection, over: unsaved)
    let (rest, total, targets): (ArraySlice<Found.Source>, Int, Set<LinkTarget>?)
    if let place, let left = connection.bookmark?.left(of: question, after: place, at: moment) {
      (rest, total, targets) = (left.sources, left.total, left.targets)
    } else {
      let searched = try found()
      let all = searched.memos.filter { !$0.isTrashed }.sorted { $0.precedes($1) }
      let left = all.drop { found in place.map { !$0.precedes(found.place, order: .descending) } ?? false }
      (rest, total, targets) = (left.map(\.source)[...], all.count, searched.targets)
    }
    var memos: [LinkedMemo] = []
    var bookmark = LinkedBookmark(question, at: moment, total: total, targets)
    for (index, source) in rest.prefix(limit).enumerated() {
      guard let row = try row(of: source) else { continue }
      bookmark.note(row.summary.metadata.id, at: index)
      memos.append(LinkedMemo(row: row, links: try links(try references(of: source), targets)))
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

  /// A memo's references. If these are damaged its links have no ranges: whoever shows them reads the text.
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
