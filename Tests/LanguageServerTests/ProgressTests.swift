import JSON
import MemoModel
import SessionSupport
import TestDoubles
import TestSupport
import Testing

@Suite("What an editor is told while memos are looked through", .timeLimit(.minutes(10)))
struct ProgressTests {
  @Test("is how far it is, if it shows that", arguments: [true, false])
  func progress(shows: Bool) async throws {
    // A store of an earlier version.
    let store = TestStore()
    try store.write(try (0..<600).map { try change("m\($0)", text: "x\n\n#work") })
    let shelf = TestStore(store.shelf)
    let editor = try await EditorSession(
      #"{"window":{"workDoneProgress":\#(shows)}}"#,
      #""initializationOptions":{"memo":{"documents":true}}"#,
      client: EditorSession.fresh(SessionSettings(.memory(shelf, TestJournal()))))
    editor.open(MemoSession.uri("m0"), "x\n\n#work")
    // All memos are looked through before anything is renamed in them.
    let place = #""position":{"line":2,"character":2},"newName":"job""#
    let id = editor.client.begin("textDocument/rename", EditorSession.document(MemoSession.uri("m0"), place))
    var (told, isAnswered) = ([String](), false)
    while !isAnswered || shows && told.last != "end" {
      let message = try await editor.client.read()
      let kind = message["params"]?["value"]?["kind"]?.string
      switch message["method"]?.string {
      case "window/workDoneProgress/create":
        #expect(message["params"]?["token"]?.string == "memo-ls-0")
        editor.client.send(#"{"jsonrpc":"2.0","id":\#(message["id"]?.json ?? ""),"result":null}"#)
      case "$/progress":
        #expect(message["params"]?["token"]?.string == "memo-ls-0")
        told.append(kind ?? "")
      case nil: isAnswered = isAnswered || message["id"]?.integer == id
      default: break
      }
    }
    #expect(told.first == (shows ? "begin" : nil) && told.dropFirst().dropLast().allSatisfy { $0 == "report" })
    #expect(try await editor.finish() == 0)
  }
}
