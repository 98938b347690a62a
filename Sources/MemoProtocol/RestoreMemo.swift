import JSONRPC

/// Brings a memo back from the trash, or makes it what it was; a live one that is like that stays as it is.
package enum RestoreMemo: RequestType {
  /// `restore`
  package static let method: StaticString = "restore"

  /// Which memo, and as what.
  package typealias Params = MemoReference
  /// The memo.
  package typealias Result = Memo
}
