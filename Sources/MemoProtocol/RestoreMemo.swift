public import JSONRPC

/// Brings a memo back from the trash, or makes it what it was; a live one that is like that stays as it is.
public enum RestoreMemo: RequestType {
  /// `restore`
  public static let method: StaticString = "restore"

  /// Which memo, and as what.
  public typealias Params = MemoReference
  /// The memo.
  public typealias Result = Memo
}
