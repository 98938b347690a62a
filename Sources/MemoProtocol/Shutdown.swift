package import JSONRPC

/// Saves everything and ends the session; only `exit` may follow.
package enum Shutdown: RequestType {
  /// `shutdown`
  package static let method: StaticString = "shutdown"

  /// Nothing.
  package typealias Params = NoParams
  /// `null`, once everything is saved.
  package typealias Result = NoResult
}
