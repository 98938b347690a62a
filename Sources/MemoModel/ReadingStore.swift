/// The length of a read.
public enum ReadLength: Sendable {
  /// Short enough that an edit may wait for it.
  case short
  /// Longer.
  case long
  /// So long that others may not wait for it: it visits all memos.
  case longest
}

/// A store whose reads all go through one snapshot function.
public protocol ReadingStore: MemoStore {
  /// Hands over a snapshot.
  ///
  /// - Throws: ``StoreError`` if the store can't be read, or what the body throws.
  func read<Value: Sendable>(
    _ length: ReadLength, _ body: @Sendable (any StoreReading) throws(StoreError) -> Value
  ) throws(StoreError) -> Value
}

extension ReadingStore {
  /// As the port says.
  public func memo(_ id: MemoID) throws(StoreError) -> StoredMemo? {
    try read(.short) { stored throws(StoreError) in try stored.memo(id) }
  }

  /// As the port says.
  public func bytes(of id: MemoID) throws(StoreError) -> Int? {
    try read(.short) { stored throws(StoreError) in try stored.bytes(of: id) }
  }

  /// As the port says.
  public func contains(_ id: MemoID) throws(StoreError) -> Bool {
    try read(.short) { stored throws(StoreError) in try stored.contains(id) }
  }

  /// As the port says.
  public func ids(beginningOrEndingWith part: String, limit: Int) throws(StoreError) -> [MemoID] {
    try read(.long) { stored throws(StoreError) in try stored.ids(beginningOrEndingWith: part, limit: limit) }
  }

  /// As the port says.
  public func list(
    _ query: ListQuery, leavingOut hidden: HiddenMemos, uncounted: Set<MemoID>
  ) throws(StoreError) -> StoredPage {
    try read(query.limit <= 200 ? .short : .long) { stored throws(StoreError) in
      try stored.list(query, leavingOut: hidden, uncounted: uncounted)
    }
  }

  /// As the port says.
  public func memos(_ ids: [MemoID]) throws(StoreError) -> [StoredMemo] {
    try read(.long) { stored throws(StoreError) in try stored.memos(ids) }
  }

  /// As the port says.
  public func memo(_ id: MemoID, revision: Int) throws(StoreError) -> StoredMemo? {
    try read(.long) { stored throws(StoreError) in try stored.memo(id, revision: revision) }
  }

  /// As the port says.
  public func pastMemo(_ id: MemoID, revision: Int) throws(StoreError) -> StoredMemo? {
    try read(.long) { stored throws(StoreError) in try stored.pastMemo(id, revision: revision) }
  }

  /// As the port says.
  public func history(_ id: MemoID, before version: Int?, limit: Int) throws(StoreError) -> HistoryPage {
    try read(.long) { stored throws(StoreError) in try stored.history(id, before: version, limit: limit) }
  }

  /// As the port says.
  public func move(_ id: MemoID, _ direction: HistoryDirection) throws(StoreError) -> StoredMove? {
    try read(.long) { stored throws(StoreError) in try stored.move(id, direction) }
  }

  /// As the port says.
  public func marks(ofJournal id: Int) throws(StoreError) -> [MemoID: JournalMark] {
    try read(.short) { stored throws(StoreError) in try stored.marks(ofJournal: id) }
  }

  /// As the port says. The sequence number alone is needed before the first answer, so reading it is short.
  public func externalChanges(since changeSequence: Int?) throws(StoreError) -> ExternalChanges {
    try read(changeSequence == nil ? .short : .long) { stored throws(StoreError) in
      try stored.externalChanges(since: changeSequence)
    }
  }

  /// As the port says.
  public func statistics() throws(StoreError) -> StoreStatistics {
    try read(.short) { stored throws(StoreError) in try stored.statistics() }
  }

  /// As the port says.
  public func importRecord(of source: String) throws(StoreError) -> ImportRecord? {
    try read(.long) { stored throws(StoreError) in try stored.importRecord(of: source) }
  }

  /// As the port says.
  public func exported(to folder: String) throws(StoreError) -> [String: String] {
    try read(.long) { stored throws(StoreError) in try stored.exported(to: folder) }
  }

  /// As the port says.
  public func fileRows() throws(StoreError) -> [FileRow] {
    try read(.long) { stored throws(StoreError) in try stored.fileRows() }
  }

  /// As the port says.
  public func fileRow(at path: String) throws(StoreError) -> FileRow? {
    try read(.short) { stored throws(StoreError) in try stored.fileRow(at: path) }
  }

  /// As the port says.
  public func memosUnlikeFiles() throws(StoreError) -> [MemoID] {
    try read(.longest) { stored throws(StoreError) in try stored.memosUnlikeFiles() }
  }

  /// As the port says.
  public func files(of ids: [MemoID]) throws(StoreError) -> [MemoID: MemoFile] {
    try read(.long) { stored throws(StoreError) in try stored.files(of: ids) }
  }

  /// As the port says.
  public func wantedPaths() throws(StoreError) -> [MemoID: String] {
    try read(.long) { stored throws(StoreError) in try stored.wantedPaths() }
  }
}
