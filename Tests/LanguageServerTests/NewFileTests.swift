import JSON
import MemoEngine
import SessionSupport
import TestSupport
import Testing

@Suite("A note that the client is about to make in an attached folder", .timeLimit(.minutes(10)))
struct NewFileTests {
  private static let templates = [
    ("t/meeting.md", "#template/meetings\n# {{title}}\n\nwho: {{cursor}}{{no}}\n"),
    ("t/work.md", "---\ntags: template/work/meetings\n---\nWork {{title}}\n"), ("t/all.md", "All\n#template/notes\n"),
    ("t/a.md", "A #template/twins\n"), ("t/b.md", "B #template/twins\n"), ("t/plain.md", "no template\n"),
    ("t/odd.md", "---\n{x: &n {tags: template/odd}, <<: *n}\n---\n"),
  ]

  /// What new files are to begin with, each as its name, a colon and the text.
  private func begun(_ session: FolderSession, _ names: String...) async throws -> [String] {
    let files = names.map { #"{"uri":\#(quoted($0.contains(":") ? $0 : session.place.uri($0)))}"# }
    let answer = try await session.answer(
      session.client.begin("workspace/willCreateFiles", #"{"files":[\#(files.joined(separator: ","))]}"#))
    return (answer["result"]?["documentChanges"]?.elements ?? []).map { change in
      let uri = change["textDocument"]?["uri"]?.string ?? ""
      let edits = change["edits"]?.elements ?? []
      let texts = edits.map { Workspace.range($0["range"]) == "0:0-0" ? $0["newText"]?.string ?? "?" : "?" }
      return "\(uri.dropFirst(session.place.uri("").count)):\(texts.joined())"
    }
  }

  @Test(
    "begins with what the template says whose tag names its folder, or the nearest around it that one names",
    arguments: [
      ("meetings/Kick off.md", "# Kick off\n\nwho: {{no}}\n"), ("a/Meetings/x.MARKDOWN", "# x\n\nwho: {{no}}\n"),
      ("meetings/x.txt", "# x\n\nwho: {{no}}\n"),
      ("work/meetings/x.md", "Work x\n"), ("meetings/2026/x.md", "# x\n\nwho: {{no}}\n"), ("x.md", "All\n"),
      ("other/x.md", "All\n"),
    ])
  func template(name: String, text: String) async throws {
    let session = try await FolderSession(Self.templates)
    #expect(try await begun(session, name) == ["\(name):\(text)"])
    try await session.finish()
  }

  @Test("begins with nothing where it is no note, is there, has words in the editor, or is in no attached folder")
  func nothing() async throws {
    let session = try await FolderSession(Self.templates)
    try await session.open("meetings/typed.md", "words")
    let found = try await begun(
      session, "meetings/x.png", "t/plain.md", "meetings/typed.md", ".hidden/x.md",
      "file:///none/x.md",
      "memo:///m/x.md", "meetings/x.md", "meetings/x.md")
    #expect(found == ["meetings/x.md:# x\n\nwho: {{no}}\n"])
    try await session.finish()
  }

  @Test(
    "begins with nothing where the template of its folder can't be used, and the person is told why",
    arguments: [
      ("twins", "several notes are tagged template/twins"),
      (
        "odd",
        "the tag template/odd can't be taken out of its template's front matter; write the tags there as a list"
      ),
    ])
  func unusable(folder: String, reason: String) async throws {
    let session = try await FolderSession(Self.templates)
    let id = session.client.begin(
      "workspace/willCreateFiles", #"{"files":[{"uri":\#(quoted(session.place.uri("\(folder)/x.md")))}]}"#)
    var told: [String] = []
    while true {
      let message = try await session.client.read()
      if message["method"]?.string == "window/showMessage" { told.append(message["params"]?["message"]?.string ?? "") }
      if message["id"]?.integer == id {
        #expect(message["result"]?["documentChanges"]?.json == "[]")
        break
      }
    }
    #expect(told == ["x begins with nothing: \(reason)"])
    try await session.finish()
  }

  @Test("begins as the folder's own days do if it is a day's")
  func daily() async throws {
    let session = try await FolderSession([("tpl.md", "# Day {{title}}\n{{date:DD}}\n")])
    try session.place.write(#"{"folder":"days","format":"YYYY-MM-DD","template":"tpl"}"#, ".obsidian/daily-notes.json")
    let found = try await begun(session, "days/2026-11-22.md", "2026-11-22.md", "days/2026-11.md")
    #expect(found == ["days/2026-11-22.md:# Day 2026-11-22\n22\n"])
    try await session.finish()
  }

  @Test("keeps what it begins with, whether the client opens it before the file is there or writes it at once")
  func kept() async throws {
    let session = try await FolderSession(Self.templates)
    let text = try await begun(session, "meetings/x.md")[0].dropFirst("meetings/x.md:".count)
    try await session.open("meetings/x.md", String(text))
    try session.place.write("", "meetings/x.md")
    let isTaken = await eventually { await (try? session.memo("meetings/x.md")) == String(text) }
    #expect(isTaken)
    try session.save(String(text), in: "meetings/x.md")
    try await session.settle("meetings/x.md")
    #expect(session.file("meetings/x.md") == String(text))
    try await session.finish()
  }

  @Test("is asked about by clients that read of it in the capabilities")
  func capability() async throws {
    let session = try await EditorSession()
    let told = session.capabilities["workspace"]?["fileOperations"]?["willCreate"]?["filters"]?.elements ?? []
    #expect(
      told.map(\.json) == [
        #"{"scheme":"file","pattern":{"glob":"**/*.{md,markdown,txt}","matches":"file","options":{"ignoreCase":true}}}"#
      ])
    #expect(try await session.finish() == 0)
  }
}
