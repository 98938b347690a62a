import JSONRPC
import MemoHost

/// The revisions of the protocol.
enum ContextProtocol {
  /// The revision in which each request has a version of its own.
  static let modern = "2026-07-28"
  /// The revisions that begin with a handshake, the newest first.
  static let legacy = ["2025-11-25", "2025-06-18"]
  /// The revision whose schema has no errors without an id.
  static let withoutErrorsOfNone = "2025-06-18"

  /// One message a line, no batches, and no id where none could be read.
  static let conventions = Conventions(
    framing: .jsonLines, takesBatches: false, hasNullID: false, Cancelled.self
  ) { Cancelled.Params(requestID: $0) }

  /// The server's name and version.
  static let server = Implementation(name: "memo-ls", version: MemoHost.version)

  /// A program with its version.
  struct Implementation: JSONObjectWritable, Sendable {
    let name: String
    let version: String

    func writeMembers(to writer: inout JSONWriter) {
      writer.member("name", name)
      writer.member("version", version)
    }
  }

  /// The error for a version that is not supported, or no longer.
  static func unsupported(_ requested: String, supported: [String]) -> ResponseError {
    var data = JSONObject()
    data["supported"] = .array(supported.map(JSONValue.string))
    data["requested"] = .string(String(requested.prefix(100)))
    return ResponseError(
      ErrorCode(rawValue: -32022), "this version is not spoken here; use \(supported.joined(separator: " or "))",
      data: data)
  }
}

/// The era of a conversation.
enum Era: Sendable {
  /// Unknown: neither a handshake nor a request with a version has come.
  case undecided
  /// Each request names its client and that client's capabilities.
  case modern
  /// `initialize` has named them for all requests.
  case legacy(Client)

  /// The eras that a message belongs to.
  struct Kinds: OptionSet, Sendable {
    let rawValue: Int
    static let modern = Kinds(rawValue: 1)
    static let legacy = Kinds(rawValue: 2)
    static let both: Kinds = [.modern, .legacy]
  }
}
