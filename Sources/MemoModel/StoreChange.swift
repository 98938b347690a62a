/// One memo's change in a transaction.
public struct StoreChange: Sendable {
  /// The kind of change.
  public enum Kind: Sendable {
    /// Stores a row in place of the present one. The text is nil if it stays as stored. The references are nil if the
    /// text was not read: then the stored ones stay if the text does, and else are gone until they are filled in. Where
    /// the row's file is not the memo's, title and preview are worked out anew.
    case put(ListRow, text: TextUpdate?, references: MemoReferences?)
    /// Destroys the memo; if it is gone already, that is no error.
    case remove
  }

  /// The memo.
  public let id: MemoID
  /// The stored revision that the change starts from; nil if no memo with this identifier is stored.
  public let base: Int?
  /// What to do.
  public let kind: Kind
  /// How the new state came about.
  public let step: HistoryStep
  /// The agent that made all edits in it; nil if a person did, or several authors. For undo and redo the step says it.
  public let by: String?
  /// The revision that the change makes, and up to where it saves the journal's changes.
  public let mark: JournalMark

  /// Creates a change; without a step, an edit of the stored state; without an agent's name, a person's.
  public init(
    _ id: MemoID, base: Int?, _ kind: Kind, step: HistoryStep = .edit(of: nil), by agent: String? = nil,
    mark: JournalMark
  ) {
    self.id = id
    self.base = base
    self.kind = kind
    self.step = step
    self.by = agent
    self.mark = mark
  }
}

/// The point up to which a journal's changes of one memo are saved, so that replaying it twice has the same result as
/// once.
public struct JournalMark: Sendable, Equatable {
  /// The number of the last saved change; 0 if it is in no journal.
  public let sequence: Int
  /// The version that this change made.
  public let version: Int
  /// The revision that the memo was based on; 0 for none. Changes made during the save name it as their base, too.
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
