import JSON
import JSONRPC
import TestSupport
import Testing

@Suite("Messages by JSON-RPC 2.0")
struct MessageTests {
  private static let calls: [(text: String, message: String)] = [
    (#"{"jsonrpc":"2.0","id":1,"method":"m"}"#, "call 1 m -"),
    (#"{"method":"m","id":1,"jsonrpc":"2.0"}"#, "call 1 m -"),
    (#"{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":[1.50]}}"#, #"call 1 m {"a":[1.50]}"#),
    (#"{"jsonrpc":"2.0","id":1,"method":"m","params":{}}"#, "call 1 m {}"),
    (#"{"jsonrpc":"2.0","id":1,"method":"m","params":null}"#, "call 1 m -"),
    (#"{"jsonrpc":"2.0","id":1,"method":"m","params":[1]}"#, "call 1 m [1]"),
    // Whether these params will do is for the method to say, if there is one.
    (#"{"jsonrpc":"2.0","id":1,"method":"m","params":1}"#, "call 1 m 1"),
    (#"{"jsonrpc":"2.0","id":"x","method":"m","params":"{}"}"#, #"call "x" m "{}""#),
    (#"{"jsonrpc":"2.0","id":null,"method":"m","params":false}"#, "call null m false"),
    (#"{"jsonrpc":"2.0","id":1,"method":"m","unknown":true}"#, "call 1 m -"),
    (#"{"jsonrpc":"2.0","id":1,"method":""}"#, "call 1  -"),
    (#"{"jsonrpc":"2.0","id":1,"method":"$/x"}"#, "call 1 $/x -"),
    (#"{"jsonrpc":"2.0","id":1,"method":"rpc.x"}"#, "call 1 rpc.x -"),
    (#"{"jsonrpc":"2.0","id":1,"\u006dethod":"\u006d"}"#, "call 1 m -"),
    (#"{"jsonrpc":"\u0032.0","id":1,"method":"m"}"#, "call 1 m -"),
    (#"{"jsonrpc":"1.0","id":9,"method":"x","jsonrpc":"2.0","id":1,"method":"m"}"#, "call 1 m -"),
    (#"{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":1},"params":null}"#, "call 1 m -"),
    (#"{"jsonrpc":"2.0","id":1,"method":"m","result":1}"#, "call 1 m -"),
    (#"{"jsonrpc":"2.0","id":1,"method":"m","error":{}}"#, "call 1 m -"),
    (#"{"jsonrpc":"2.0","id":null,"method":"m"}"#, "call null m -"),
    (#"{"jsonrpc":"2.0","id":0,"method":"m"}"#, "call 0 m -"),
    (#"{"jsonrpc":"2.0","id":-1,"method":"m"}"#, "call -1 m -"),
    (#"{"jsonrpc":"2.0","id":"","method":"m"}"#, #"call "" m -"#),
    (#"{"jsonrpc":"2.0","id":"a\u0000\"é","method":"m"}"#, #"call "a\u0000\"é" m -"#),
    (#"{"jsonrpc":"2.0","id":3.0,"method":"m"}"#, "call 3 m -"),
    (#"{"jsonrpc":"2.0","id":1e2,"method":"m"}"#, "call 100 m -"),
    (#"{"jsonrpc":"2.0","id":9007199254740992,"method":"m"}"#, "call 9007199254740992 m -"),
    (#"{"jsonrpc":"2.0","id":-9007199254740992,"method":"m"}"#, "call -9007199254740992 m -"),
  ]

  private static let notifications: [(text: String, message: String)] = [
    (#"{"jsonrpc":"2.0","method":"m"}"#, "notification m -"),
    (#"{"jsonrpc":"2.0","method":"m","params":{}}"#, "notification m {}"),
    (#"{"jsonrpc":"2.0","method":"m","params":null}"#, "notification m -"),
    (#"{"jsonrpc":"2.0","method":"m","params":[]}"#, "notification m []"),
    (#"{"jsonrpc":"2.0","method":"m","params":1.50}"#, "notification m 1.50"),
    (#"{"jsonrpc":"2.0","method":"m","ID":1,"Id":2}"#, "notification m -"),
    (#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#, #"notification $/cancelRequest {"id":1}"#),
  ]

  private static let responses: [(text: String, message: String)] = [
    (#"{"jsonrpc":"2.0","id":1,"result":null}"#, "response"), (#"{"jsonrpc":"2.0","id":1,"result":{}}"#, "response"),
    (#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}}"#, "response"),
    (#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":""}}"#, "response"),
    (#"{"jsonrpc":"2.0","id":1000000000,"result":[]}"#, "response"),
    (#"{"jsonrpc":"2.0","id":1.5,"result":1}"#, "response"),
  ]

  private static let invalid: [(text: String, message: String)] = [
    // No object
    ("1", "invalid null"), ("null", "invalid null"), ("true", "invalid null"), (#""m""#, "invalid null"),
    ("[]", "invalid null"),
    ("[1]", "invalid null"), (#"[{"jsonrpc":"2.0","id":1,"method":"m"}]"#, "invalid null"),
    // jsonrpc
    ("{}", "invalid null"), (#"{"id":1,"method":"m"}"#, "invalid 1"), (#"{"method":"m"}"#, "invalid null"),
    (#"{"jsonrpc":"1.0","id":1,"method":"m"}"#, "invalid 1"), (#"{"jsonrpc":2.0,"id":1,"method":"m"}"#, "invalid 1"),
    (#"{"jsonrpc":2,"id":1,"method":"m"}"#, "invalid 1"), (#"{"jsonrpc":null,"id":1,"method":"m"}"#, "invalid 1"),
    (#"{"jsonrpc":"2","id":1,"method":"m"}"#, "invalid 1"), (#"{"jsonrpc":"2.0 ","id":1,"method":"m"}"#, "invalid 1"),
    (#"{"jsonrpc":["2.0"],"id":1,"method":"m"}"#, "invalid 1"),
    (#"{"JSONRPC":"2.0","id":1,"method":"m"}"#, "invalid 1"),
    (#"{"jsonrpc":"2.0","id":1,"method":"m","jsonrpc":"1.0"}"#, "invalid 1"),
    (#"{"jsonrpc":"1.0","method":"m"}"#, "invalid null"),
    // method
    (#"{"jsonrpc":"2.0","id":1}"#, "invalid 1"), (#"{"jsonrpc":"2.0"}"#, "invalid null"),
    (#"{"jsonrpc":"2.0","id":1,"method":1}"#, "invalid 1"), (#"{"jsonrpc":"2.0","id":1,"method":null}"#, "invalid 1"),
    (#"{"jsonrpc":"2.0","id":1,"method":["m"]}"#, "invalid 1"), (#"{"jsonrpc":"2.0","id":1,"method":{}}"#, "invalid 1"),
    (#"{"jsonrpc":"2.0","id":1,"method":true}"#, "invalid 1"),
    (#"{"jsonrpc":"2.0","method":1,"params":"bar"}"#, "invalid null"),
    (#"{"jsonrpc":"2.0","id":"a","method":1,"result":1}"#, #"invalid "a""#),
    (#"{"jsonrpc":"2.0","id":1,"Method":"m"}"#, "invalid 1"),
    // id
    (#"{"jsonrpc":"2.0","id":1.5,"method":"m"}"#, "invalid null"),
    (#"{"jsonrpc":"2.0","id":true,"method":"m"}"#, "invalid null"),
    (#"{"jsonrpc":"2.0","id":false,"method":"m"}"#, "invalid null"),
    (#"{"jsonrpc":"2.0","id":[1],"method":"m"}"#, "invalid null"),
    (#"{"jsonrpc":"2.0","id":{},"method":"m"}"#, "invalid null"),
    (#"{"jsonrpc":"2.0","id":1e400,"method":"m"}"#, "invalid null"),
    (#"{"jsonrpc":"2.0","id":9007199254740993,"method":"m"}"#, "invalid null"),
    (#"{"jsonrpc":"2.0","id":-9007199254740993,"method":"m"}"#, "invalid null"),
    (#"{"jsonrpc":"2.0","id":9223372036854775808,"method":"m"}"#, "invalid null"),
    (#"{"jsonrpc":"2.0","id":-9223372036854775808,"method":"m"}"#, "invalid null"),
    (#"{"jsonrpc":"2.0","id":1,"method":"m","id":1.5}"#, "invalid null"), (#"{"id":{}}"#, "invalid null"),
  ]

  @Test("are told apart by their members", arguments: calls + notifications + responses)
  func sorted(text: String, message: String) throws {
    #expect(describe(Message(try JSONDocument(Array(text.utf8)).root)) == message)
  }

  @Test("that are none are invalid requests, under the id that can be read", arguments: invalid)
  func refused(text: String, message: String) throws {
    #expect(describe(Message(try JSONDocument(Array(text.utf8)).root)) == message)
  }

  @Test("are told apart without a look at the order of their members")
  func anyOrder() throws {
    var random = SeededGenerator(stream: 20)
    for (text, message) in Self.calls + Self.notifications + Self.responses + Self.invalid where !text.hasPrefix("[") {
      let root = try JSONDocument(Array(text.utf8)).root
      guard root.kind == .object else { continue }
      var object = JSONObject()
      for member in JSONObject(members: root.members).members.shuffled(using: &random) {
        object[member.name] = member.value
      }
      try require(
        describe(Message(try JSONDocument(object.json).root)) == message, String(decoding: object.json, as: UTF8.self))
    }
  }
}

/// A message in a line; an error that is no -32600 with a sentence is spelled out.
func describe(_ message: Message) -> String {
  switch message {
  case .call(let id, let method, let params):
    return "call \(text(id)) \(method) \(params.map { text(JSONValue($0)) } ?? "-")"
  case .notification(let method, let params):
    return "notification \(method) \(params.map { text(JSONValue($0)) } ?? "-")"
  case .response: return "response"
  case .invalid(let id, let error):
    let isPlain = error.code == .invalidRequest && !error.message.isEmpty && error.data == nil
    return "invalid \(text(id))\(isPlain ? "" : " \(error)")"
  }
}

/// A value as JSON.
func text(_ value: some JSONWritable) -> String {
  var writer = JSONWriter()
  value.write(to: &writer)
  return String(decoding: writer.bytes, as: UTF8.self)
}
