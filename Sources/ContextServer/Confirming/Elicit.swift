import JSONRPC

/// Asks the person in front of the client for a yes.
enum Elicit: ServerRequestType {
  static let method: StaticString = "elicitation/create"

  /// What the form has.
  static let answerName = "confirm"

  struct Params: JSONObjectWritable, Sendable {
    /// What is asked.
    let question: String
    /// What the yes is called.
    let title: String
    /// Whether the form is called one: the oldest revision knows no other.
    let namesMode: Bool

    func writeMembers(to writer: inout JSONWriter) {
      if namesMode { writer.member("mode", "form" as StaticString) }
      writer.member("message", question)
      writer.name("requestedSchema")
      writer.beginObject()
      writer.member("type", "object" as StaticString)
      writer.name("properties")
      writer.beginObject()
      writer.name(escaping: answerName)
      writer.beginObject()
      writer.member("type", "boolean" as StaticString)
      writer.member("title", title)
      writer.endObject()
      writer.endObject()
      writer.member("required", [answerName])
      writer.endObject()
    }
  }

  /// What the person said.
  struct Result: JSONReadable, Sendable {
    /// Whether it was a yes.
    let isAccepted: Bool

    init(json: JSONView) throws(JSONTypeError) {
      let action: String = try json.required("action")
      let content = json["content"]
      let answer = content?.members.first { $0.name == answerName }?.value
      isAccepted = action == "accept" && answer?.bool == true
    }
  }
}

/// Such a question, to be brought back with its answer by a client of the modern era.
struct Question: Sendable {
  /// What the client calls its answer.
  static let name = "confirmation"

  let params: Elicit.Params
  /// What is to be brought back with it.
  let state: String

  func writeMembers(to writer: inout JSONWriter) {
    writer.name("inputRequests")
    writer.beginObject()
    writer.name(escaping: Self.name)
    writer.beginObject()
    writer.member("method", Elicit.method)
    writer.member("params", params)
    writer.endObject()
    writer.endObject()
    writer.member("requestState", state)
  }
}
