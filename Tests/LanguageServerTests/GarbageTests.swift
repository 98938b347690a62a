import JSON
import JSONRPC
import SessionSupport
import TestSupport
import Testing

@testable import LanguageServer

@Suite("Whatever a client sends", .timeLimit(.minutes(10)))
struct GarbageTests {
  private static let uris = [
    "memo:///m/Any.md", "file:///none/a.md", "memo:", "file:///none/%", "memo-history:///m/1/x.md", "",
  ]
  private static let names = [
    "textDocument", "uri", "position", "line", "character", "range", "start", "end", "context", "only", "newName", "ch",
    "positions", "query", "command", "arguments", "id", "title", "data", "previousResultId", "files", "oldUri",
    "newUri",
    "contentChanges", "text", "version", "settings", "memo", "value", "includeDeclaration", "partialResultToken",
  ]
  private static let words = [
    #""memo.daily""#, #""memo.new""#, #""memo.search""#, #""memo.history""#, #""memo.restore""#, #""memo.backlinks""#,
    "null", "true", "-1", "0", "3", "1e3", "9223372036854775807", "9223372036854775808", "1.5", #""""#, #""x]""#,
    #""\u0000""#,
    #""한글""#, "[]", "{}", "[[]]", #""\n""#,
  ]

  /// Something as JSON, as deep as this at most.
  private func value(_ depth: Int, _ random: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<(depth > 0 ? 6 : 3), using: &random) {
    case 0: return quoted(Self.uris.randomElement(using: &random) ?? "")
    case 1, 2: return Self.words.randomElement(using: &random) ?? "null"
    case 3:
      let elements = (0..<Int.random(in: 0...3, using: &random)).map { _ in value(depth - 1, &random) }
      return "[\(elements.joined(separator: ","))]"
    default: return object(depth, &random)
    }
  }

  private func object(_ depth: Int, _ random: inout SeededGenerator) -> String {
    let members = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      "\(quoted(Self.names.randomElement(using: &random) ?? "")):\(value(depth - 1, &random))"
    }
    return "{\(members.joined(separator: ","))}"
  }

  /// Parameters that look as if they were meant: a document, a place, and anything else.
  private func params(_ random: inout SeededGenerator) -> String {
    if Bool.random(using: &random) { return value(4, &random) }
    let uri = quoted(Self.uris[Int.random(in: 0..<2, using: &random)])
    func position(_ random: inout SeededGenerator) -> String {
      let (line, character) = (Int.random(in: 0...4, using: &random), Int.random(in: 0...9, using: &random))
      return #"{"line":\#(line),"character":\#(character)}"#
    }
    let command = Self.words[Int.random(in: 0..<6, using: &random)]
    let members: [(String, String)] = [
      ("textDocument", "{\"uri\":\(uri)}"), ("position", position(&random)),
      ("range", "{\"start\":\(position(&random)),\"end\":\(position(&random))}"),
      ("positions", "[\(position(&random))]"), ("newName", value(0, &random)), ("ch", "\"\\n\""),
      ("query", value(0, &random)), ("context", object(1, &random)), ("command", command),
      ("arguments", "[\(object(2, &random))]"), ("previousResultId", value(0, &random)),
      ("files", "[\(object(1, &random))]"), ("uri", uri),
    ]
    let written: [String] = members.map { member in "\"\(member.0)\":\(member.1)" }
    return "{" + written.joined(separator: ",") + "}"
  }

  @Test("is answered once, given up or not, and the session lives", arguments: 1...6 as ClosedRange<UInt64>)
  func requests(stream: UInt64) async throws {
    var random = SeededGenerator(stream: 1800 + stream)
    let session = try await MemoSession(
      #"{"workspace":{"textDocumentContent":{}},"textDocument":{"diagnostic":{}}}"#,
      holding: [("m", "# Plan\n[[Plan#x]] #tag [a][b]\n\n[b]: u\n- [ ] x\n"), ("o", "[[Plan]]\n")])
    try await session.open("m", "# Plan\n[[Plan#x]] #tag [a][b]\n\n[b]: u\n- [ ] x\n")
    session.editor.open("file:///none/a.md", "# A\n[x](#a) [[m]]\n|a|b|\n|-|-|\n^[1]\n")
    var methods: [String] = []
    for route in LanguageRoutes.all.map(\.route) where route.kind == .request && route.direction == .clientToServer {
      if route.method != "initialize", route.method != "shutdown" { methods.append(route.method) }
    }
    var waiting: Set<Int> = []
    for _ in 0..<300 {
      let method = methods[Int.random(in: 0..<methods.count, using: &random)]
      let id = session.client.begin(method, params(&random))
      waiting.insert(id)
      if Int.random(in: 0..<4, using: &random) == 0 {
        session.client.send(notification("$/cancelRequest", #"{"id":\#(id)}"#))
      }
      if Int.random(in: 0..<8, using: &random) == 0 {
        let noted = [
          "textDocument/didChange", "textDocument/didOpen", "textDocument/didSave", "workspace/didChangeConfiguration",
        ]
        session.client.send(notification(noted.randomElement(using: &random) ?? "", value(4, &random)))
        // What was lost by that is there again.
        session.editor.change(
          MemoSession.uri("m"), ##"{"text":"# Plan\n[[Plan#x]] #tag [a][b]\n\n[b]: u\n- [ ] x\n"}"##)
        session.editor.change("file:///none/a.md", ##"{"text":"# A\n[x](#a) [[m]]\n|a|b|\n|-|-|\n^[1]\n"}"##)
      }
    }
    while !waiting.isEmpty {
      let message = try await session.client.read()
      guard message["method"] == nil else { continue }
      let id = try #require(message["id"]?.integer)
      #expect(waiting.remove(id) != nil, "answered twice: \(message.json.prefix(300))")
      #expect(message["error"]?["code"]?.integer != -32603, "\(message.json.prefix(300))")
    }
    #expect(try await session.client.request("shutdown").json == "null")
  }
}
