import JSONRPC

/// The level of detail in which the client wants to be told of the conversation.
enum Trace: String, Sendable, CaseIterable {
  case off, messages, verbose

  /// Reads a level; nil if it is none that is known.
  init?(_ json: JSONView) {
    guard let level = json.string.flatMap(Trace.init(named:)) else { return nil }
    self = level
  }
}

/// Says how much of the conversation the client wants to be told of from now on.
enum SetTrace: ClientNotificationType {
  static let method: StaticString = "$/setTrace"

  struct Params: JSONReadable, Sendable {
    /// The level; nil if it is none that is known, which changes nothing.
    let value: Trace?

    init(json: JSONView) throws(JSONTypeError) { value = json["value"].flatMap(Trace.init) }
  }
}

/// Tells the client of a message that came from it: its method, never a document's words, so `verbose` is no more.
enum LogTrace: ServerNotificationType {
  static let method: StaticString = "$/logTrace"

  struct Params: JSONObjectWritable, Sendable {
    let message: String

    func writeMembers(to writer: inout JSONWriter) { writer.member("message", message) }
  }
}
