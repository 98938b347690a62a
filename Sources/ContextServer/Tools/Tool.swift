import JSONRPC
import MemoEngine

/// Something that agents can call. One file each, and one row in ``ToolTable``.
protocol Tool: SendableMetatype {
  /// What the tool takes.
  associatedtype Arguments: JSONReadable & Sendable

  /// What it is called, takes and answers, for agents that may do so much.
  static func usage(_ access: Access) -> ToolUsage

  /// Takes what it needs of the present moment; what takes long is done by the work that is given back.
  ///
  /// - Throws: ``ToolFailure``, or `EngineError`.
  static func begin(_ arguments: Arguments, _ call: ToolCall, in session: isolated ContextSession) throws -> ToolWork
}

/// What is done away from the loop's thread.
typealias ToolWork = @Sendable () async throws -> ToolOutcome

/// A call of a tool.
struct ToolCall: Sendable {
  let arguments: JSONView
  let retry: ToolRetry
  let caller: Caller
}

/// What a client sends when it calls a tool again that has asked it for something.
struct ToolRetry: Sendable {
  /// What the tool gave it to send back.
  let state: String?
  /// Its answers.
  let responses: JSONView?
}

/// What tells agents, and whoever checks what they send, of a tool.
struct ToolUsage: Sendable {
  let name: String
  let title: String
  /// When to use it, and when not.
  let description: String
  let effect: Effect
  let subject: Subject
  let arguments: [Field]
  let answer: [Field]

  /// What it does to memos.
  enum Effect: Sendable {
    case reads
    /// Adds something: what was there stays.
    case adds
    /// The same, and doing it twice does nothing more.
    case sets
    /// Takes something away, though not for good.
    case replaces
  }

  /// What a call is about, and so waits for.
  enum Subject: Sendable {
    /// The memo that its argument `id` names.
    case memo
    /// All memos.
    case all
    /// All memos, and one of them.
    case allAndMemo
    /// The memo, but later calls about it don't wait: a person may be asked first.
    case unheldMemo
    /// A memo that is made, perhaps under an id that its argument `id` names.
    case new
  }

  /// About how many bytes an answer has: twice what the largest text is.
  var expectedBytes: Int { 2 * Piece.largest }

  /// Checks what an agent sent.
  ///
  /// - Throws: ``ToolFailure`` that names the argument.
  func check(_ arguments: JSONView) throws(ToolFailure) {
    do throws(JSONTypeError) {
      try Shape.object(self.arguments).check(arguments)
    } catch {
      throw ToolFailure("\(error.path.drop { $0 == "." }) \(error.expectation)")
    }
  }

  /// What a call is about.
  func concern(of arguments: JSONView) -> Concern {
    let id = arguments["id"]?.string
    switch subject {
    case .memo, .unheldMemo: return id.map(Concern.subject) ?? .nothing
    case .new: return .subject(id ?? "")
    case .all: return .everything
    case .allAndMemo: return id.map(Concern.everythingAnd) ?? .everything
    }
  }
}

extension ToolUsage: JSONObjectWritable {
  func writeMembers(to writer: inout JSONWriter) {
    writer.member("name", name)
    writer.member("title", title)
    writer.member("description", description)
    writer.member("inputSchema", Shape.object(arguments))
    writer.member("outputSchema", Shape.object(answer))
    writer.member("annotations", effect)
  }
}

extension ToolUsage.Effect: JSONObjectWritable {
  func writeMembers(to writer: inout JSONWriter) {
    writer.member("readOnlyHint", self == .reads)
    writer.member("destructiveHint", self == .replaces)
    writer.member("idempotentHint", self == .reads || self == .sets)
    writer.member("openWorldHint", false)
  }
}
