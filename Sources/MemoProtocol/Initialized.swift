package import JSONRPC

/// The client has received the answer to `initialize`.
package enum Initialized: ClientNotificationType {
  /// `initialized`
  package static let method: StaticString = "initialized"

  /// Nothing.
  package typealias Params = NoParams
}
