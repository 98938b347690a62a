import MemoModel

/// The present states of memos that the store refuses. Mentions of a name in them can't be renamed.
struct UnsavableMemos: Sendable {
  /// Live ones.
  var memos: [MemoContents] = []
  /// Ones in the trash, or destroyed, which the store does not know: nothing in them is renamed.
  var gone: Set<MemoID> = []
  /// The reason why the store refuses one of them; nil if there is none.
  var error: StoreError?

  /// Checks that a memo is not one of them.
  func check(_ id: MemoID) throws(EngineError) {
    guard let error, memos.contains(where: { $0.metadata.id == id }) else { return }
    throw .storeUnavailable(
      StoreError(error.reason, "memo \(id) names it and can't be saved, so nothing was renamed: \(error.description)"))
  }
}
