import JSONRPC
import MemoEngine

/// Tells a client of the modern era of changes until it gives that up.
enum Listen: ContextRequest {
  static let method: StaticString = "subscriptions/listen"

  struct Params: JSONReadable, Sendable {
    let wanted: Wanted

    init(json: JSONView) throws(JSONTypeError) { wanted = try json.required("notifications") }
  }

  /// What a client wants to be told; what else there may be is passed over.
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

  /// That it has ended well.
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

/// Tells that a subscription has begun, and to what.
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

/// Tells that a memo is another.
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

/// Tells that there are other memos.
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
