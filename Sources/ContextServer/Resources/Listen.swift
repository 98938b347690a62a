import JSONRPC
import MemoEngine

/// Reports changes to a client of the modern era until it cancels this request.
enum Listen: ContextRequest {
  static let method: StaticString = "subscriptions/listen"

  struct Params: JSONReadable, Sendable {
    let wanted: Wanted

    init(json: JSONView) throws(JSONTypeError) { wanted = try json.required("notifications") }
  }

  /// The changes that a client wants to hear of; others are ignored.
  struct Wanted: JSONReadable, JSONObjectWritable, Sendable {
    let resourcesListChanged: Bool
    let resources: [String]?

    init(json: JSONView) throws(JSONTypeError) {
      guard json.kind == .object else { throw JSONTypeError("must be an object") }
      resourcesListChanged = try json.optional("resourcesListChanged") ?? false
      let resources: [String]? = try json.optional("resourceSubscriptions")
      guard resources?.count ?? 0 <= Subscriptions.mostResources else {
        throw JSONTypeError("must have at most \(Subscriptions.mostResources) elements").inside("resourceSubscriptions")
      }
      self.resources = resources
    }

    func writeMembers(to writer: inout JSONWriter) {
      if resourcesListChanged { writer.member("resourcesListChanged", true) }
      writer.member("resourceSubscriptions", resources)
    }
  }

  /// The result: the subscription has ended regularly.
  struct Result: ContextResult {
    let id: RequestID

    func writeMembers(to writer: inout JSONWriter) {}

    func writeMeta(to writer: inout JSONWriter) { writer.member("io.modelcontextprotocol/subscriptionId", id) }
  }

  static let route: Route<ContextSession> = .stays(Wire<Listen>.self) { session, received, id in
    let ended = try session.listen(received.params.wanted, as: id)
    session.served()
    return {
      for await _ in ended {}
      return Reply(result: Result(id: id), isModern: true)
    }
  }
}

/// Confirms that a subscription has begun, and to what.
enum Acknowledged: ServerNotificationType {
  static let method: StaticString = "notifications/subscriptions/acknowledged"

  struct Params: JSONObjectWritable, Sendable {
    let subscription: RequestID
    let wanted: Listen.Wanted

    func writeMembers(to writer: inout JSONWriter) {
      writer.subscription(subscription)
      writer.member("notifications", wanted)
    }
  }
}

/// A memo has changed.
enum ResourceUpdated: ServerNotificationType {
  static let method: StaticString = "notifications/resources/updated"

  struct Params: JSONObjectWritable, Sendable {
    /// The subscription that asked for it; nil in the legacy era.
    let subscription: RequestID?
    let uri: String

    func writeMembers(to writer: inout JSONWriter) {
      if let subscription { writer.subscription(subscription) }
      writer.member("uri", uri)
    }
  }
}

/// The list of memos has changed.
enum ResourceListChanged: ServerNotificationType {
  static let method: StaticString = "notifications/resources/list_changed"

  struct Params: JSONObjectWritable, Sendable {
    let subscription: RequestID?

    func writeMembers(to writer: inout JSONWriter) { if let subscription { writer.subscription(subscription) } }
  }
}

extension JSONWriter {
  fileprivate mutating func subscription(_ id: RequestID) {
    name("_meta")
    beginObject()
    member("io.modelcontextprotocol/subscriptionId", id)
    endObject()
  }
}
