package import JSONRPC

/// Moves a memo to the trash, or destroys it.
package enum DeleteMemo: RequestType {
  /// `delete`
  package static let method: StaticString = "delete"

  /// The memo, and whether it goes for good.
  package struct Params: JSONReadable, Sendable {
    /// The memo's identifier.
    package let id: String
    /// The version that the client believes the memo has; nil skips that check.
    package let baseVersion: Int?
    /// Whether to destroy the memo, which may be in the trash.
    package let permanent: Bool

    /// Reads the parameters.
    package init(json: JSONView) throws(JSONTypeError) {
      id = try json.required("id")
      baseVersion = try json.optional("baseVersion")
      permanent = try json.optional("permanent") ?? false
    }
  }

  /// The memo's state afterwards.
  package struct Result: JSONObjectWritable, Sendable {
    /// The memo's identifier.
    package let id: String
    /// Its new version.
    package let version: Int
    /// The time when it went to the trash; nil if it was destroyed.
    package let trashedAt: String?

    /// Creates a result.
    package init(id: String, version: Int, trashedAt: String?) {
      self.id = id
      self.version = version
      self.trashedAt = trashedAt
    }

    /// Writes the result.
    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("id", id)
      writer.member("version", version)
      writer.member("trashedAt", trashedAt)
    }
  }
}
