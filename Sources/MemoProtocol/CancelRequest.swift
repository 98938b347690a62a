public import JSON

/// Gives up a request that is not answered yet; it is then answered with the error `requestCancelled`.
public enum CancelRequest: ClientNotificationType {
  /// `$/cancelRequest`
  public static let method: StaticString = "$/cancelRequest"

  /// Which request.
  public struct Params: JSONReadable, Sendable {
    /// The request's id, as JSON.
    public let id: JSONView

    /// Reads the parameters.
    public init(json: JSONView) throws(JSONTypeError) {
      guard json.kind == .object, let id = json["id"] else { throw JSONTypeError("is missing").inside("id") }
      self.id = id
    }
  }
}
