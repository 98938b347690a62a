import JSON
import SessionSupport
import Testing

@Suite("Names and numbers of JSON, through the wire", .timeLimit(.minutes(10)))
struct MemberTests {
  private let client: SessionClient

  init() throws { client = try SessionClient() }

  private func ask(_ message: String) async throws -> JSONValue {
    client.send(message)
    return try await client.read()
  }

  private func check(_ answer: JSONValue, id: String, title: String) {
    #expect(answer["id"]?.json == id)
    #expect(answer["result"]?["title"]?.string.map { Array($0.utf8) } == Array(title.utf8))
  }

  @Test("Of two members with one name the last counts")
  func repeated() async throws {
    let whole =
      #"{"id":0,"jsonrpc":"1.0","method":"no","jsonrpc":"2.0","id":7,"method":"titleBodySplit","#
      + #""params":[],"params":{"text":5,"text":"last"}}"#
    check(try await ask(whole), id: "7", title: "last")
    let escaped = #"{"jsonrpc":"2.0","id":7,"method":"titleBodySplit","params":{"text":"first","t\u0065xt":"last"}}"#
    check(try await ask(escaped), id: "7", title: "last")
  }

  @Test("Names are the same only if their bytes are", arguments: ["teXt", "te\u{301}xt", "text ", "text\0", "ｔext"])
  func similar(name: String) async throws {
    let answer = try await ask(call(1, "titleBodySplit", #"{\#(quoted(name)):"not this","text":"this"}"#))
    check(answer, id: "1", title: "this")
  }

  @Test("A name may be written with escapes")
  func escapes() async throws {
    let message =
      #"{"\u006asonrpc":"\u0032.0","\u0069d":"\u0031","\u006dethod":"title\u0042odySplit","params":{"te\u0078t":"x"}}"#
    check(try await ask(message), id: #""1""#, title: "x")
  }

  @Test(
    "An integer may be written in any way that means one",
    arguments: ["100", "100.0", "1e2", "1E+2", "1000e-1", "10.0e1", "100.000", "0.1e3"])
  func integers(limit: String) async throws {
    let answer = try await ask(call(1, "list", #"{"limit":\#(limit)}"#))
    #expect(answer["id"]?.json == "1")
    #expect(answer["result"] != nil && answer["error"] == nil)
  }

  @Test(
    "Anything else where an integer is asked is an invalid param",
    arguments: ["1.5", #""5""#, "true", "1e400", "-1e400", "1e-1", "[]", "{}", #""""#, "0.5e0"])
  func noIntegers(limit: String) async throws {
    let error = try await ask(call(1, "list", #"{"limit":\#(limit)}"#))["error"]
    #expect(error?["code"]?.json == "-32602")
    #expect(error?["data"]?["path"]?.string == "params.limit")
  }

  @Test(
    "A number larger than any machine word traps nothing",
    arguments: [
      "9223372036854775807", "9223372036854775808", "-9223372036854775808", "18446744073709551616",
      String(repeating: "9", count: 400), "1e18", "1e19",
    ], [("list", "limit"), ("getMemo", "id"), ("updateMemo", "baseVersion")])
  func large(number: String, place: (method: String, member: String)) async throws {
    let answer = try await ask(call(1, place.method, #"{"\#(place.member)":\#(number)}"#))
    #expect(answer["error"] != nil)
  }

  @Test(
    "A position of any size traps nothing",
    arguments: [
      "2147483647", "4294967295", "9223372036854775807", "-9223372036854775808", "-1",
      String(repeating: "9", count: 30),
    ])
  func positions(number: String) async throws {
    _ = try await client.request("createMemo", #"{"id":"a","text":"a\nb"}"#)
    for (line, character) in [(number, "0"), ("0", number), (number, number)] {
      let range = #"{"start":{"line":0,"character":0},"end":{"line":\#(line),"character":\#(character)}}"#
      let change = #"{"id":"a","contentChanges":[{"range":\#(range),"text":"a\nb"}]}"#
      let answer = try await ask(call(1, "updateMemo", change))
      #expect([nil, "3", "-32602"].contains(answer["error"]?["code"]?.json), "\(line) \(character)")
      #expect((answer["result"] == nil) != (answer["error"] == nil))
    }
  }
}
