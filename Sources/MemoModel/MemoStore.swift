/// Where memos are kept: the engine's one view of storage.
///
/// Every call blocks until it is done; the engine chooses where to wait. Calls may come from several threads at once.
public protocol MemoStore: Sendable {
  /// One memo with its text, trashed ones too; nil if there is none.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func memo(_ id: MemoID) throws(StoreError) -> StoredMemo?

  /// Whether there is a memo of this identifier, in the trash or not.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func contains(_ id: MemoID) throws(StoreError) -> Bool

  /// One page of a list, in order, as if some memos were not there; rows and total are of one moment.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func list(_ query: ListQuery, leavingOut: Set<MemoID>) throws(StoreError) -> StoredPage

  /// Makes all of these changes in one transaction that survives power loss, or none of them.
  ///
  /// - Parameter marks: how far the journal's changes are in what is written.
  /// - Throws: ``StoreError`` if they could not be made; then nothing was changed.
  func write(_ changes: [StoreChange], _ marks: JournalMarks?) throws(StoreError)

  /// How far a journal's changes are saved.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func marks(ofJournal id: Int) throws(StoreError) -> JournalMarks

  /// What `stats` tells of the store.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func statistics() throws(StoreError) -> StoreStatistics

  /// Puts the files in order and lets go of them. No call may follow.
  func close()
}

/// A memo as it is stored.
public struct StoredMemo: Sendable {
  /// All but the text.
  public let metadata: MemoMetadata
  /// The text in UTF-8, which the reader checks.
  public let text: [UInt8]

  /// Creates a memo from its parts.
  public init(metadata: MemoMetadata, text: [UInt8]) {
    self.metadata = metadata
    self.text = text
  }
}

/// One change of a transaction.
public enum StoreChange: Sendable {
  /// Stores a row in place of any older one. The text is nil if it is the one already stored.
  case put(ListRow, text: [UInt8]?)
  /// Destroys a memo; none of this identifier is no error.
  case remove(MemoID)
}

/// A page of a list as it is stored.
public struct StoredPage: Sendable {
  /// The rows in order, at most as many as were asked for.
  public let rows: [ListRow]
  /// How many memos the whole list has.
  public let total: Int

  /// Creates a page.
  public init(rows: [ListRow], total: Int) {
    self.rows = rows
    self.total = total
  }
}

/// What is told of a store to whoever asks.
public struct StoreStatistics: Sendable {
  /// The database file.
  public let path: String
  /// The number of its last migration.
  public let schemaVersion: Int
  /// How many memos it has, the trash included.
  public let memos: Int
  /// The database file's size in bytes.
  public let bytes: Int

  /// Creates statistics.
  public init(path: String, schemaVersion: Int, memos: Int, bytes: Int) {
    self.path = path
    self.schemaVersion = schemaVersion
    self.memos = memos
    self.bytes = bytes
  }
}

/// How far a journal's changes are saved, memo by memo: so that replaying it twice does the same as once.
public struct JournalMarks: Sendable {
  /// The journal.
  public let journal: Int
  /// The number of the last change that is saved.
  public var sequences: [MemoID: Int]

  /// Creates marks.
  public init(journal: Int, sequences: [MemoID: Int]) {
    self.journal = journal
    self.sequences = sequences
  }
}
