import JSON
import JSONRPC
import Testing

@Suite("Outgoing messages")
struct OutgoingMessageTests {
  private static let data = JSONObject(pairs: ("kind", .string("memoNotFound")), ("id", .string("a\"b")))

  private static let table: [(bytes: [UInt8], text: String)] = [
    (OutgoingMessage.response(.integer(1), result: JSONValue.null), #"{"jsonrpc":"2.0","id":1,"result":null}"#),
    (OutgoingMessage.response(.null, result: JSONObject()), #"{"jsonrpc":"2.0","id":null,"result":{}}"#),
    (
      OutgoingMessage.response(
        .string("a\n\u{1}한"), result: JSONValue.array([.number("1.50"), .bool(true), .string("é")])),
      #"{"jsonrpc":"2.0","id":"a\n\u0001한","result":[1.50,true,"é"]}"#
    ),
    (
      OutgoingMessage.response(.integer(-(1 << 53)), result: data),
      #"{"jsonrpc":"2.0","id":-9007199254740992,"result":{"kind":"memoNotFound","id":"a\"b"}}"#
    ),
    (
      OutgoingMessage.response(.null, error: ResponseError(.parseError, "this is \"not\" JSON")),
      #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"this is \"not\" JSON"}}"#
    ),
    (
      OutgoingMessage.response(.string(""), error: ResponseError(ErrorCode(rawValue: 1), "", data: data)),
      #"{"jsonrpc":"2.0","id":"","error":{"code":1,"message":"","data":{"kind":"memoNotFound","id":"a\"b"}}}"#
    ),
    (
      OutgoingMessage.response(.integer(0), error: ResponseError(.internalError, "m", data: JSONObject())),
      #"{"jsonrpc":"2.0","id":0,"error":{"code":-32603,"message":"m","data":{}}}"#
    ),
    (
      OutgoingMessage.notification("didSaveMemo", params: data),
      #"{"jsonrpc":"2.0","method":"didSaveMemo","params":{"kind":"memoNotFound","id":"a\"b"}}"#
    ),
  ]

  @Test("are these bytes and no others", arguments: table)
  func bytes(bytes: [UInt8], text: String) {
    #expect(String(decoding: bytes, as: UTF8.self) == text)
    #expect(throws: Never.self) { try JSONDocument(bytes) }
    #expect(!bytes.contains(UInt8(ascii: "\n")))
  }

  private static let codes: [(code: ErrorCode, value: Int)] = [
    (.parseError, -32700), (.invalidRequest, -32600), (.methodNotFound, -32601), (.invalidParams, -32602),
    (.internalError, -32603), (.requestCancelled, -32800),
  ]

  @Test("carry the codes that the specifications give", arguments: codes)
  func number(code: ErrorCode, value: Int) {
    #expect(code.rawValue == value)
    #expect(code == ErrorCode(rawValue: value))
  }

  private static let frames: [(message: String, header: String, line: String)] = [
    ("{}", "Content-Length: 2\r\n\r\n{}", "{}\n"), ("", "Content-Length: 0\r\n\r\n", "\n"),
    ("\"é한😀\"", "Content-Length: 11\r\n\r\n\"é한😀\"", "\"é한😀\"\n"),
    (
      String(repeating: "x", count: 1_000), "Content-Length: 1000\r\n\r\n" + String(repeating: "x", count: 1_000),
      String(repeating: "x", count: 1_000) + "\n"
    ),
  ]

  @Test("are framed with their length in bytes, or by a line's end", arguments: frames)
  func framed(message: String, header: String, line: String) {
    let bytes = Array(message.utf8)
    #expect(Framing.contentLength.frame(bytes) == Array(header.utf8))
    #expect(Framing.jsonLines.frame(bytes) == Array(line.utf8))
    var several = Array("before".utf8)
    Framing.contentLength.append(bytes, to: &several)
    Framing.jsonLines.append(bytes, to: &several)
    #expect(several == Array("before\(header)\(line)".utf8))
  }
}

extension JSONObject {
  fileprivate init(pairs: (String, JSONValue)...) {
    self.init()
    for (name, value) in pairs { self[name] = value }
  }
}
