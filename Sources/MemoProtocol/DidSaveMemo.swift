package import JSONRPC

/// A version of a memo is stored in the database.
package enum DidSaveMemo: ServerNotificationType {
  /// `didSaveMemo`
  package static let method: StaticString = "didSaveMemo"

  /// Which version of which memo.
  package struct Params: JSONObjectWritable, Sendable {
    /// The memo's identifier.
    package let id: String
    /// The version that was saved; the memo may have a later one by now.
    package let version: Int

    /// Creates parameters.
    package init(id: String, version: Int) {
      self.id = id
      self.version = version
    }

    /// Writes the parameters.
    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("id", id)
      writer.member("version", version)
    }
  }
}
