import JSONRPC
import MemoEngine

/// Lists the tools.
enum ListTools: ContextRequest {
  static let method: StaticString = "tools/list"
  typealias Params = OnlyPage

  /// The list as JSON; it never changes.
  struct Result: ContextResult {
    static var lifetime: Int? { ToolTable.lifetime }
    let json: [UInt8]

    func writeMembers(to writer: inout JSONWriter) {
      writer.name("tools")
      writer.raw(json)
    }
  }
}

/// The page of a list that has only one.
struct OnlyPage: JSONReadable, Sendable {
  init(json: JSONView) throws(JSONTypeError) {
    guard json["cursor"] == nil else { throw JSONTypeError("must be absent: there is one page").inside("cursor") }
  }
}

/// Calls a tool.
enum CallTool: ContextRequest {
  static let method: StaticString = "tools/call"
  typealias Result = ToolOutcome

  /// The tool, and its arguments.
  struct Params: JSONReadable, Sendable {
    let name: String
    let arguments: JSONView
    let retry: ToolRetry

    init(json: JSONView) throws(JSONTypeError) {
      name = try json.required("name")
      let given = json["arguments"]
      guard given.map({ $0.kind == .object }) ?? true else {
        throw JSONTypeError("must be an object").inside("arguments")
      }
      arguments = given ?? JSONDocument.emptyObject.root
      retry = try ToolRetry(json: json)
    }
  }

  static let route: Route<ContextSession> = .varies(
    Wire<CallTool>.self, about: { session, received in session.tools.concern(of: received.params) },
    holding: { session, received in session.tools.holds(received.params) }
  ) { session, received in
    try session.serve(CallTool.self, received) { try $0.call($1, for: $2) }
  }
}

extension ContextSession {
  /// Starts a tool's work. A failure that an agent can correct is an answer, too.
  func call(_ params: CallTool.Params, for caller: Caller) throws -> Answer<ToolOutcome> {
    guard let tool = tools[params.name] else {
      throw ResponseError(.invalidParams, "there is no tool of that name; tools/list tells which there are")
    }
    let work: ToolWork
    do {
      try tool.usage.check(params.arguments)
      work = try tool.begin(self, ToolCall(arguments: params.arguments, retry: params.retry, caller: caller))
    } catch {
      return .now(.failure(try ToolFailure(anticipated: error)))
    }
    return .later(expectedBytes: tool.usage.expectedBytes) {
      try await self.tellingProgress(of: tool.usage.title, to: caller) {
        do { return try await work() } catch { return .failure(try ToolFailure(anticipated: error)) }
      }
    }
  }
}
