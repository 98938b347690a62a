package import JSONRPC

/// A memo could not be saved. Nothing is lost: it is kept, and saving is retried.
package enum DidFailToSaveMemo: ServerNotificationType {
  /// `didFailToSaveMemo`
  package static let method: StaticString = "didFailToSaveMemo"

  /// The memo and the error.
  package struct Params: JSONObjectWritable, Sendable {
    /// The memo's identifier.
    package let id: String
    /// The version to be saved.
    package let version: Int
    /// The reason why it failed, as an error object.
    package let error: ResponseError
    /// The time until the next attempt, in milliseconds.
    package let retryInMs: Int

    /// Creates parameters.
    package init(id: String, version: Int, error: ResponseError, retryInMs: Int) {
      self.id = id
      self.version = version
      self.error = error
      self.retryInMs = retryInMs
    }

    /// Writes the parameters.
    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("id", id)
      writer.member("version", version)
      writer.member("error", error)
      writer.member("retryInMs", retryInMs)
    }
  }
}
