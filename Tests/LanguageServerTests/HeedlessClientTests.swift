import SessionSupport
import TestSupport
import Testing

@Suite("A client that makes edits in whatever was typed meanwhile", .timeLimit(.minutes(10)))
struct HeedlessClientTests {
  /// A session in which it has this long to show what it says to have made.
  private static func session(_ patience: Duration) async throws -> FolderSession {
    try await FolderSession([("a.md", "# A\n\none\n")], patience: patience)
  }

  /// Has somebody else change the memo; the edit that the client is asked for, unanswered.
  private func asked(_ text: String, in session: FolderSession) async throws -> String {
    try await session.change("a.md", text)
    while true {
      let message = try await session.client.read()
      if message["method"]?.string == "workspace/applyEdit", let id = message["id"] { return id.json }
    }
  }

  private func answer(_ id: String, in session: FolderSession) {
    session.client.send(#"{"jsonrpc":"2.0","id":\#(id),"result":{"applied":true}}"#)
  }

  @Test("has others' words once, though it says so before it tells what it says then")
  func once() async throws {
    let session = try await Self.session(.seconds(3600))
    try await session.open("a.md")
    let id = try await asked("# A\n\none\nfrom elsewhere\n", in: session)
    session.type("# A\n\ntyped one\n", in: "a.md")
    answer(id, in: session)
    try await session.settle("a.md")
    let text = "# A\n\ntyped one\nfrom elsewhere\n"
    session.type(text, in: "a.md")
    try await session.settle("a.md")
    try session.save(text, in: "a.md")
    try await session.finish()
    #expect(session.askedAgain == 0)
    #expect(session.file("a.md") == text)
  }

  @Test("is asked again after a while where it has not made one, whatever it says")
  func dropped() async throws {
    let session = try await Self.session(.milliseconds(50))
    try await session.open("a.md")
    let id = try await asked("# A\n\none\nfrom elsewhere\n", in: session)
    session.type("# A\n\ntyped one\n", in: "a.md")
    answer(id, in: session)
    #expect(try await session.edit().edits == ["2:9-9=\nfrom elsewhere"])
    try await session.finish()
  }
}
