/// Brings a memo back from the trash; a live one stays as it is.
public enum RestoreMemo: RequestType {
  /// `restore`
  public static let method: StaticString = "restore"

  /// Which memo.
  public typealias Params = MemoReference
  /// The memo.
  public typealias Result = Memo
}
