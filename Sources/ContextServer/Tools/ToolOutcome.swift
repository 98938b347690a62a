import JSONRPC

/// The outcome of a tool's work.
enum ToolOutcome: ContextResult {
  /// The result, as JSON.
  case answer([UInt8])
  /// A failure that an agent can correct.
  case failure(ToolFailure)
  /// Nothing yet: the client is to ask the person, and call again.
  case question(Question)

  var isComplete: Bool { if case .question = self { false } else { true } }

  /// An answer.
  static func answer(_ answer: some JSONObjectWritable) -> ToolOutcome { .answer(answer.json) }

  func writeMembers(to writer: inout JSONWriter) {
    switch self {
    case .answer(let json):
      // The same as text, for clients that ignore the structure.
      Self.writeContent(String(decoding: json, as: UTF8.self), to: &writer)
      writer.name("structuredContent")
      writer.raw(json)
    case .failure(let failure):
      Self.writeContent(failure.message, to: &writer)
      writer.member("isError", true)
    case .question(let question): question.writeMembers(to: &writer)
    }
  }

  private static func writeContent(_ text: String, to writer: inout JSONWriter) {
    writer.name("content")
    writer.beginArray()
    writer.beginObject()
    writer.member("type", "text" as StaticString)
    writer.member("text", text)
    writer.endObject()
    writer.endArray()
  }
}
