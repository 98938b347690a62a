public import JSONRPC

/// The client has taken in the answer to `initialize`.
public enum Initialized: ClientNotificationType {
  /// `initialized`
  public static let method: StaticString = "initialized"

  /// Nothing.
  public typealias Params = NoParams
}
