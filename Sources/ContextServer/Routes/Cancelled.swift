import JSONRPC

/// Cancels a request, which is then not answered.
enum Cancelled: ClientNotificationType, ServerNotificationType {
  static let method: StaticString = "notifications/cancelled"

  struct Params: JSONReadable, JSONObjectWritable, Sendable {
    /// The request; nil if the id is invalid.
    let requestID: RequestID?

    init(requestID: RequestID) { self.requestID = requestID }

    init(json: JSONView) throws(JSONTypeError) { requestID = json["requestId"].flatMap(RequestID.init) }

    func writeMembers(to writer: inout JSONWriter) { writer.member("requestId", requestID) }
  }
}
