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

  /// The identifiers that begin or end with a text, trashed memos' too: one that is all of it first, the others in ascending
  /// order.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func ids(beginningOrEndingWith part: String, limit: Int) throws(StoreError) -> [MemoID]

  /// One page of a list, in order, as if some memos were not there; rows and total are of one moment.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func list(_ query: ListQuery, leavingOut: Set<MemoID>) throws(StoreError) -> StoredPage

  /// Several memos as they are now, trashed ones too; those that are not there are left out.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func memos(_ ids: [MemoID]) throws(StoreError) -> [StoredMemo]

  /// A memo as it was at an earlier revision, destroyed since perhaps, also where history no longer shows it: what merging
  /// starts from. Nil if that is no longer kept.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func memo(_ id: MemoID, revision: Int) throws(StoreError) -> StoredMemo?

  /// A memo as it was at a revision that its history has; nil if that is not among them.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func pastMemo(_ id: MemoID, revision: Int) throws(StoreError) -> StoredMemo?

  /// A page of what is kept of a memo's history, newest first; empty if no such memo is stored.
  ///
  /// - Parameter version: the page starts with the newest state of an earlier version than this; nil starts with what is stored.
  /// - Throws: ``StoreError`` if the store can't be read.
  func history(_ id: MemoID, before version: Int?, limit: Int) throws(StoreError) -> HistoryPage

  /// What undoing or redoing the stored state of a memo leads to: the next state on the way that differs in text or
  /// properties. Nil if no such memo is stored.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func move(_ id: MemoID, _ direction: HistoryDirection) throws(StoreError) -> StoredMove?

  /// Makes these changes in one transaction that survives power loss. A change whose memo does not stand at its base any more,
  /// because another process changed it meanwhile, is left out.
  ///
  /// - Parameter journal: the journal that the changes' numbers belong to; nil if they stand in none.
  /// - Returns: what is stored of the memos whose changes were left out.
  /// - Throws: ``StoreError`` if they could not be made; then nothing was changed.
  func write(_ changes: [StoreChange], journal: Int?) throws(StoreError) -> [StaleMemo]

  /// How far a journal's changes are saved, memo by memo.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func marks(ofJournal id: Int) throws(StoreError) -> [MemoID: JournalMark]

  /// What other processes did since a moment.
  ///
  /// - Parameter moment: what an earlier call gave; nil asks for the moment alone.
  /// - Throws: ``StoreError`` if the store can't be read.
  func changesByOthers(since moment: Int?) throws(StoreError) -> OthersChanges

  /// Hands over what is stored now, for a read that may take long; neither other reads nor writes wait for it.
  ///
  /// - Throws: ``StoreError`` if the store can't be read, or what the body throws.
  func withSnapshot<Value: Sendable>(
    _ body: @Sendable (any StoreSnapshot) throws(StoreError) -> Value
  ) throws(StoreError) -> Value

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
  /// Tells this state of the memo from every other one. A version does not: a memo that was destroyed and made again counts
  /// from 1 again.
  public let revision: Int

  /// Creates a memo from its parts.
  public init(metadata: MemoMetadata, text: [UInt8], revision: Int) {
    self.metadata = metadata
    self.text = text
    self.revision = revision
  }
}

/// One memo's change in a transaction.
public struct StoreChange: Sendable {
  /// What is done.
  public enum Kind: Sendable {
    /// Stores a row in place of the one there is. The text is nil if it is the one already stored.
    case put(ListRow, text: TextUpdate?)
    /// Destroys the memo; that it is gone already is no error.
    case remove
  }

  /// The memo.
  public let id: MemoID
  /// The stored revision that the change starts from; nil if no memo of this identifier is stored.
  public let base: Int?
  /// What is done.
  public let kind: Kind
  /// How what is stored came about.
  public let step: HistoryStep
  /// The revision that the change makes, and how far the journal's changes are then saved.
  public let mark: JournalMark

  /// Creates a change; without a step, an edit of what is stored.
  public init(_ id: MemoID, base: Int?, _ kind: Kind, step: HistoryStep = .edit(of: nil), mark: JournalMark) {
    self.id = id
    self.base = base
    self.kind = kind
    self.step = step
    self.mark = mark
  }
}

/// A memo that another process has changed since it was read.
public struct StaleMemo: Sendable {
  /// The memo.
  public let id: MemoID
  /// What is stored now; nil if it is gone.
  public let stored: StoredMemo?

  /// Creates a stale memo.
  public init(id: MemoID, stored: StoredMemo?) {
    self.id = id
    self.stored = stored
  }
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

/// How far a journal's changes of one memo are saved: so that replaying it twice does the same as once.
public struct JournalMark: Sendable, Equatable {
  /// The number of the last change that is saved; 0 if it stands in no journal.
  public let sequence: Int
  /// The version that this change made.
  public let version: Int
  /// The revision that the memo stood on; 0 for none. Changes made while it was being saved say that they stand there, too.
  public let base: Int
  /// The revision that it was saved as.
  public let revision: Int

  /// Creates a mark; without a revision, a new one.
  public init(sequence: Int, version: Int, base: Int, revision: Int = .random(in: 2 ... .max)) {
    self.sequence = sequence
    self.version = version
    self.base = base
    self.revision = revision
  }
}
