import JSONRPC
import MemoHost

/// What the revisions of the protocol have in common, and by what they are told apart.
enum ContextProtocol {
  /// The revision in which each request bears its version.
  static let modern = "2026-07-28"
  /// Those that begin with a handshake, the newest first.
  static let legacy = ["2025-11-25", "2025-06-18"]
  /// The one whose schema has no error without an id.
  static let withoutErrorsOfNone = "2025-06-18"

  /// One message a line, no batches, and no id where none could be read.
  static let conventions = Conventions(
    framing: .jsonLines, takesBatches: false, hasNullID: false, Cancelled.self
  ) { Cancelled.Params(requestID: $0) }

  /// What the server calls itself.
  static let server = Implementation(name: "memo-ls", version: MemoHost.version)

  /// A program that takes part.
  struct Implementation: JSONObjectWritable, Sendable {
    let name: String
    let version: String

    func writeMembers(to writer: inout JSONWriter) {
      writer.member("name", name)
      writer.member("version", version)
    }
  }

  /// A version that is not spoken, or not any more.
  static func unsupported(_ requested: String, supported: [String]) -> ResponseError {
    var data = JSONObject()
    data["supported"] = .array(supported.map(JSONValue.string))
    data["requested"] = .string(String(requested.prefix(100)))
    return ResponseError(
      ErrorCode(rawValue: -32022), "this version is not spoken here; use \(supported.joined(separator: " or "))",
      data: data)
  }
}

/// How a conversation goes on.
enum Era: Sendable {
  /// Neither a handshake has come nor a request that bears its version.
  case undecided
  /// Each request says who asks, and what that client can do.
  case modern
  /// `initialize` has said so for all.
  case legacy(Client)

  /// The one of the two that a message belongs to.
  struct Kinds: OptionSet, Sendable {
    let rawValue: Int
    static let modern = Kinds(rawValue: 1)
    static let legacy = Kinds(rawValue: 2)
    static let both: Kinds = [.modern, .legacy]
  }
}
