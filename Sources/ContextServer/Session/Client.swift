import JSONRPC

/// The program that an agent uses.
struct Client: Sendable {
  /// The agent's name, as history shows it.
  let name: String
  /// Whether it can show forms to the person in front of it.
  let hasForms: Bool

  /// The most characters of a name that are kept.
  private static let longestName = 64

  /// Reads the client's introduction and capabilities.
  init(info: JSONView?, capabilities: JSONView?) {
    let name = info?["name"]?.string ?? ""
    let printable = name.unicodeScalars.filter { $0.properties.generalCategory != .control }
    let words = String(String.UnicodeScalarView(printable)).split(whereSeparator: \.isWhitespace)
    var shown = String(words.joined(separator: " ").prefix(Self.longestName))
    // A character may have any number of marks.
    while shown.utf8.count > 4 * Self.longestName { shown.removeLast() }
    self.name = shown.isEmpty ? "an agent" : shown
    let elicitation = capabilities?["elicitation"]
    let isObject = elicitation?.kind == .object
    // Without a mode, forms are meant.
    hasForms = isObject && (elicitation?["form"] != nil || elicitation?["url"] == nil)
  }
}

/// The sender of a request, and the form of the answer.
struct Caller: Sendable {
  let client: Client
  /// Whether the request has a version of its own.
  let isModern: Bool
  /// The client's token for the request's progress, if it wants to hear of it.
  let progressToken: ProgressToken?
}

/// A request's metadata besides its parameters.
struct RequestMeta: Sendable {
  private let meta: JSONView?

  init(of params: JSONView?) { meta = params?["_meta"] }

  /// The version in the request, if any.
  var version: JSONView? { meta?["io.modelcontextprotocol/protocolVersion"] }

  /// The client's capabilities in the request.
  var capabilities: JSONView? { meta?["io.modelcontextprotocol/clientCapabilities"] }

  /// The client in the request.
  var client: Client {
    Client(info: meta?["io.modelcontextprotocol/clientInfo"], capabilities: capabilities)
  }

  var progressToken: ProgressToken? { meta?["progressToken"].flatMap { try? ProgressToken(json: $0) } }
}
