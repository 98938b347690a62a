import JSON
import SessionSupport
import Synchronization
import TestDoubles
import Testing

@Suite("What is asked about a place", .timeLimit(.minutes(10)))
struct LazyLookupTests {
  /// The names that were looked up.
  final class Names: Sendable {
    let all = Mutex<[String]>([])
  }

  /// A session with a memo that has links.
  struct Session {
    private let names = Names()
    private let editor: EditorSession
    private static let uri = "memo:///m/M.md"

    init() async throws {
      let store = TestStore()
      editor = try await EditorSession(
        #"{"textDocument":{"diagnostic":{}}}"#, #""initializationOptions":{"memo":{"documents":true}}"#,
        client: EditorSession.fresh(SessionSettings(.memory(store, TestJournal()))))
      editor.open(Self.uri, "[[One]] [[Two]] words\n[x](Three) [[#Four]]\n\n[d]: Five.md\n")
      _ = try await editor.client.request("textDocument/documentSymbol", EditorSession.document(Self.uri))
      store.observeDestinations { [names] found in names.all.withLock { $0 += found } }
    }

    func lookedUp(_ method: String, _ character: Int) async throws -> [String] {
      let place = #"{"line":0,"character":\#(character)}"#
      let more = #""position":\#(place),"range":{"start":\#(place),"end":\#(place)},"context":{}"#
      _ = try await editor.client.request("textDocument/\(method)", EditorSession.document(Self.uri, more))
      return names.all.withLock { $0 }
    }
  }

  static let methods = ["hover", "definition", "prepareRename", "codeAction"]

  @Test("looks up the link that is there, and no other", arguments: methods)
  func link(_ method: String) async throws {
    #expect(try await Session().lookedUp(method, 11) == ["two"])
  }

  @Test("looks up no link where there is none", arguments: methods + ["documentHighlight", "references"])
  func words(_ method: String) async throws {
    #expect(try await Session().lookedUp(method, 19) == [])
  }
}
