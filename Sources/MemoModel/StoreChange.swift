/// One memo's change in a transaction.
public struct StoreChange: Sendable {
  /// What is done.
  public enum Kind: Sendable {
    /// Stores a row in place of the one there is. The text is nil if it is the one already stored. The references are
    /// what the text says; where they are nil, it was not looked at: those that are stored stay with a text that stays,
    /// and else are gone until they are filled in.
    case put(ListRow, text: TextUpdate?, references: MemoReferences?)
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
  /// The agent that made all edits which are in it; nil if a person did, or several. What was undone or redone has its
  /// own in the step.
  public let by: String?
  /// The revision that the change makes, and how far the journal's changes are then saved.
  public let mark: JournalMark

  /// Creates a change; without a step, an edit of what is stored; without an agent's name, a person's.
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

/// How far a journal's changes of one memo are saved: so that replaying it twice does the same as once.
public struct JournalMark: Sendable, Equatable {
  /// The number of the last change that is saved; 0 if it stands in no journal.
  public let sequence: Int
  /// The version that this change made.
  public let version: Int
  /// The revision that the memo stood on; 0 for none. Changes made while it was being saved say that they stand there,
  /// too.
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
