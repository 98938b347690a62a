package import JSONRPC

/// Opens a session: the client introduces itself and its capabilities. Optional, but must come first.
package enum Initialize: RequestType {
  /// `initialize`
  package static let method: StaticString = "initialize"

  /// The client's introduction.
  package struct Params: JSONReadable, Sendable {
    /// The process whose end ends the server; nil if there is none to watch.
    package let processId: Int?
    /// The client's position encodings, best first; nil if it has no preference.
    package let positionEncodings: [String]?
    /// Whether it wants the server's notifications.
    package let notifications: Bool
    /// When to save, instead of what the command line says.
    package let autosave: Autosave?

    /// Reads the parameters.
    package init(json: JSONView) throws(JSONTypeError) {
      processId = try json.optional("processId")
      // Not used, but checked like any other member.
      let _: ClientInfo? = try json.optional("clientInfo")
      let _: String? = try json.optional("locale")
      let capabilities: Capabilities? = try json.optional("capabilities")
      positionEncodings = capabilities?.general?.positionEncodings
      notifications = capabilities?.memo?.notifications ?? false
      let options: Options? = try json.optional("initializationOptions")
      autosave = options?.autosave
    }
  }

  /// `initializationOptions.autosave`
  package struct Autosave: JSONReadable, Sendable {
    /// The time after the last change when a memo is saved, in milliseconds.
    package let delayMs: Int?
    /// The longest delay after the first unsaved change, in milliseconds.
    package let maxDelayMs: Int?
    /// The largest value of a delay: a day.
    static let longestDelayMs = 86_400_000

    /// Reads the delays.
    package init(json: JSONView) throws(JSONTypeError) {
      delayMs = try Self.delay("delayMs", json)
      maxDelayMs = try Self.delay("maxDelayMs", json)
    }

    private static func delay(_ name: StaticString, _ json: JSONView) throws(JSONTypeError) -> Int? {
      guard let delay: Int = try json.optional(name) else { return nil }
      guard (0...longestDelayMs).contains(delay) else {
        throw JSONTypeError("must be between 0 and \(longestDelayMs)").inside(name)
      }
      return delay
    }
  }

  private struct ClientInfo: JSONReadable {
    init(json: JSONView) throws(JSONTypeError) {
      for name: StaticString in ["name", "version"] { let _: String? = try json.optional(name) }
    }
  }

  private struct Options: JSONReadable {
    let autosave: Autosave?
    init(json: JSONView) throws(JSONTypeError) { autosave = try json.optional("autosave") }
  }

  private struct Capabilities: JSONReadable {
    let general: General?
    let memo: Memo?

    init(json: JSONView) throws(JSONTypeError) {
      general = try json.optional("general")
      memo = try json.optional("memo")
    }

    struct General: JSONReadable {
      let positionEncodings: [String]?
      init(json: JSONView) throws(JSONTypeError) { positionEncodings = try json.optional("positionEncodings") }
    }

    struct Memo: JSONReadable {
      let notifications: Bool?
      init(json: JSONView) throws(JSONTypeError) { notifications = try json.optional("notifications") }
    }
  }

  /// The server's introduction.
  package struct Result: JSONWritable, Sendable {
    /// The unit of `character` in every position of the session.
    package let positionEncoding: String
    /// The server's version.
    package let serverVersion: String

    /// Creates a result.
    package init(positionEncoding: String, serverVersion: String) {
      self.positionEncoding = positionEncoding
      self.serverVersion = serverVersion
    }

    /// Writes the result.
    package func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.name("capabilities")
      writer.beginObject()
      writer.member("positionEncoding", positionEncoding)
      writer.endObject()
      writer.name("serverInfo")
      writer.beginObject()
      writer.name("name")
      writer.value("memo-ls" as StaticString)
      writer.member("version", serverVersion)
      writer.endObject()
      writer.endObject()
    }
  }
}
