public import JSONRPC

/// Brings back what was undone last, unless the memo was edited since.
public enum Redo: RequestType {
  /// `redo`
  public static let method: StaticString = "redo"

  /// Which memo.
  public typealias Params = MemoAtVersion
  /// The memo.
  public typealias Result = Memo
}
