import JSON
import SessionSupport
import TestSupport
import Testing

@Suite("The symbols of a document", .timeLimit(.minutes(10)))
struct SymbolTests {
  private static let uri = "file:///notes/a.md"
  private static let trees = #"{"textDocument":{"documentSymbol":{"hierarchicalDocumentSymbolSupport":true}}}"#

  /// Each symbol with its lines, those in it in parentheses.
  private func outline(_ symbols: [JSONValue]) -> String {
    symbols.map { symbol in
      let lines = [symbol["range"]?["start"], symbol["range"]?["end"]].map { "\($0?["line"]?.integer ?? -1)" }
      let children = outline(symbol["children"]?.elements ?? [])
      return "\(symbol["name"]?.string ?? "?") \(lines.joined(separator: "-"))"
        + (children.isEmpty ? "" : " (\(children))")
    }.joined(separator: ", ")
  }

  @Test(
    "are its headings, each with what stands below it up to the next one that is not lower",
    arguments: [
      ("", ""), ("a\na", ""), ("# h", "# h 0-0"), ("### h", "### h 0-0"), ("## h\n## h2", "## h 0-0, ## h2 1-1"),
      ("# h\n## h2\n## h3", "# h 0-2 (## h2 1-1, ## h3 2-2)"), ("# h\n#### h2", "# h 0-1 (#### h2 1-1)"),
      ("# a\nx\n\n# b\n", "# a 0-2, # b 3-4"), ("### c\n# a\n## b\n", "### c 0-0, # a 1-3 (## b 2-3)"),
      ("a\nb\n===\n\nc\n---\nd", "# a b 0-6 (## c 4-6)"), ("#\n\n# a `b` **c** [d](e)\n", "# 0-1, # a b c d 2-3"),
      ("```\n# no\n```\n> # in\n", "# in 3-4"), ("---\ntitle: x\n---\n# a", "# a 3-3"),
      ("[def]: http://example.com\n\n[def 2]: <x>\n'a\nb'", "[def] 0-0, [def 2] 2-4"),
      (
        "[a]: u\n# h\n[b]: u\n#### i\n[c]: u\n## j\n[d]: u",
        "[a] 0-0, # h 1-6 ([b] 2-2, #### i 3-4 ([c] 4-4), ## j 5-6), [d] 6-6"
      ),
      ("# a\n[x]: u\nwords\n\n[y]: u\n\n[z]: u\n", "# a 0-7 ([x] 1-1), [y] 4-4, [z] 6-6"),
    ])
  func headings(text: String, symbols: String) async throws {
    let session = try await EditorSession(Self.trees)
    session.open(Self.uri, text)
    let found = try await session.client.request("textDocument/documentSymbol", EditorSession.document(Self.uri))
    #expect(outline(found.elements) == symbols, "\(text.debugDescription)")
    #expect(try await session.finish() == 0)
  }

  @Test("of a heading are all that it is above, also where they are selected, as other services have it")
  func selection() async throws {
    let session = try await EditorSession(Self.trees)
    session.open(Self.uri, "\u{FEFF}# 한 ##\ntext")
    let found = try await session.client.request("textDocument/documentSymbol", EditorSession.document(Self.uri))
    let symbol = try #require(found.elements.first)
    #expect(symbol["kind"]?.integer == 15)
    #expect(symbol["range"]?["end"]?.json == #"{"line":1,"character":4}"#, "\(symbol.json)")
    #expect(symbol["selectionRange"]?.json == symbol["range"]?.json)
    #expect(try await session.finish() == 0)
  }

  @Test("are a flat list for a client that knows no other")
  func flat() async throws {
    let session = try await EditorSession()
    session.open("FILE:///notes/%61.md", "# a\n## b\n")
    let found = try await session.client.request("textDocument/documentSymbol", EditorSession.document(Self.uri))
    #expect(found.elements.compactMap { $0["name"]?.string } == ["# a", "## b"])
    #expect(found.elements.last?["containerName"]?.string == "# a")
    #expect(found.elements.first?["location"]?["uri"]?.string == Self.uri)
    #expect(try await session.finish() == 0)
  }

  @Test("are told some at a time before the answer if the client wants that", arguments: [true, false])
  func partial(hasTrees: Bool) async throws {
    let session = try await EditorSession(hasTrees ? Self.trees : "{}")
    session.open(Self.uri, String(repeating: "# a\n## b\n", count: 300))
    let id = session.client.begin(
      "textDocument/documentSymbol", EditorSession.document(Self.uri, #""partialResultToken":"t""#))
    var parts: [[String]] = []
    while true {
      let message = try await session.client.read()
      if message["method"]?.string == "$/progress" {
        #expect(message["params"]?["token"]?.string == "t")
        parts.append((message["params"]?["value"]?.elements ?? []).compactMap { $0["name"]?.string })
      } else if message["id"]?.integer == id {
        #expect(message["result"]?.json == "[]")
        break
      }
    }
    #expect(parts.map(\.count) == (hasTrees ? [200, 100] : [200, 200, 200]))
    #expect(parts[0].prefix(2) == (hasTrees ? ["# a", "# a"] : ["# a", "## b"]))
    #expect(try await session.finish() == 0)
  }

  @Test("can be asked for of a document of 20,000 headings, and given up meanwhile")
  func long() async throws {
    let session = try await EditorSession()
    session.open(Self.uri, String(repeating: "# [[a\n", count: 20_000))
    let params = EditorSession.document(Self.uri)
    let (first, second) = (
      session.client.begin("textDocument/documentSymbol", params),
      session.client.begin("textDocument/documentSymbol", params)
    )
    session.client.send(notification("$/cancelRequest", #"{"id":\#(first)}"#))
    var answers: [Int: JSONValue] = [:]
    for answer in try await session.client.answers(2) { answers[answer["id"]?.integer ?? 0] = answer }
    #expect(answers[first]?["error"]?["code"]?.integer == -32800)
    #expect(answers[second]?["result"]?.elements.count == 20_000)
    #expect(try await session.finish() == 0)
  }
}
