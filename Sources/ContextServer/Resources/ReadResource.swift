import JSONRPC
import MemoEngine

/// Returns a memo's text as a resource.
enum ReadResource: ContextRequest {
  static let method: StaticString = "resources/read"

  struct Params: JSONReadable, Sendable {
    let uri: String

    init(json: JSONView) throws(JSONTypeError) { uri = try json.required("uri") }
  }

  struct Result: ContextResult {
    static var lifetime: Int? { ListResources.lifetime }
    let content: MemoContent

    func writeMembers(to writer: inout JSONWriter) { writer.member("contents", [content]) }
  }

  static let route: Route<ContextSession> = .reads(
    Wire<ReadResource>.self, about: { .subject(ResourceURI($1.params.uri)?.id ?? "?") }
  ) { session, received in
    try session.serve(ReadResource.self, received) { try $0.read($1, for: $2) }
  }
}

/// A piece of a memo's text as the contents of a resource.
struct MemoContent: JSONObjectWritable, Sendable {
  let uri: String
  let text: String
  /// The address of the next piece; nil at the end.
  let next: String?

  /// Takes a piece of a memo.
  init(_ memo: MemoSnapshot, _ uri: ResourceURI) throws(ToolFailure) {
    let piece = try Piece(of: memo.text, from: uri.start, through: nil)
    self.uri = uri.text
    text = piece.text
    next = piece.next.map { ResourceURI(uri.id, from: $0).text }
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("uri", uri)
    writer.member("mimeType", "text/markdown" as StaticString)
    writer.member("text", text)
    guard let next else { return }
    writer.name("_meta")
    writer.beginObject()
    writer.member("next", next)
    writer.endObject()
  }
}

extension ContextSession {
  func read(_ params: ReadResource.Params, for caller: Caller) throws -> Answer<ReadResource.Result> {
    let missing = Self.missing(params.uri, for: caller)
    guard let uri = ResourceURI(params.uri) else { throw missing }
    let memo: MemoSnapshot
    do { memo = try self.memo(uri.id) } catch is ToolFailure { throw missing }
    let access = access
    return .later(expectedBytes: Piece.largest) {
      do throws(ToolFailure) {
        try access.require(memo)
        return ReadResource.Result(content: try MemoContent(memo, uri))
      } catch {
        throw missing
      }
    }
  }

  /// The error for an address that leads to nothing.
  static func missing(_ uri: String, for caller: Caller) -> ResponseError {
    var data = JSONObject()
    data["uri"] = .string(uri.utf8.count <= 1000 ? uri : String(uri.prefix(250)))
    let code = caller.isModern ? ErrorCode.invalidParams : ErrorCode(rawValue: -32002)
    return ResponseError(code, "there is no such resource", data: data)
  }
}
