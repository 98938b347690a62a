import JSON
import SessionSupport
import TestSupport
import Testing

@Suite("Files of an attached folder", .timeLimit(.minutes(10)))
struct WatchedFileTests {
  private static func able(_ members: String) -> String { #"{"workspace":{"didChangeWatchedFiles":{\#(members)}}}"# }

  @Test(
    "are watched by a client that is asked to, where the system does not tell of changes",
    arguments: [#""dynamicRegistration":true,"relativePatternSupport":true"#, #""dynamicRegistration":true"#])
  func unwatched(members: String) async throws {
    let session = try await FolderSession([("a.md", "# A\n")], Self.able(members), polling: .seconds(3600))
    var asked = try await session.client.read()
    while asked["method"]?.string != "client/registerCapability" { asked = try await session.client.read() }
    let registration = asked["params"]?["registrations"]?.elements.first
    #expect(registration?["method"]?.string == "workspace/didChangeWatchedFiles")
    let pattern = registration?["registerOptions"]?["watchers"]?.elements.first?["globPattern"]?.json
    let folder = quoted(String(session.place.uri("").dropLast()))
    let all = #""**/*.{md,markdown,txt}""#
    #expect(pattern == (members.hasSuffix("Support\":true") ? #"{"baseUri":\#(folder),"pattern":\#(all)}"# : all))
    session.client.send(#"{"jsonrpc":"2.0","id":\#(asked["id"]?.json ?? ""),"result":null}"#)

    try session.place.write("# B\n", "b.md")
    try session.place.write("# A, too\n", "a.md")
    let changes = ["a.md": 2, "b.md": 1].map { #"{"uri":\#(quoted(session.place.uri($0))),"type":\#($1)}"# }
    session.client.send(
      notification("workspace/didChangeWatchedFiles", #"{"changes":[\#(changes.joined(separator: ","))]}"#))
    #expect(await eventually { await (try? session.memo("b.md")) == "# B\n" })
    #expect(await eventually { await (try? session.memo("a.md")) == "# A, too\n" })
    try await session.finish()
  }

  @Test(
    "are watched by no client that can't, nor where the system tells of changes",
    arguments: [(#""dynamicRegistration":true"#, nil), ("", Duration.milliseconds(20))])
  func watched(members: String, polling: Duration?) async throws {
    let session = try await FolderSession([("a.md", "# A\n")], Self.able(members), polling: polling)
    try session.place.write("# B\n", "b.md")
    #expect(await eventually { await (try? session.memo("b.md")) == "# B\n" })
    _ = session.client.begin("shutdown")
    session.client.send(notification("exit"))
    #expect(try await session.client.rest().allSatisfy { $0["method"]?.string != "client/registerCapability" })
    #expect(try await session.client.status() == 0)
  }
}
