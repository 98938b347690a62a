public import JSONRPC

/// Saves everything and ends the session; only `exit` may follow.
public enum Shutdown: RequestType {
  /// `shutdown`
  public static let method: StaticString = "shutdown"

  /// Nothing.
  public typealias Params = NoParams
  /// `null`, once everything is saved.
  public typealias Result = NoResult
}
