public import JSON

/// Cancels a request that is not answered yet; it is then answered with the error `requestCancelled` (LSP 3.17).
public enum CancelRequest: ClientNotificationType, ServerNotificationType {
  /// `$/cancelRequest`
  public static let method: StaticString = "$/cancelRequest"

  /// The request.
  public struct Params: JSONReadable, JSONObjectWritable, Sendable {
    /// The request's id; nil if what came can't be one.
    public let id: RequestID?

    /// Creates parameters.
    public init(id: RequestID) { self.id = id }

    /// Reads the parameters.
    public init(json: JSONView) throws(JSONTypeError) {
      guard json.kind == .object, let id = json["id"] else { throw JSONTypeError("is missing").inside("id") }
      self.id = RequestID(id)
    }

    /// Writes the parameters.
    public func writeMembers(to writer: inout JSONWriter) {
      writer.member("id", (id ?? .null))
    }
  }
}
