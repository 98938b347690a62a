import MemoEngine
import MemoModel
import MemoText
import TestDoubles
import Testing

/// Gives a memo's file this name, as the process that keeps the folder does.
func file(_ id: String, _ path: String, in fixture: Fixture, follows: Bool = false) throws {
  let row = FileRow(
    path: path, id: memoID(id), revision: 0, size: 0, modified: 0, changed: 0, inode: 0, born: 0, hash: 0,
    followsTitle: follows)
  try TestStore(fixture.store.shelf).note([row], forgetting: [])
}

@Suite("Memos that are files of a folder that another process keeps")
struct FiledMemoTests {
  private func listed(_ fixture: Fixture) async throws -> [String] {
    try await fixture.engine.list().page(.newest).memos.map(\.summary.displayTitle)
  }

  @Test("an open memo is called as its file is, saved or not, and who shows it is told")
  func open() async throws {
    let fixture = await Fixture()
    try await fixture.create("m", "milk\n")
    _ = try await fixture.engine.flush(nil)
    await fixture.engine.pullExternalChanges()
    try file("m", "a/Shop.md", in: fixture)
    await fixture.engine.pullExternalChanges()
    #expect(try await fixture.engine.memo(memoID("m")).displayTitle == "Shop")
    #expect(fixture.events.others == ["changed m 1 1"])
    try await fixture.type("fresh ", into: "m")
    #expect(try await listed(fixture) == ["Shop"])
    let page = try await fixture.engine.links().complete(.link, query: "shop", in: nil, limit: 9)
    #expect(page.items.map(\.label) == ["Shop"])
    try file("m", "a/Mall.md", in: fixture)
    await fixture.engine.pullExternalChanges()
    #expect(try await listed(fixture) == ["Mall"])
    try await fixture.type("# Said\n", into: "m")
    #expect(try await listed(fixture) == ["Said"])
    let outline = try await fixture.engine.links().outline(of: Rope("milk"), in: memoID("m"))
    #expect(outline.title == "Mall")
    _ = try await fixture.engine.flush(nil)
    #expect(try await listed(fixture) == ["Said"])
  }

  @Test(
    "a name without extension leads to the Markdown file of several, wherever it lies", arguments: [true, false],
    [
      ("[[t]]", ["m"]), ("[[t.txt]]", ["x"]), ("[[d/u]]", ["v", "w"]), ("[[u]]", ["v", "w"]), ("[[../t]]", ["m"]),
      ("[x](t)", ["m"]), ("[[n]]", ["n"]),
    ])
  func markdown(isSaved: Bool, link: (source: String, ids: [String])) async throws {
    let fixture = await Fixture()
    let paths = [
      "m": "t.MD", "x": "t.txt", "v": "d/u.md", "w": "d/u.markdown", "y": "d/u.txt", "n": "d/n.txt", "o": "d/o.md",
    ]
    for (id, path) in paths.sorted(by: { $0.key < $1.key }) {
      try await fixture.create(id, "words of \(id)\n")
      _ = try await fixture.engine.flush(nil)
      try file(id, path, in: fixture)
    }
    await fixture.engine.pullExternalChanges()
    if !isSaved { for id in paths.keys { try await fixture.type("more ", into: id) } }
    let links = await fixture.engine.links()
    let found = try await links.outline(of: Rope(link.source), in: memoID("o")).links[0]
    if link.ids.count == 1 {
      #expect(found == ResolvedLink(id: memoID(link.ids[0]), problem: nil))
    } else if case .ambiguous(let several)? = found.problem {
      #expect(several.map(\.id) == link.ids.map(memoID))
    } else {
      Issue.record("\(link.source) is not ambiguous")
    }
  }

  @Test("a file that was moved just before its memo was saved, or is changed elsewhere, is told as well")
  func moved() async throws {
    let fixture = await Fixture()
    let other = await Fixture(on: fixture.store.shelf)
    try await fixture.create("m", "milk\n")
    _ = try await fixture.engine.flush(nil)
    await fixture.engine.pullExternalChanges()
    try await fixture.type("fresh ", into: "m")
    try file("m", "One.md", in: fixture)
    _ = try await fixture.engine.flush(nil)
    await fixture.engine.pullExternalChanges()
    #expect(try await fixture.engine.memo(memoID("m")).displayTitle == "One")
    #expect(fixture.events.others == ["changed m 2 2"])
    for (path, isSaved) in [("Two.md", true), ("Three.md", false)] {
      if !isSaved { try await fixture.type("more ", into: "m") }
      try await other.type("x", into: "m")
      _ = try await other.engine.flush(nil)
      try file("m", path, in: fixture)
      let told = fixture.events.others.count
      await fixture.engine.pullExternalChanges()
      let version = try await fixture.engine.memo(memoID("m")).metadata.version
      #expect(fixture.events.others.dropFirst(told).contains("changed m \(version) \(version)"))
      _ = try await fixture.engine.flush(nil)
      await other.engine.pullExternalChanges()
    }
  }

  @Test("a memo that nobody has open is told once, by the version that it keeps")
  func closed() async throws {
    let fixture = await Fixture()
    let other = await Fixture(on: fixture.store.shelf)
    try await other.create("m", "milk\n")
    _ = try await other.engine.flush(nil)
    try await fixture.engine.prepareToRead()
    try file("m", "Shop.md", in: fixture)
    await fixture.engine.pullExternalChanges()
    await fixture.engine.pullExternalChanges()
    #expect(fixture.events.others == ["changed m 1 1"])
    try await other.type("x", into: "m")
    _ = try await other.engine.flush(nil)
    await fixture.engine.pullExternalChanges()
    #expect(fixture.events.others == ["changed m 1 1", "changed m 1 2"])
    #expect(try await listed(fixture) == ["Shop"])
  }

  @Test("a memo that is called as its file is renamed with the file, and links by path with it, each as it was written")
  func renamed() async throws {
    let fixture = await Fixture()
    let links =
      "[[Old]] [[old|x]] [[a/Old]] [[a/Old.md#h]] [y](../a/Old.md#h) [z](/a/Old) [[a/old%2emd]] ![[Old]] [[m]]"
    for (id, text) in [("m", "words [[#h]] [[Old#h]]\n# h"), ("l", links), ("o", "[[Older]] [[x/Old]] Old")] {
      try await fixture.create(id, text)
    }
    _ = try await fixture.engine.flush(nil)
    try file("m", "a/Old.md", in: fixture)
    try file("l", "b/Links.md", in: fixture)
    await fixture.engine.pullExternalChanges()
    let result = try await fixture.engine.rename(.memo(memoID("m"), title: "New name", baseVersion: nil))
    #expect(result.memos == 2 && result.edits == 10)
    #expect(try fixture.store.wantedPaths() == [memoID("m"): "a/New name.md"])
    let linking = try await fixture.engine.memo(memoID("l"))
    #expect(
      linking.text.string
        == "[[New name]] [[New name|x]] [[a/New name]] [[a/New name.md#h]] [y](../a/New%20name.md#h) "
        + "[z](/a/New%20name) [[a/New%20name]] ![[New name]] [[m]]")
    let memo = try await fixture.engine.memo(memoID("m"))
    #expect(memo.displayTitle == "New name" && memo.text.string == "words [[#h]] [[New name#h]]\n# h")
    let outline = try await fixture.engine.links().outline(of: linking.text, in: memoID("l"))
    #expect(outline.links.allSatisfy { $0.id == memoID("m") && $0.problem == nil })
    #expect(fixture.events.others.contains("changed m 1 1"))
  }

  @Test("a name that no file system takes, or that is taken, is refused; a heading's title leaves the file's name")
  func refused() async throws {
    let fixture = await Fixture()
    for (id, text) in [("m", "words"), ("t", "words"), ("h", "# Said\n[[File]] [[Said]]")] {
      try await fixture.create(id, text)
    }
    _ = try await fixture.engine.flush(nil)
    for (id, path) in [("m", "a/Old.md"), ("t", "b/Taken.md"), ("h", "File.md")] { try file(id, path, in: fixture) }
    await fixture.engine.pullExternalChanges()
    for title in ["a/b", "a:b", ".a", "a.", "con", String(repeating: "x", count: 300)] {
      await #expect(throws: EngineError.self) {
        try await fixture.engine.rename(.memo(memoID("m"), title: title, baseVersion: nil))
      }
    }
    await #expect(throws: EngineError.self) {
      try await fixture.engine.rename(.memo(memoID("m"), title: "taken", baseVersion: nil))
    }
    #expect(try fixture.store.wantedPaths().isEmpty)
    _ = try await fixture.engine.rename(.memo(memoID("h"), title: "Other", baseVersion: nil))
    #expect(try await fixture.engine.memo(memoID("h")).text.string == "# Other\n[[File]] [[Other]]")
    #expect(try fixture.store.wantedPaths().isEmpty)
    // A name that differs in case alone is not taken.
    _ = try await fixture.engine.rename(.memo(memoID("m"), title: "OLD", baseVersion: nil))
    #expect(try fixture.store.wantedPaths() == [memoID("m"): "a/OLD.md"])
  }

  @Test("a day's memo is found by its file's name, whatever it is titled")
  func daily() async throws {
    let fixture = await Fixture()
    try await fixture.create("m", "# Sunday")
    _ = try await fixture.engine.flush(nil)
    try file("m", "Daily/2026-11-22.md", in: fixture)
    await fixture.engine.pullExternalChanges()
    #expect(try await fixture.engine.daily(CalendarDay("2026-11-22")).metadata.id == memoID("m"))
    #expect(try await fixture.engine.daily(CalendarDay("2026-11-23")).metadata.id == memoID("daily-2026-11-23"))
  }

  @Test("while a file follows the title, the memo is called as its words say")
  func following() async throws {
    let fixture = await Fixture()
    try await fixture.create("m", "Plan: a/b")
    _ = try await fixture.engine.flush(nil)
    try file("m", "Plan a b.md", in: fixture, follows: true)
    await fixture.engine.pullExternalChanges()
    try await fixture.type("The ", into: "m")
    #expect(try await listed(fixture) == ["The Plan: a/b"])
  }
}
