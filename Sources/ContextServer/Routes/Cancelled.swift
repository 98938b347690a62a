import JSONRPC

/// Gives up a request, which is not answered then.
enum Cancelled: ClientNotificationType, ServerNotificationType {
  static let method: StaticString = "notifications/cancelled"

  struct Params: JSONReadable, JSONObjectWritable, Sendable {
    /// Which request; nil if what came can be none.
    let requestID: RequestID?

    init(requestID: RequestID) { self.requestID = requestID }

    init(json: JSONView) throws(JSONTypeError) { requestID = json["requestId"].flatMap(RequestID.init) }

    func writeMembers(to writer: inout JSONWriter) { writer.member("requestId", requestID) }
  }
}
