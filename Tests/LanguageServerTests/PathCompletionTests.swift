import Foundation
import JSON
import SessionSupport
import TestSupport
import Testing

@Suite("What lies in the folder may be typed next", .timeLimit(.minutes(10)))
struct PathCompletionTests {
  private static let notes = [
    (name: "sub/a.md", text: ""), (name: "sub/deep/er/b.md", text: "# Bee\n## Next step\n"),
    (name: "Projects/Plan.md", text: "# Plan\n"),
  ]
  private static let others = ["sub/pic one.png", "sub/map.png", "Projects/map.png"]

  /// Items as label→new text, sorted.
  private func told(_ result: JSONValue?) -> String {
    (result?["items"]?.elements ?? []).map {
      "\($0["label"]?.string ?? "?")→\($0["textEdit"]?["newText"]?.string ?? "?")"
    }.sorted().joined(separator: ", ")
  }

  private func filters(_ result: JSONValue?) -> [String] {
    (result?["items"]?.elements ?? []).map { $0["filterText"]?.string ?? $0["label"]?.string ?? "" }
  }

  private static let cases = [
    ("[x](de", "deep/→deep/"), ("[x](pi", "pic one.png→pic%20one.png)"), ("[x](./ma", "map.png→./map.png)"),
    ("[[deep/", "deep/er/b→deep/er/b]]"),
    ("[[Projects/pl", "Projects/Plan→Projects/Plan]]"), ("[[../Projects/", "../Projects/Plan→../Projects/Plan]]"),
    ("[[/sub/", "/sub/deep/er/b→/sub/deep/er/b]]"), ("[[none/", ""), ("[[pi", ""),
    ("![[pi", "pic one.png→pic one.png]]"),
    ("![[ma", "Projects/map.png→Projects/map.png]], sub/map.png→sub/map.png]]"),
    ("![[Projects/", "Projects/Plan→Projects/Plan]], Projects/map.png→Projects/map.png]]"),
    ("[[##next", "Next step→b#Next step]]"), ("[x](##next-", "#next-step→deep/er/b.md#next-step)"),
  ]

  @Test("in a folder that is attached", arguments: Self.cases + [("[x](", "all")])
  func attached(text: String, items: String) async throws {
    let session = try await FolderSession(Self.notes)
    for name in Self.others { try session.place.write("", name) }
    try await session.open("sub/a.md", text)
    let found = try await session.ask("textDocument/completion", "sub/a.md", 0, text.utf16.count)
    let all =
      "Bee→deep/er/b.md), Plan→../Projects/Plan.md), a.md→a.md), deep/→deep/, map.png→map.png), "
      + "pic one.png→pic%20one.png)"
    #expect(
      told(found) == (items == "all" ? all : items.replacing("b#Next", with: "Bee#Next")), "\(text)")
    let typed = text.drop { "!".contains($0) }.drop { "[x](".contains($0) }.lowercased()
    #expect(filters(found).allSatisfy { $0.lowercased().hasPrefix(typed) }, "\(text)")
    try await session.finish()
  }

  @Test("in a file that is yet to be saved")
  func coming() async throws {
    let session = try await FolderSession([("sub/X y.md", "# Long title\n")])
    try await session.open("new.md", "[x](")
    let found = try await session.ask("textDocument/completion", "new.md", 0, 4)
    #expect(told(found) == "Long title→sub/X%20y.md), sub/→sub/")
    try await session.finish()
  }

  @Test(
    "in one that is not",
    arguments: Self.cases + [("[x](", "a.md→a.md), deep/→deep/, map.png→map.png), pic one.png→pic%20one.png)")])
  func unattached(text: String, items: String) async throws {
    let folder = try TemporaryFolder()
    for (name, text) in Self.notes + Self.others.map({ (name: $0, text: "") }) {
      let url = URL(filePath: "\(folder.path)/\(name)")
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    let session = try await EditorSession("{}", #""rootUri":\#(quoted("file://\(folder.path)"))"#)
    let uri = "file://\(folder.path)/sub/a.md"
    session.open(uri, text)
    let position = #""position":{"line":0,"character":\#(text.utf16.count)}"#
    let found = try await session.client.request(
      "textDocument/completion", EditorSession.document(uri, position))
    #expect(told(found) == items, "\(text)")
    #expect(try await session.finish() == 0)
  }

  @Test("is no more than a hundred items at once, and says so", arguments: ["[x](", "[[p/", "![["])
  func many(typed: String) async throws {
    let session = try await FolderSession([("a.md", "")])
    for number in 0..<120 {
      try session.place.write("", "\(number).png")
      try session.place.write("", "p/\(number).txt")
    }
    try await session.open("a.md", typed)
    _ = await eventually { (try? await session.memos()) == 121 }
    let found = try await session.ask("textDocument/completion", "a.md", 0, typed.utf16.count)
    #expect(found["items"]?.elements.count == 100)
    #expect(found["isIncomplete"]?.json == "true")
    try await session.finish()
  }

  @Test(
    "behind ## are the headings of all notes, the document's own first",
    arguments: [
      ("## Own step\n[[##ste‸", "Own step→#Own step]]@1:2-7, Next step→Plan#Next step]]@1:2-7"),
      ("[[##nex‸]] on", "Next step→Plan#Next step@0:2-7"), ("[[##ex‸t|label]]", "Next step→Plan#Next step@0:2-7"),
      ("[x](##nex‸)", "#next-step→Plan#next-step@0:4-9"), ("[x](<##nex‸>)", "#next-step→Plan#next-step@0:5-10"),
      ("| a |\n|---|\n| [[##ba‸ |", "Ba|r→bar#bar]]@2:4-8, A bar→bar#A bar]]@2:4-8"),
      ("![x](##nex‸)", ""), ("[[##‸", nil),
    ])
  func headings(text: String, items: String?) async throws {
    let workspace = try await Workspace(memos: [
      ("plan", "# Plan\n\n## Next step\n"), ("bar", "# Ba|r\n\n## A bar\n"), ("here", text),
    ])
    let found = try await workspace.ask("textDocument/completion")
    let told = (found["items"]?.elements ?? []).map { item in
      let edit = item["textEdit"]
      return "\(item["label"]?.string ?? "?")→\(edit?["newText"]?.string ?? "?")@\(Workspace.range(edit?["range"]))"
    }
    if let items { #expect(told.joined(separator: ", ") == items) } else { #expect(told.count == 4, "\(told)") }
    #expect(filters(found).allSatisfy { $0.hasPrefix("##") })
  }
}
