import JSONRPC

/// Redoes what was undone last, unless the memo was edited since.
package enum Redo: RequestType {
  /// `redo`
  package static let method: StaticString = "redo"

  /// The memo.
  package typealias Params = MemoAtVersion
  /// The memo.
  package typealias Result = Memo
}
