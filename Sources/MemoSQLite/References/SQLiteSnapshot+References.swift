import MemoModel

extension SQLiteSnapshot {
  func destinations(
    of targets: [LinkTarget], over unsaved: UnsavedReferences
  ) throws(StoreError) -> [LinkDestination] {
    let resolution = try LinkResolution(connection, over: unsaved)
    var destinations: [LinkDestination] = []
    for target in targets { destinations.append(try resolution.destination(of: target)) }
    return destinations
  }

  func references(
    of ids: [MemoID], over unsaved: UnsavedReferences
  ) throws(StoreError) -> [MemoID: MemoReferences] {
    try ReferenceRows.references(of: ids, over: unsaved, in: connection)
  }

  func backlinks(
    of id: MemoID, after place: ListPlace?, limit: Int, over unsaved: UnsavedReferences
  ) throws(StoreError) -> LinkedPage {
    try LinkedRows(connection, over: unsaved).backlinks(of: id, after: place, limit: limit)
  }

  func linked(
    _ kind: LinkedKind, after place: ListPlace?, limit: Int, over unsaved: UnsavedReferences
  ) throws(StoreError) -> LinkedPage {
    try LinkedRows(connection, over: unsaved).linked(kind, after: place, limit: limit)
  }

  func names(
    matching text: String, limit: Int, over unsaved: UnsavedReferences
  ) throws(StoreError) -> [NameMatch] {
    try NameMatches(connection, over: unsaved).names(matching: text, limit: limit)
  }

  func names(
    limit: Int, over unsaved: UnsavedReferences, where fits: @escaping @Sendable (_ form: String) -> Bool
  ) throws(StoreError) -> [NameMatch] {
    try NameMatches(connection, over: unsaved).names(limit: limit, where: fits)
  }

  func readNamesAhead() throws(StoreError) -> Bool {
    guard try TotalRows.memos(trashed: false, in: connection) <= NameCache.mostReadAhead else { return true }
    let isDone = try connection.names.update(from: connection, reading: NameCache.portion)
    if isDone {
      // A query also prepares everything else that the first one needs.
      _ = try names(matching: "a", limit: 1, over: UnsavedReferences())
      connection.giveBackMemory(from: 0)
    }
    return isDone
  }

  func tags(
    beginningWith prefix: String?, after place: TagPlace?, limit: Int, over unsaved: UnsavedReferences
  ) throws(StoreError) -> TagPage {
    try TagUses.page(beginningWith: prefix, after: place, limit: limit, over: unsaved, in: connection)
  }

  func ids(_ filter: ReferenceFilter, over unsaved: UnsavedReferences) throws(StoreError) -> Set<MemoID> {
    try LinkedRows(connection, over: unsaved).ids(filter)
  }

  func memosWithoutReferences(limit: Int) throws(StoreError) -> [MemoID] {
    try ReferenceRows.unread(limit: limit, in: connection)
  }

  func countOfMemosWithoutReferences() throws(StoreError) -> Int {
    try connection.integer("SELECT count(*) FROM unread")
  }
}
