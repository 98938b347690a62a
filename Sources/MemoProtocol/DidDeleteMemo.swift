package import JSONRPC

/// Another process moved a memo to the trash, or destroyed it.
package enum DidDeleteMemo: ServerNotificationType {
  /// `didDeleteMemo`
  package static let method: StaticString = "didDeleteMemo"

  /// The memo, and where it is now.
  package struct Params: JSONObjectWritable, Sendable {
    /// The memo's identifier.
    package let id: String
    /// Whether it was destroyed rather than moved to the trash.
    package let permanent: Bool

    /// Creates parameters.
    package init(id: String, permanent: Bool) {
      self.id = id
      self.permanent = permanent
    }

    /// Writes the parameters.
    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("id", id)
      writer.member("permanent", permanent)
    }
  }
}
