import JSONRPC

/// What all messages of ``EchoFace`` say.
struct Words: JSONReadable, JSONObjectWritable, Sendable {
  let text: String

  init(text: String) { self.text = text }

  init(json: JSONView) throws(JSONTypeError) { text = try json.required("text") }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("text", text)
  }
}

enum Echo: RequestType {
  static let method: StaticString = "echo"
  typealias Params = Words
  typealias Result = Words
}

enum Keep: RequestType {
  static let method: StaticString = "keep"
  typealias Params = Words
  typealias Result = Words
}

enum Ask: RequestType {
  static let method: StaticString = "ask"
  typealias Params = Words
  typealias Result = Words
}

enum Slow: RequestType {
  static let method: StaticString = "slow"
  typealias Params = Words
  typealias Result = Words
}

enum Brood: RequestType {
  static let method: StaticString = "brood"
  typealias Params = Words
  typealias Result = Words
}

enum Survey: RequestType {
  static let method: StaticString = "survey"
  typealias Params = Words
  typealias Result = Words
}

enum Vary: RequestType {
  static let method: StaticString = "vary"
  typealias Params = Words
  typealias Result = Words
}

enum Stay: RequestType {
  static let method: StaticString = "stay"
  typealias Params = Words
  typealias Result = Words
}

enum Forget: ClientNotificationType, ServerNotificationType {
  static let method: StaticString = "forget"
  typealias Params = Words
}

enum Finish: RequestType {
  static let method: StaticString = "finish"
  typealias Params = Words
  typealias Result = Words
}

enum Last: RequestType {
  static let method: StaticString = "last"
  typealias Params = NoParams
  typealias Result = Words
}

enum Leave: ClientNotificationType {
  static let method: StaticString = "leave"
  typealias Params = NoParams
}

enum Deposit: RequestType {
  static let method: StaticString = "deposit"
  typealias Params = Words
  typealias Result = Words
}

enum Go: ClientNotificationType {
  static let method: StaticString = "go"
  typealias Params = NoParams
}

enum Heard: ServerNotificationType {
  static let method: StaticString = "heard"
  typealias Params = Words
}

enum Agree: ServerRequestType {
  static let method: StaticString = "agree"
  typealias Params = Words
  typealias Result = Words
}
