import MemoModel

/// Memos that the store does not take, as they are now. What names something in one of them can't be made to follow.
struct UnsavableMemos: Sendable {
  /// Those that live.
  var memos: [MemoContents] = []
  /// Those that are in the trash, or destroyed, which the store does not know: nothing in them is renamed.
  var gone: Set<MemoID> = []
  /// Why the store does not take one of them; nil if there is none.
  var error: StoreError?

  /// Checks that a memo is none of them.
  func check(_ id: MemoID) throws(EngineError) {
    guard let error, memos.contains(where: { $0.metadata.id == id }) else { return }
    throw .storeUnavailable(
      StoreError(error.reason, "memo \(id) names it and can't be saved, so nothing was renamed: \(error.description)"))
  }
}
