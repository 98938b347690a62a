import MemoModel
import MemoText

/// What a transaction writes of one memo: a snapshot, so that edits go on meanwhile.
struct Parcel: Sendable {
  let id: MemoID
  let generation: Int
  let version: Int
  let isRemoval: Bool
  /// The journal's number of the last change in it.
  let sequence: Int
  private let snapshot: MemoSnapshot
  /// Whether the store has an older text or none.
  private let includesText: Bool

  init(_ memo: OpenMemo) {
    id = memo.metadata.id
    generation = memo.generation
    version = memo.metadata.version
    isRemoval = memo.isDestroyed
    sequence = memo.lastSequence
    snapshot = memo.snapshot
    includesText = memo.savedVersion.map { memo.textVersion > $0 } ?? true
  }

  /// The change for the store. Copies the text, so it is asked for off the engine's executor.
  var change: StoreChange {
    isRemoval ? .remove(id) : .put(snapshot.row, text: includesText ? snapshot.text.utf8Bytes : nil)
  }
}
