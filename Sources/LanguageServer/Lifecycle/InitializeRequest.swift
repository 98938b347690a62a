import JSONRPC
import MemoHost

/// Opens a session: both sides say what they can do.
enum InitializeRequest: RequestType {
  static let method: StaticString = "initialize"

  struct Params: JSONReadable, Sendable {
    /// The process whose end ends the session; nil if there is none to watch.
    let processID: Int?
    let client: ClientCapabilities
    let trace: Trace
    let settings: Settings

    init(json: JSONView) throws(JSONTypeError) {
      processID = json["processId"]?.integer
      client = ClientCapabilities(json: json)
      settings = Settings(amongAll: json["initializationOptions"])
      trace = json["trace"].flatMap(Trace.init) ?? .off
    }
  }

  struct Result: JSONObjectWritable, Sendable {
    let capabilities: ServerCapabilities

    func writeMembers(to writer: inout JSONWriter) {
      writer.member("capabilities", capabilities)
      writer.member("serverInfo", ServerInfo())
    }
  }

  /// The name and the version of the server.
  struct ServerInfo: JSONObjectWritable {
    func writeMembers(to writer: inout JSONWriter) {
      writer.member("name", "memo-ls" as StaticString)
      writer.member("version", MemoHost.version)
    }
  }
}

/// Tells that the client has read the answer; nothing waits for that.
enum InitializedNotification: ClientNotificationType {
  static let method: StaticString = "initialized"
  typealias Params = NoParams
}

extension LanguageSession {
  func initialize(_ params: InitializeRequest.Params) -> InitializeRequest.Result {
    phase = .running
    client = params.client
    trace = params.trace
    (firstSettings, settings) = (params.settings, params.settings)
    watch = params.processID.flatMap { [connection] in
      ParentWatch(process: $0) { [weak connection] in await connection?.end(Ending(status: 0)) }
    }
    return InitializeRequest.Result(capabilities: ServerCapabilities(client: client))
  }
}
