import MemoModel

/// The contents of a database at the moment when a transaction on this connection began.
struct SQLiteSnapshot: StoreReading, StoreSnapshot {
  let connection: SQLiteConnection
  /// The identifier of this store's own changes, which are no news.
  let writer: Int

  func memo(_ id: MemoID) throws(StoreError) -> StoredMemo? {
    try FileRows.filed(try MemoRows.memo(id, in: connection), in: connection)
  }

  func bytes(of id: MemoID) throws(StoreError) -> Int? { try MemoRows.bytes(of: id, in: connection) }

  func contains(_ id: MemoID) throws(StoreError) -> Bool { try MemoRows.contains(id, in: connection) }

  func ids(beginningOrEndingWith part: String, limit: Int) throws(StoreError) -> [MemoID] {
    try MemoRows.ids(beginningOrEndingWith: part, limit: limit, in: connection)
  }

  func list(
    _ query: ListQuery, leavingOut hidden: HiddenMemos, uncounted: Set<MemoID>
  ) throws(StoreError) -> StoredPage {
    try ListRows.page(query, leavingOut: hidden, uncounted: uncounted, in: connection)
  }

  func memos(_ ids: [MemoID]) throws(StoreError) -> [StoredMemo] {
    var memos: [StoredMemo] = []
    for id in ids { if let memo = try memo(id) { memos.append(memo) } }
    return memos
  }

  func memo(_ id: MemoID, revision: Int) throws(StoreError) -> StoredMemo? {
    try RevisionRows.memo(id, revision: revision, from: try memo(id), in: connection)
  }

  func pastMemo(_ id: MemoID, revision: Int) throws(StoreError) -> StoredMemo? {
    try RevisionRows.links(id, revision: revision, in: connection) == nil ? nil : try memo(id, revision: revision)
  }

  func history(_ id: MemoID, before version: Int?, limit: Int) throws(StoreError) -> HistoryPage {
    try RevisionRows.history(id, before: version ?? .max, limit: limit, in: connection)
  }

  func move(_ id: MemoID, _ direction: HistoryDirection) throws(StoreError) -> StoredMove? {
    guard let now = try memo(id) else { return nil }
    return try RevisionRows.move(from: now, direction, in: connection)
  }

  func marks(ofJournal id: Int) throws(StoreError) -> [MemoID: JournalMark] {
    try JournalRows.marks(ofJournal: id, in: connection)
  }

  /// If nothing was changed, this reads only memory.
  func externalChanges(since changeSequence: Int?) throws(StoreError) -> ExternalChanges {
    try ChangeRows.changes(since: changeSequence, notBy: writer, in: connection)
  }

  func statistics() throws(StoreError) -> StoreStatistics {
    StoreStatistics(
      schemaVersion: try connection.integer("PRAGMA user_version"),
      memos: try TotalRows.memos(trashed: false, in: connection) + TotalRows.memos(trashed: true, in: connection),
      bytes: try connection.largestContents(), memosWithoutReferences: try countOfMemosWithoutReferences())
  }

  func importRecord(of source: String) throws(StoreError) -> ImportRecord? {
    try ExchangeRows.importRecord(of: source, in: connection)
  }

  func fileRows() throws(StoreError) -> [FileRow] { try FileRows.all(in: connection) }

  func fileRow(at path: String) throws(StoreError) -> FileRow? {
    try FileRows.rows("WHERE path = ?", [.text(path)], in: connection).first
  }

  func memosUnlikeFiles() throws(StoreError) -> [MemoID] { try FileRows.unlikeMemos(in: connection) }

  func files(of ids: [MemoID]) throws(StoreError) -> [MemoID: MemoFile] {
    var files: [MemoID: MemoFile] = [:]
    for id in ids { files[id] = try FileRows.file(of: id, in: connection) }
    return files
  }

  func wantedPaths() throws(StoreError) -> [MemoID: String] { try FileRows.wanted(in: connection) }

  func exported(to folder: String) throws(StoreError) -> [String: String] {
    try ExchangeRows.exported(to: folder, in: connection)
  }

  func changeSequence() throws(StoreError) -> Int { try ChangeRows.changeSequence(in: connection) }

  func forEachMemo(
    after key: Int, damaged: (MemoID) -> Void, _ body: (Int, StoredMemo) -> Bool
  ) throws(StoreError) {
    try MemoRows.forEach(after: key, in: connection, damaged: damaged, body)
  }

  func changedMemos(since changeSequence: Int) throws(StoreError) -> Set<MemoID>? {
    try ChangeRows.changedMemos(since: changeSequence, in: connection)
  }
}
