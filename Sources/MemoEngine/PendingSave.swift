import MemoModel
import MemoText

/// A memo's part of a transaction: a snapshot, so that edits go on meanwhile.
struct PendingSave: Sendable {
  let id: MemoID
  let generation: Int
  let contents: MemoContents
  let isRemoval: Bool
  /// The journal's number of its last change, and the revision that it will have.
  let mark: JournalMark
  /// The stored revision that it replaces.
  private let base: Int?
  /// Whether the store has an older text or none.
  private let includesText: Bool
  private let storedText: Rope
  private let step: HistoryStep
  private let agent: String?
  /// The references of the text; nil if the store has them, or the memo is destroyed.
  private let references: TextReferences?

  init(_ memo: OpenMemo) {
    id = memo.metadata.id
    generation = memo.generation
    mark = JournalMark(
      sequence: memo.lastSequence, version: memo.metadata.version, base: memo.storedRevision)
    var contents = memo.contents
    contents.revision = mark.revision
    self.contents = contents
    isRemoval = memo.isDestroyed
    base = memo.stored?.revision
    storedText = memo.stored?.text ?? Rope()
    step = memo.step
    agent = memo.authorship.agent
    includesText = memo.savedVersion.map { memo.textVersion > $0 } ?? true
    references = memo.isDestroyed || !includesText ? nil : memo.references
  }

  var version: Int { contents.metadata.version }

  /// Whether the references are left to be filled in later.
  var leavesReferences: Bool { references?.isLate ?? false }

  /// The change for the store. Compares texts and works out references, so it must be called off the engine's executor.
  var change: StoreChange {
    let kind: StoreChange.Kind =
      isRemoval
      ? .remove
      : .put(
        contents.row, text: includesText ? contents.text.update(of: storedText) : nil, references: references?.atSave)
    return StoreChange(id, base: base, kind, step: step, by: agent, mark: mark)
  }
}
