import JSONRPC
import SessionSupport
import Testing

@Suite("JSON as RFC 8259 has it, through the wire", .timeLimit(.minutes(10)))
struct GrammarTests {
  private let client: SessionClient

  init() throws { client = try SessionClient(framing: .contentLength) }

  /// The first error's code in the answer to a message; nil for a result.
  private func code(of body: [UInt8]) async throws -> Int? {
    var frame: [UInt8] = []
    Framing.contentLength.append(body, to: &frame)
    client.send(raw: frame)
    let answer = try await client.read()
    return (answer.elements.first ?? answer)["error"]?["code"]?.integer
  }

  /// A request with bytes in the place of a member's value, and one with bytes inside a string.
  private func envelope(_ value: [UInt8]) -> [UInt8] { split(#"{"text":"t","x":"#, value, "}") }

  private func string(_ contents: [UInt8]) -> [UInt8] { split(#"{"text":""#, contents, #""}"#) }

  private func split(_ before: String, _ bytes: [UInt8], _ behind: String) -> [UInt8] {
    let start = #"{"jsonrpc":"2.0","id":1,"method":"titleBodySplit","params":"#
    return Array((start + before).utf8) + bytes + Array((behind + "}").utf8)
  }

  @Test(
    "A value that is no JSON is a parse error",
    arguments: [
      "", "tru", "True", "nul", "NaN", "nan", "Infinity", "-Infinity", "undefined", "01", "-01", "00", "+1", ".5", "5.",
      "-", "--1", "-.5", "1e", "1e+", "1.e1", "1.2.3", "0x10", "1_000", "1,", "[1,]", "[,1]", "[1 2]", "[1,,2]", "[",
      "]", "{", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{,"a":1}"#, "{a:1}", "{'a':1}", #"{"a" 1}"#, #"{"a":1 "b":2}"#,
      "{1:2}", "'text'", #"""#, #""open"#, #""a" "b""#, "/* */ 1", "1 // one", "# 1", "1;", "\u{A0}1", "\u{C}1",
      "\u{FEFF}1", "１", "1\0", "\u{2028}1",
    ])
  func values(value: String) async throws { #expect(try await code(of: envelope(Array(value.utf8))) == -32700) }

  /// Bytes that no string may have: control characters; escapes that do not exist; surrogates without their pair; bytes
  /// that start nothing; overlong forms; encoded surrogates; what is beyond Unicode; sequences cut short.
  private static let refusedStrings: [[UInt8]] =
    (0..<0x20).map { [$0] }
    + [
      #"\a"#, #"\x41"#, #"\'"#, #"\0"#, #"\U0041"#, #"\ "#, "\\\n", #"\u"#, #"\u12"#, #"\u12g4"#, #"\u{41}"#,
      #"\u+041"#, "\\é", #"\ud800"#, #"\udfff"#, #"\udc00\ud800"#, #"\ud800x"#, #"\ud800\u0041"#, #"\ud800\ud800"#,
      #"\uD83D"#,
      #"\ud83d\n"#, #"x\udE00"#,
    ].map { Array($0.utf8) }
    + [
      [0x80], [0xBF], [0xFE], [0xFF], [0xC0], [0xF8, 0x88, 0x80, 0x80, 0x80],
      [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF], [0xF0, 0x80, 0x80, 0x80],
      [0xF0, 0x8F, 0xBF, 0xBF],
      [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
      [0xC3], [0xC3, 0x78], [0xE2, 0x82], [0xE2, 0x82, 0x78], [0xF0, 0x9F, 0x98], [0xF0, 0x9F, 0x98, 0x78],
      [0xE9, 0xE9],
    ]

  @Test("A string that is no JSON is a parse error, wherever it stands", arguments: refusedStrings)
  func strings(bytes: [UInt8]) async throws {
    #expect(try await code(of: string(bytes)) == -32700)
    let before = Array(String(repeating: "a long enough text before it, ", count: 10).utf8)
    #expect(try await code(of: string(before + bytes + Array(" and after it".utf8))) == -32700)
    #expect(try await code(of: Array(#"{""#.utf8) + bytes + Array(#"":1}"#.utf8)) == -32700)
  }

  private static let deep = 100_000

  @Test(
    "A body that is not one JSON text is a parse error",
    arguments: [
      "", " ", "\n", "\u{FEFF}{}", "{}{}", "{} x", "{}\0", "[] []", "{}}", "[]]", "\0", "Content-Length: 2",
      #"{"jsonrpc":"2.0","id":1"#, String(repeating: "[", count: deep),
      String(repeating: "[", count: deep) + String(repeating: "]", count: deep),
      String(repeating: #"{"a":"#, count: deep),
    ].map { Array($0.utf8) } + [
      [0xFF, 0xFE, 0x7B, 0, 0x7D, 0], [0x7B, 0, 0x7D, 0], [0xFF, 0xFE, 0, 0, 0x7B, 0, 0, 0, 0x7D, 0, 0, 0],
    ])
  func bodies(body: [UInt8]) async throws { #expect(try await code(of: body) == -32700) }

  @Test("A message cut anywhere is a parse error")
  func cut() async throws {
    let body = envelope(Array(#"[1.5e3,"\u00e9",{"a":[true,null]}]"#.utf8))
    for count in 1..<body.count { #expect(try await code(of: Array(body.prefix(count))) == -32700, "\(count) bytes") }
  }

  @Test(
    "Any JSON value may stand in a member that is ignored",
    arguments: [
      "0", "-0", "1", "-1", "0.5", "-0.0", "1e5", "1E5", "1e+5", "1e-5", "1.5e300", "1e400", "-1e-400",
      String(repeating: "9", count: 400), "null", "true", "false", "[]", "{}", " [ ] ", "\t{\r\n}\t", #"{"":0}"#,
      #"{"a":{"a":{"a":[]}}}"#, #"[[],[[]],{"":[{}]}]"#, "\"\u{7F}\"", #"{"a":1,"a":2,"a":{}}"#, #""/""#,
      String(repeating: "[", count: 126) + String(repeating: "]", count: 126),
      String(repeating: #"{"a":"#, count: 126) + "1" + String(repeating: "}", count: 126),
    ])
  func taken(value: String) async throws { #expect(try await code(of: envelope(Array(value.utf8))) == nil) }

  @Test(
    "A string means what its escapes and bytes say",
    arguments: [
      (#"\"\\\/\b\f\t"#, "\"\\/\u{8}\u{C}\t"), (#"\u0041\u00e9\uac00"#, "Aé가"), (#"\ud83d\ude00"#, "😀"),
      (#"\uD83D\uDE00\uDBFF\uDFFF"#, "😀\u{10FFFF}"), (#"\u0000\u001f\u007f"#, "\0\u{1F}\u{7F}"),
      (#"\uffff\ufffe\ufffd\ufeff"#, "\u{FFFF}\u{FFFE}\u{FFFD}\u{FEFF}"),
      (#"\u2028\u2029\u0085"#, "\u{2028}\u{2029}\u{85}"), (#"\\ud800"#, #"\ud800"#),
      ("\u{7F}\u{80}\u{9F}", "\u{7F}\u{80}\u{9F}"), ("\u{FEFF}", "\u{FEFF}"),
      ("\u{FFFF}\u{10FFFF}", "\u{FFFF}\u{10FFFF}"),
      ("e\u{301} é 한 \u{1112}\u{1161}\u{11AB}", "e\u{301} é 한 \u{1112}\u{1161}\u{11AB}"),
    ])
  func meanings(written: String, meant: String) async throws {
    var frame: [UInt8] = []
    Framing.contentLength.append(string(Array(written.utf8)), to: &frame)
    client.send(raw: frame)
    let result = try await client.read()["result"]
    let parts = ["title", "separator", "body"].compactMap { result?[$0]?.string }
    #expect(Array(parts.joined().utf8) == Array(meant.utf8))
  }

  @Test("128 levels are read, and 129 are not", arguments: [(128, -32600), (129, -32700)])
  func levels(count: Int, expected: Int) async throws {
    let body = String(repeating: "[", count: count) + String(repeating: "]", count: count)
    #expect(try await code(of: Array(body.utf8)) == expected)
  }

  @Test("White space may stand wherever JSON has it")
  func whiteSpace() async throws {
    let body =
      " \n{\r\n \t\"jsonrpc\" : \"2.0\" ,\n\"id\"\t: 1 , \"method\":\r\"titleBodySplit\", \"params\" : {\n\"text\" "
      + ": \"t\" , \"x\" : [ 1 , { \"a\" : null } ]\r\n } } \t"
    #expect(try await code(of: Array(body.utf8)) == nil)
  }
}
