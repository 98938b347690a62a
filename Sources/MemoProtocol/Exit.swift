package import JSONRPC

/// Ends the process: with 0 after `shutdown`, else with 1. Everything is saved first.
package enum Exit: ClientNotificationType {
  /// `exit`
  package static let method: StaticString = "exit"

  /// Nothing.
  package typealias Params = NoParams
}
