import JSONRPC

/// What is known of the program that an agent uses.
struct Client: Sendable {
  /// The agent's name, as history shows it.
  let name: String
  /// Whether it can ask the person in front of it by a form.
  let hasForms: Bool

  /// The most characters of a name that are kept.
  private static let longestName = 64

  /// Takes what the client says of itself and of what it can do.
  init(info: JSONView?, capabilities: JSONView?) {
    let name = info?["name"]?.string ?? ""
    let printable = name.unicodeScalars.filter { $0.properties.generalCategory != .control }
    let words = String(String.UnicodeScalarView(printable)).split(whereSeparator: \.isWhitespace)
    let shown = String(words.joined(separator: " ").prefix(Self.longestName))
    self.name = shown.utf8.count > 4 * Self.longestName || shown.isEmpty ? "an agent" : shown
    let elicitation = capabilities?["elicitation"]
    let isObject = elicitation?.kind == .object
    // One that says nothing of how means by forms.
    hasForms = isObject && (elicitation?["form"] != nil || elicitation?["url"] == nil)
  }
}

/// Who makes a request, and how it is to be answered.
struct Caller: Sendable {
  let client: Client
  /// Whether the request bore its version.
  let isModern: Bool
  /// What the client calls the request's progress, if it wants to know of it.
  let progressToken: ProgressToken?
}

/// What a request says of itself beside its parameters.
struct RequestMeta: Sendable {
  private let meta: JSONView?

  init(of params: JSONView?) { meta = params?["_meta"] }

  /// The version that the request bears, if any.
  var version: JSONView? { meta?["io.modelcontextprotocol/protocolVersion"] }

  /// What the request says that its client can do.
  var capabilities: JSONView? { meta?["io.modelcontextprotocol/clientCapabilities"] }

  /// The client that it names.
  var client: Client {
    Client(info: meta?["io.modelcontextprotocol/clientInfo"], capabilities: capabilities)
  }

  var progressToken: ProgressToken? { meta?["progressToken"].flatMap { try? ProgressToken(json: $0) } }
}
