import JSON
import JSONRPC
import TestSupport
import Testing

@Suite("What a frame holds")
struct EnvelopeTests {
  private static let call = #"{"jsonrpc":"2.0","id":1,"method":"m"}"#

  private static let batches: [(text: String, messages: [String])] = [
    ("[1]", ["invalid null"]), ("[1,2,3]", ["invalid null", "invalid null", "invalid null"]),
    ("[[]]", ["invalid null"]),
    ("[null]", ["invalid null"]), ("[\(call)]", ["call 1 m -"]), ("[[\(call)]]", ["invalid null"]),
    (
      #"[\#(call),{"jsonrpc":"2.0","method":"n"},{"foo":"boo"},{"jsonrpc":"2.0","id":2,"result":1},"x"]"#,
      ["call 1 m -", "notification n -", "invalid null", "response", "invalid null"]
    ),
    (#"[{"jsonrpc":"2.0","method":"n"},{"jsonrpc":"2.0","method":"n"}]"#, ["notification n -", "notification n -"]),
    (" [ \(call) , \(call) ] ", ["call 1 m -", "call 1 m -"]),
  ]

  @Test("as an array is a batch in order", arguments: batches)
  func batch(text: String, messages: [String]) throws {
    guard case .batch(let views) = try Envelope(Array(text.utf8)) else { throw Mismatch("\(text) is no batch") }
    #expect(views.map { describe(Message($0)) } == messages)
  }

  @Test(
    "as anything else is one message", arguments: [(call, "call 1 m -"), ("1", "invalid null"), ("{}", "invalid null")])
  func single(text: String, message: String) throws {
    guard case .single(let found) = try Envelope(Array(text.utf8)) else { throw Mismatch("\(text) is a batch") }
    #expect(describe(found) == message)
  }

  @Test("must not be an empty batch", arguments: ["[]", " [\n] "])
  func empty(text: String) {
    let error = #expect(throws: ResponseError.self) { try Envelope(Array(text.utf8)) }
    #expect(error?.code == .invalidRequest)
    #expect(error?.message.isEmpty == false)
  }

  private static let broken: [[UInt8]] =
    [
      "", " ", "{", "[", #"{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]"#,
      #"[{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},{"jsonrpc": "2.0", "method"]"#, "{}{}",
      "[],", "nul",
      "{'a':1}", "[1,]", "{\"a\":\"\\ud800\"}", "\u{FEFF}{}", "{\"a\":\"\n\"}", String(repeating: "[", count: 100_000),
      String(repeating: "[", count: 129) + String(repeating: "]", count: 129),
    ].map { Array($0.utf8) } + [
      [0x22, 0xFF, 0x22], [0x7B, 0x00, 0x7D, 0x00], [0xFF, 0xFE, 0x7B, 0x00], [0x22, 0xC0, 0x80, 0x22],
    ]

  @Test("must be JSON", arguments: broken)
  func parseError(bytes: [UInt8]) {
    let error = #expect(throws: ResponseError.self) { try Envelope(bytes) }
    #expect(error?.code == .parseError)
    #expect(error?.message.contains("at byte") == true)
  }

  @Test("may be a batch of 100,000")
  func large() throws {
    let bytes = Array("[\(Array(repeating: "1", count: 100_000).joined(separator: ","))]".utf8)
    guard case .batch(let views) = try Envelope(bytes) else { throw Mismatch("no batch") }
    #expect(views.reduce(0) { count, _ in count + 1 } == 100_000)
  }
}
