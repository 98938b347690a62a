package import JSONRPC

/// Another process created a memo, or restored one from the trash.
package enum DidCreateMemo: ServerNotificationType {
  /// `didCreateMemo`
  package static let method: StaticString = "didCreateMemo"

  /// The memo.
  package struct Params: JSONObjectWritable, Sendable {
    /// The memo's identifier.
    package let id: String

    /// Creates parameters.
    package init(id: String) {
      self.id = id
    }

    /// Writes the parameters.
    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("id", id)
    }
  }
}
