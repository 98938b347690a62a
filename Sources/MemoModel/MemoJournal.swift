/// Where acknowledged changes stand between two saves, so that the end of the process loses none of them.
///
/// One owner appends, always from the same thread; the numbers it gets grow by 1.
public protocol MemoJournal: AnyObject, Sendable {
  /// What tells this journal's numbers from those of every other one.
  var id: Int { get }

  /// How many bytes it takes up where it stands.
  var bytes: Int { get }

  /// Puts a change behind those that are there. Once this returns, the end of the process can't take it any more.
  ///
  /// - Returns: the change's number, from 1.
  /// - Throws: ``StoreError`` if there is no room and none can be made; then nothing was recorded.
  func append(_ record: JournalRecord) throws(StoreError) -> Int

  /// Writes a long change down beside the others, where it does not count yet. May be asked on any thread, and wait for
  /// the disk.
  ///
  /// - Throws: ``StoreError`` if there is no room and none can be made.
  func stage(_ record: JournalRecord) throws(StoreError) -> any StagedRecord

  /// Puts a change that was written down behind those that are there, as ``append(_:)-(JournalRecord)`` does, but takes
  /// no longer for a long one. What is never appended is forgotten.
  func append(_ staged: any StagedRecord) throws(StoreError) -> Int

  /// Notes that all changes before this number are saved, so that their room may be used again.
  func forget(before sequence: Int)

  /// Ends the journal, all of its changes being saved, and takes it away.
  func remove()

  /// Whether what was recorded may be gone, because somebody else cut short, moved or deleted where it stands. Costs
  /// nothing to ask.
  var isLost: Bool { get }

  /// Looks whether all still stands where it should; what it finds is told by `isLost`. May wait for the disk.
  func inspect()

  /// Gives up what was recorded: whoever knows it records it anew. The numbers go on.
  func restart()
}

/// A change that is written down but does not count yet.
public protocol StagedRecord: AnyObject, Sendable {
  /// The change.
  var record: JournalRecord { get }
}

/// A journal that writes every change down when it is appended.
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
  /// The agent that made the change, of at most ``Authorship/longestName`` bytes; nil for a person. Where something was
  /// undone or redone, its links say whose step it is.
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

  /// The kinds of change. Edits apply one after the other.
  public enum Change: Sendable, Equatable {
    /// The memo was made with this text.
    case created(State, text: WholeText)
    /// The text alone changed: a keystroke.
    case edited(modifiedAt: Timestamp, [TextEdit])
    /// Properties or trash changed, and perhaps the text.
    case stated(State, [TextEdit])
    /// Undoing or redoing has brought back a revision's contents, and leads from there to these.
    case moved(State, [TextEdit], to: Int, UndoLinks)
    /// The memo was destroyed.
    case removed
    /// The memo is the stored text of the record's base with these edits, whatever stands in earlier records.
    case rebased(State, [TextEdit])
  }

  /// What of a memo is neither identifier, version nor text.
  public struct State: Sendable, Equatable {
    /// When it was made.
    public let createdAt: Timestamp
    /// When its text or properties last really changed.
    public let modifiedAt: Timestamp
    /// When it went to the trash; nil while it lives.
    public let trashedAt: Timestamp?
    /// The client's own members, as JSON.
    public let properties: [UInt8]

    /// Creates a state from all its parts.
    public init(createdAt: Timestamp, modifiedAt: Timestamp, trashedAt: Timestamp?, properties: [UInt8]) {
      self.createdAt = createdAt
      self.modifiedAt = modifiedAt
      self.trashedAt = trashedAt
      self.properties = properties
    }
  }

  /// A stretch of text and what took its place.
  public struct TextEdit: Sendable, Equatable {
    /// What was replaced, in UTF-8 bytes.
    public let range: Range<Int>
    /// What took its place.
    public let text: String

    /// Creates an edit.
    public init(range: Range<Int>, text: String) {
      self.range = range
      self.text = text
    }
  }
}

/// The journal of a process that ended without removing it. Whoever holds it is the only one that does.
public protocol OrphanedJournal: Sendable {
  /// What its numbers belong to.
  var id: Int { get }
  /// Its changes in order, with their numbers, as far as they check.
  var records: [(sequence: Int, record: JournalRecord)] { get }
  /// Whether something in it could not be read.
  var isDamaged: Bool { get }
  /// Takes it away, what it holds being saved.
  func remove()
  /// Keeps it aside, where no later start finds it, because something in it could not be applied.
  func setAside()
}
