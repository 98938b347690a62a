public import JSONRPC

/// Ends the process: with 0 after `shutdown`, else with 1. Everything is saved first.
public enum Exit: ClientNotificationType {
  /// `exit`
  public static let method: StaticString = "exit"

  /// Nothing.
  public typealias Params = NoParams
}
