import JSONRPC

/// Something that the client is asked to tell of (`Registration`).
struct Registration: JSONObjectWritable, Sendable {
  /// Its name when it is to end.
  let id: String
  /// The method of the client's messages about it.
  let method: String
  let options: JSONObject

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("id", id)
    writer.member("method", method)
    writer.member("registerOptions", options)
  }
}

/// Asks the client to tell of something from now on.
enum RegisterCapability: ServerRequestType {
  static let method: StaticString = "client/registerCapability"

  struct Params: JSONObjectWritable, Sendable {
    let registration: Registration

    func writeMembers(to writer: inout JSONWriter) { writer.member("registrations", [registration]) }
  }

  typealias Result = AnyResult
}

/// Asks the client not to tell of it any more.
enum UnregisterCapability: ServerRequestType {
  static let method: StaticString = "client/unregisterCapability"

  struct Params: JSONObjectWritable, Sendable {
    let registration: Registration

    // The protocol spells it so.
    func writeMembers(to writer: inout JSONWriter) { writer.member("unregisterations", [registration]) }
  }

  typealias Result = AnyResult
}

extension LanguageSession {
  /// Has the client tell of something, or end that. Whether it does is its affair.
  func register(_ registration: Registration, isOn: Bool = true) {
    Task { [connection] in
      if isOn {
        _ = try? await connection.request(
          RegisterCapability.self, RegisterCapability.Params(registration: registration))
      } else {
        _ = try? await connection.request(
          UnregisterCapability.self, UnregisterCapability.Params(registration: registration))
      }
    }
  }
}
