import JSONRPC

/// Begins a conversation of the legacy era.
enum LegacyInitialize: ContextRequest {
  static let method: StaticString = "initialize"

  /// The newest version that the client speaks, and its introduction.
  struct Params: JSONReadable, Sendable {
    let protocolVersion: String
    let client: Client

    init(json: JSONView) throws(JSONTypeError) {
      protocolVersion = try json.required("protocolVersion")
      guard json["capabilities"]?.kind == .object else {
        throw JSONTypeError("must be an object").inside("capabilities")
      }
      guard json["clientInfo"]?.kind == .object else { throw JSONTypeError("must be an object").inside("clientInfo") }
      client = Client(info: json["clientInfo"], capabilities: json["capabilities"])
    }
  }

  struct Result: ContextResult {
    let protocolVersion: String
    let instructions: String

    func writeMembers(to writer: inout JSONWriter) {
      writer.member("protocolVersion", protocolVersion)
      writer.member("capabilities", Capabilities(.legacy))
      writer.member("serverInfo", ContextProtocol.server)
      writer.member("instructions", instructions)
    }
  }
}

/// The client is ready; nothing waits for that.
enum LegacyInitialized: ClientNotificationType {
  static let method: StaticString = "notifications/initialized"
  typealias Params = NoParams
}

/// Checks whether the other side is there.
enum Ping: ContextRequest {
  static let method: StaticString = "ping"
  typealias Params = NoParams
  typealias Result = EmptyResult
}

extension ContextSession {
  /// Agrees to the client's version, or else offers the newest legacy one: the client may accept it or leave.
  func initialize(_ params: LegacyInitialize.Params) -> LegacyInitialize.Result {
    era = .legacy(params.client)
    // Clients of that era don't ask for it.
    observeChanges()
    let version = ContextProtocol.legacy.first(where: params.protocolVersion.hasBytes) ?? ContextProtocol.legacy[0]
    if version == ContextProtocol.withoutErrorsOfNone { connection.assumeIsolated { $0.idOfNone = .string("") } }
    return LegacyInitialize.Result(protocolVersion: version, instructions: Instructions.text(access))
  }
}
