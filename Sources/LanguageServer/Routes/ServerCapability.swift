import JSONRPC
import MemoText

/// The members that a message adds to the server's capabilities (LSP 3.17, `ServerCapabilities`).
struct ServerCapability: Sendable {
  /// Members as they go over the wire; those of all messages are merged.
  let members: JSONObject
  /// Whether a client is told of it.
  var isTold: @Sendable (ClientCapabilities) -> Bool = { _ in true }

  /// A member that says that something of this name can be done.
  init(_ name: String) { self.init(name, .bool(true)) }

  /// A member of the capabilities.
  init(_ name: String, _ value: JSONValue) {
    var members = JSONObject()
    members[name] = value
    self.members = members
  }

  /// Options of something that can be done.
  init(_ name: String, _ options: [(name: String, value: JSONValue)]) {
    var members = JSONObject()
    for (name, value) in options { members[name] = value }
    self.init(name, .object(members))
  }

  /// An option of something that can be done.
  init(_ name: String, _ option: String, _ value: JSONValue) {
    self.init(name, .object(ServerCapability(option, value).members))
  }
}

/// All that the server can do, which is no more than there are messages for.
struct ServerCapabilities: JSONObjectWritable, Sendable {
  let client: ClientCapabilities

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("positionEncoding", client.encoding.rawValue)
    let members = LanguageRoutes.all.flatMap(\.capabilities).filter { $0.isTold(client) }.reduce(JSONObject()) {
      $0.merging($1.members)
    }
    for (name, value) in members.members {
      writer.name(escaping: name)
      value.write(to: &writer)
    }
  }
}
