import JSONRPC
import MemoEngine

/// Lists the prompts.
enum ListPrompts: ContextRequest {
  static let method: StaticString = "prompts/list"
  typealias Params = OnlyPage

  struct Result: ContextResult {
    static var lifetime: Int? { ToolTable.lifetime }

    func writeMembers(to writer: inout JSONWriter) { writer.member("prompts", PromptTable.all) }
  }
}

/// Returns the text of a prompt. Writes nothing.
enum GetPrompt: ContextRequest {
  static let method: StaticString = "prompts/get"

  struct Params: JSONReadable, Sendable {
    let name: String
    let arguments: JSONObject

    init(json: JSONView) throws(JSONTypeError) {
      name = try json.required("name")
      arguments = try json.optional("arguments") ?? JSONObject()
    }
  }

  struct Result: ContextResult {
    let description: String
    let words: String
    let memo: MemoContent?

    func writeMembers(to writer: inout JSONWriter) {
      writer.member("description", description)
      writer.name("messages")
      writer.beginArray()
      writer.message { writer in
        writer.member("type", "text" as StaticString)
        writer.member("text", words)
      }
      if let memo {
        writer.message { writer in
          writer.member("type", "resource" as StaticString)
          writer.member("resource", memo)
        }
      }
      writer.endArray()
    }
  }

  static let route: Route<ContextSession> = .reads(
    Wire<GetPrompt>.self, about: { session, received in session.concern(of: received.params) }
  ) { session, received in
    try session.serve(GetPrompt.self, received) { session, params, _ in try session.prompt(params) }
  }
}

extension JSONWriter {
  fileprivate mutating func message(_ content: (inout JSONWriter) -> Void) {
    beginObject()
    member("role", "user" as StaticString)
    name("content")
    beginObject()
    content(&self)
    endObject()
    endObject()
  }
}

extension ContextSession {
  /// The memo that a prompt is about.
  func concern(of params: GetPrompt.Params) -> Concern {
    guard let prompt = PromptTable.prompt(params.name), let argument = try? Self.argument(of: prompt, params.arguments),
      let subject = try? prompt.subject(self, argument)
    else { return .nothing }
    return .subject(subject.id)
  }

  func prompt(_ params: GetPrompt.Params) throws -> Answer<GetPrompt.Result> {
    guard let prompt = PromptTable.prompt(params.name) else {
      throw ResponseError(.invalidParams, "there is no prompt of that name; prompts/list tells which there are")
    }
    let argument = try Self.argument(of: prompt, params.arguments)
    let subject = try prompt.subject(self, argument)
    var memo: MemoSnapshot?
    do { memo = try self.memo(subject.id) } catch is ToolFailure { memo = nil }
    let (found, access) = (memo, access)
    return .later(expectedBytes: Piece.largest) { [engine] in
      var memo = found
      if memo == nil, case .day(let day) = subject { memo = try await engine.dailyByHand(day) }
      memo = memo.flatMap { access.admits($0) ? $0 : nil }
      // Nothing of a memo that agents don't see is told, not even its id.
      let id = memo?.metadata.id.description ?? subject.id
      guard memo != nil || !prompt.argument.isRequired else {
        throw ResponseError(.invalidParams, ToolFailure.noMemo(id).message)
      }
      return GetPrompt.Result(
        description: prompt.description, words: prompt.words(id, memo != nil),
        memo: try memo.map { try MemoContent($0, ResourceURI(id)) })
    }
  }

  private static func argument(of prompt: Prompt, _ given: JSONObject) throws(ResponseError) -> String? {
    for (name, value) in given.members {
      guard name.hasBytes(of: prompt.argument.name), case .string = value else {
        throw ResponseError(.invalidParams, "arguments must have \(prompt.argument.name), a string, and nothing else")
      }
    }
    guard case .string(let argument)? = given[prompt.argument.name] else {
      guard prompt.argument.isRequired else { return nil }
      throw ResponseError(.invalidParams, "arguments must have \(prompt.argument.name)")
    }
    return argument
  }
}
