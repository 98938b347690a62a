import JSONRPC

/// Takes a memo out of the trash, or restores an earlier state; a memo that is so already stays as it is.
package enum RestoreMemo: RequestType {
  /// `restore`
  package static let method: StaticString = "restore"

  /// The memo, and its state.
  package typealias Params = MemoReference
  /// The memo.
  package typealias Result = Memo
}
