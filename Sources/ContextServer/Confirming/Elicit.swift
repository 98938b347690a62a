import JSONRPC

/// Asks the person in front of the client for confirmation.
enum Elicit: ServerRequestType {
  static let method: StaticString = "elicitation/create"

  /// The name of the form's field.
  static let answerName: StaticString = "confirm"

  struct Params: JSONObjectWritable, Sendable {
    /// The question.
    let question: String
    /// The label of the field.
    let title: String
    /// Whether the request names its mode; the oldest revision has only forms, without a name.
    let namesMode: Bool

    func writeMembers(to writer: inout JSONWriter) {
      if namesMode { writer.member("mode", "form" as StaticString) }
      writer.member("message", question)
      writer.name("requestedSchema")
      writer.beginObject()
      writer.member("type", "object" as StaticString)
      writer.name("properties")
      writer.beginObject()
      writer.name(answerName)
      writer.beginObject()
      writer.member("type", "boolean" as StaticString)
      writer.member("title", title)
      writer.endObject()
      writer.endObject()
      writer.member("required", ["\(answerName)"])
      writer.endObject()
    }
  }

  /// The person's answer.
  struct Result: JSONReadable, Sendable {
    /// Whether the person agreed.
    let isAccepted: Bool

    init(json: JSONView) throws(JSONTypeError) {
      let action: String = try json.required("action")
      isAccepted = action.hasBytes(of: "accept") && json["content"]?[answerName]?.bool == true
    }
  }
}

/// A question for a client of the modern era, which sends back the answer with the state.
struct Question: Sendable {
  /// The client's name for its answer.
  static let name: StaticString = "confirmation"

  let params: Elicit.Params
  /// The state to send back with it.
  let state: String

  func writeMembers(to writer: inout JSONWriter) {
    writer.name("inputRequests")
    writer.beginObject()
    writer.name(Self.name)
    writer.beginObject()
    writer.member("method", Elicit.method)
    writer.member("params", params)
    writer.endObject()
    writer.endObject()
    writer.member("requestState", state)
  }
}
