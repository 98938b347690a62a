import JSONRPC
import MemoEngine

/// A tool that agents can call. One file each, and one row in ``ToolTable``.
protocol Tool: SendableMetatype {
  /// The tool's arguments.
  associatedtype Arguments: JSONReadable & Sendable

  /// Its name, arguments and results, for agents with this access.
  static func usage(_ access: Access) -> ToolUsage

  /// Reads what depends on the present moment; long work is left to the returned function.
  ///
  /// - Throws: ``ToolFailure``, or `EngineError`.
  static func begin(_ arguments: Arguments, _ call: ToolCall, in session: isolated ContextSession) throws -> ToolWork
}

/// The work off the loop's thread.
typealias ToolWork = @Sendable () async throws -> ToolOutcome

/// A call of a tool.
struct ToolCall: Sendable {
  let arguments: JSONView
  let retry: ToolRetry
  let caller: Caller
}

/// What a client adds when it calls a tool again that has asked it for something.
struct ToolRetry: JSONReadable, Sendable {
  /// The state that the tool gave it.
  let state: String?
  /// The person's answer.
  let answer: Elicit.Result?

  init(json: JSONView) throws(JSONTypeError) {
    state = try json.optional("requestState")
    do throws(JSONTypeError) {
      answer = try json["inputResponses"]?[Question.name].map { answer throws(JSONTypeError) in
        try Elicit.Result(json: answer)
      }
    } catch {
      throw error.inside(Question.name).inside("inputResponses")
    }
  }
}

/// A tool's description for agents, from which the check of their calls is derived.
struct ToolUsage: Sendable {
  let name: String
  let title: String
  /// When to use it, and when not.
  let description: String
  let effect: Effect
  let subject: Subject
  let arguments: [Field]
  let answer: [Field]

  /// The effect on memos.
  enum Effect: Sendable {
    case reads
    /// Adds something; everything else stays.
    case adds
    /// The same, and a second call has no further effect.
    case sets
    /// Removes something, though not for good.
    case replaces
  }

  /// What a call is about, and so waits for.
  enum Subject: Sendable {
    /// The memo in its argument `id`.
    case memo
    /// All memos.
    case all
    /// All memos, and one of them.
    case allAndMemo
    /// The memo, but later calls about it don't wait: a person may be asked first.
    case unheldMemo
    /// A new memo, perhaps with the id in its argument `id`.
    case new
  }

  /// The bytes of an answer, roughly: twice the largest text.
  var expectedBytes: Int { 2 * Piece.largest }

  /// Checks an agent's arguments.
  ///
  /// - Throws: ``ToolFailure`` that names the wrong one.
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
