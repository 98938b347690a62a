package import JSONRPC

/// An `updateMemo` that was sent as a notification was refused; the memo stays as it was.
package enum DidRejectUpdate: ServerNotificationType {
  /// `didRejectUpdate`
  package static let method: StaticString = "didRejectUpdate"

  /// The refused update.
  package struct Params: JSONObjectWritable, Sendable {
    /// The identifier in the update.
    package let id: String
    /// The version it started from, if it gave one.
    package let baseVersion: Int?
    /// The reason why it was refused, as an error object.
    package let error: ResponseError

    /// Creates parameters.
    package init(id: String, baseVersion: Int?, error: ResponseError) {
      self.id = id
      self.baseVersion = baseVersion
      self.error = error
    }

    /// Writes the parameters.
    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("id", id)
      writer.member("baseVersion", baseVersion)
      writer.member("error", error)
    }
  }
}
