import JSONRPC

/// A request of the protocol that exists in either era.
protocol ContextRequest: SendableMetatype {
  /// The method's name on the wire.
  static var method: StaticString { get }
  associatedtype Params: JSONReadable & Sendable
  associatedtype Result: ContextResult
}

/// A result without the members that every answer of an era has.
protocol ContextResult: JSONObjectWritable, Sendable {
  /// The time for which clients may cache it, in milliseconds; nil if not at all.
  static var lifetime: Int? { get }
  /// Whether it is complete; if not, the client is to call again with what the answer asks for.
  var isComplete: Bool { get }
  /// Writes metadata of the answer.
  func writeMeta(to writer: inout JSONWriter)
}

extension ContextResult {
  static var lifetime: Int? { nil }
  var isComplete: Bool { true }
  func writeMeta(to writer: inout JSONWriter) {}
}

/// Such a request in the connection's terms.
enum Wire<Request: ContextRequest>: RequestType {
  static var method: StaticString { Request.method }
  typealias Params = Received<Request.Params>
  typealias Result = Reply<Request.Result>
}

/// Parameters, and the metadata that came with them.
struct Received<Params: JSONReadable & Sendable>: JSONReadable, Sendable {
  let params: Params
  let meta: RequestMeta

  init(json: JSONView) throws(JSONTypeError) {
    params = try Params(json: json)
    meta = RequestMeta(of: json)
  }
}

/// The wire form of an answer.
struct Reply<Result: ContextResult>: JSONObjectWritable, Sendable {
  let result: Result
  let isModern: Bool

  func writeMembers(to writer: inout JSONWriter) {
    if isModern { writer.member("resultType", (result.isComplete ? "complete" : "input_required") as StaticString) }
    result.writeMembers(to: &writer)
    guard isModern else { return }
    if let lifetime = Result.lifetime, result.isComplete {
      writer.member("ttlMs", lifetime)
      writer.member("cacheScope", "private" as StaticString)
    }
    writer.name("_meta")
    writer.beginObject()
    result.writeMeta(to: &writer)
    writer.member("io.modelcontextprotocol/serverInfo", ContextProtocol.server)
    writer.endObject()
  }
}

/// A result without content.
struct EmptyResult: ContextResult {
  func writeMembers(to writer: inout JSONWriter) {}
}

extension Answer where Result: ContextResult {
  /// The answer to a caller.
  func reply(to caller: Caller) -> Answer<Reply<Result>> {
    let isModern = caller.isModern
    switch self {
    case .now(let result): return .now(Reply(result: result, isModern: isModern))
    case .later(let bytes, let work):
      return .later(expectedBytes: bytes) { Reply(result: try await work(), isModern: isModern) }
    case .last(let work): return .last { Reply(result: try await work(), isModern: isModern) }
    }
  }
}
