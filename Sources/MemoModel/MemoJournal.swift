/// Records acknowledged changes between two saves, so that the end of the process loses none of them.
///
/// One owner appends, always on the same thread; sequence numbers grow by 1.
public protocol MemoJournal: AnyObject, Sendable {
  /// A number that no other journal has.
  var id: Int { get }

  /// The number of bytes that it takes up on the disk.
  var bytes: Int { get }

  /// Appends a change. Once this returns, the end of the process can't lose it.
  ///
  /// - Returns: the change's number, from 1.
  /// - Throws: ``StoreError`` if there is no room and none can be made; then nothing was recorded.
  func append(_ record: JournalRecord) throws(StoreError) -> Int

  /// Writes a long change down beside the others, where it does not count yet. May be called on any thread, and wait
  /// for the disk.
  ///
  /// - Throws: ``StoreError`` if there is no room and none can be made.
  func stage(_ record: JournalRecord) throws(StoreError) -> any StagedRecord

  /// Makes a staged change count, as ``append(_:)-(JournalRecord)`` does, but in the same short time for a long one. A
  /// staged change that is never appended is dropped.
  func append(_ staged: any StagedRecord) throws(StoreError) -> Int

  /// Records that all changes before this number are saved, so that their room can be reused.
  func forget(before sequence: Int)

  /// Ends the journal after all of its changes are saved, and removes it.
  func remove()

  /// Whether recorded changes may be gone, because somebody truncated, moved or deleted the journal. Costs nothing to
  /// ask.
  var isLost: Bool { get }

  /// Checks whether the journal is still intact, and updates `isLost`. May wait for the disk.
  func inspect()

  /// Drops what was recorded: the owner records it again. The numbers go on.
  func restart()
}

/// A change that is written down but does not count yet.
public protocol StagedRecord: AnyObject, Sendable {
  /// The change.
  var record: JournalRecord { get }
}

/// A journal that writes every change only when it is appended.
extension MemoJournal {
  /// Keeps the change in memory.
  public func stage(_ record: JournalRecord) throws(StoreError) -> any StagedRecord { KeptRecord(record) }
  /// Appends the change.
  public func append(_ staged: any StagedRecord) throws(StoreError) -> Int { try append(staged.record) }
}

private final class KeptRecord: StagedRecord {
  let record: JournalRecord

  init(_ record: JournalRecord) { self.record = record }
}

/// One acknowledged change of one memo.
public struct JournalRecord: Sendable, Equatable {
  /// The memo's identifier.
  public let id: MemoID
  /// The version that the change made.
  public let version: Int
  /// The stored revision that the memo stood on, as far as its process knew; 0 for none.
  public let base: Int
  /// The agent that made the change, of at most ``Authorship/longestName`` bytes; nil for a person. For undo and redo
  /// the links say who made the step.
  public let by: String?
  /// The change.
  public let change: Change

  /// Creates a record; without an agent's name, of a person's change.
  public init(id: MemoID, version: Int, base: Int, by agent: String? = nil, change: Change) {
    self.id = id
    self.version = version
    self.base = base
    self.by = agent
    self.change = change
  }

  /// The kinds of change. The edits of one change apply one after the other.
  public enum Change: Sendable, Equatable {
    /// The memo was created with this text.
    case created(State, text: WholeText)
    /// Only the text changed: a keystroke.
    case edited(modifiedAt: Timestamp, [TextEdit])
    /// Properties or trash changed, and perhaps the text.
    case stated(State, [TextEdit])
    /// Undo or redo brought back a revision's contents, from where it leads to these links.
    case moved(State, [TextEdit], to: Int, UndoLinks)
    /// The memo was destroyed.
    case removed
    /// The memo is the stored text of the record's base with these edits, regardless of earlier records.
    case rebased(State, [TextEdit])
  }

  /// A memo without identifier, version and text.
  public struct State: Sendable, Equatable {
    /// The time when it was created.
    public let createdAt: Timestamp
    /// The time when its text or properties last changed in substance.
    public let modifiedAt: Timestamp
    /// The time when it went to the trash; nil while it lives.
    public let trashedAt: Timestamp?
    /// The client's own members, as JSON.
    public let properties: [UInt8]

    /// Creates a state from its parts.
    public init(createdAt: Timestamp, modifiedAt: Timestamp, trashedAt: Timestamp?, properties: [UInt8]) {
      self.createdAt = createdAt
      self.modifiedAt = modifiedAt
      self.trashedAt = trashedAt
      self.properties = properties
    }
  }

  /// A stretch of text and its replacement.
  public struct TextEdit: Sendable, Equatable {
    /// The stretch that was replaced, in UTF-8 bytes.
    public let range: Range<Int>
    /// The new text.
    public let text: String

    /// Creates an edit.
    public init(range: Range<Int>, text: String) {
      self.range = range
      self.text = text
    }
  }
}

/// The journal of a process that ended without removing it. Only one holder at a time has it.
public protocol OrphanedJournal: Sendable {
  /// The journal's number.
  var id: Int { get }
  /// Its changes in order, with their numbers, as far as their checksums match.
  var records: [(sequence: Int, record: JournalRecord)] { get }
  /// Whether part of it could not be read.
  var isDamaged: Bool { get }
  /// Removes it, once its changes are saved.
  func remove()
  /// Sets it aside, where no later start finds it, because part of it could not be applied.
  func setAside()
}
