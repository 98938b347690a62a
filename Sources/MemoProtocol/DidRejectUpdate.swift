package import JSONRPC

/// An `updateMemo` that came as a notification was refused; the memo stays as it was.
package enum DidRejectUpdate: ServerNotificationType {
  /// `didRejectUpdate`
  package static let method: StaticString = "didRejectUpdate"

  /// What was refused.
  package struct Params: JSONObjectWritable, Sendable {
    /// The identifier the update named.
    package let id: String
    /// The version it started from, if it named one.
    package let baseVersion: Int?
    /// Why it was refused, as an error object.
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
