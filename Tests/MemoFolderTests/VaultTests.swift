import MemoEngine
import MemoModel
import TestDoubles
import TestSupport
import Testing

@testable import MemoFolder

@Suite("Folders as other programs keep them")
struct VaultTests {
  private let kept: KeptFolder

  init() throws { kept = try KeptFolder() }

  /// What each link of a file leads to: the path, a problem, or nothing where nothing is wrong.
  private func links(of name: String) throws -> [String] {
    let id = try #require(kept.memo(name)).metadata.id
    let said = try #require(try kept.other.references(of: [id], over: UnsavedReferences())[id])
    let found = try kept.other.destinations(of: said.links.map(\.target), over: UnsavedReferences())
    return try zip(said.links, found).map { link, destination in
      switch destination {
      case .none: link.target.isFile ? "no note" : "broken"
      case .live(let memos):
        try memos.compactMap { try kept.other.files(of: [$0.id])[$0.id]?.path }.sorted().joined(separator: " or ")
      case .trashed: "trashed"
      case .renamed: "renamed"
      }
    }
  }

  private func titles() throws -> [String: String] {
    let rows = try kept.other.fileRows()
    let said = try kept.other.references(of: rows.map(\.id), over: UnsavedReferences())
    return Dictionary(rows.map { ($0.path, said[$0.id]?.title ?? "") }) { first, _ in first }
  }

  @Test("a vault of Obsidian's: names are titles, and links lead by name, by path and by alias")
  func obsidian() throws {
    for (path, text) in [
      "Home.md":
        "[[Ideas]] [[Projects/Plan|the plan]] [[plan]] ![[photo.png]] [[Boss]] [[Nowhere]] [p](Projects/Plan.md)",
      "Ideas.md": "a line that is no title", "Projects/Plan.md": "## Part\n[[Ideas#x]] [[Home]] [[../Ideas]] [[Notes]]",
      "Projects/Notes.md": "own", "Archive/Notes.md": "[[Notes]] [[Projects/Notes]] [[/Ideas]]",
      "People/Ann.md": "---\naliases: [Boss]\n---\n[[Notes]]", ".obsidian/app.json": "{}", "photo.png": "picture",
    ] { try kept.write(text, path) }
    try kept.reconcile()
    #expect(
      try titles() == [
        "Home.md": "Home", "Ideas.md": "Ideas", "Projects/Plan.md": "Plan", "Projects/Notes.md": "Notes",
        "Archive/Notes.md": "Notes", "People/Ann.md": "Ann",
      ])
    #expect(
      try links(of: "Home.md") == [
        "Ideas.md", "Projects/Plan.md", "Projects/Plan.md", "no note", "People/Ann.md", "broken", "Projects/Plan.md",
      ])
    #expect(try links(of: "Projects/Plan.md") == ["Ideas.md", "Home.md", "Ideas.md", "Projects/Notes.md"])
    #expect(try links(of: "Archive/Notes.md") == ["Archive/Notes.md", "Projects/Notes.md", "Ideas.md"])
    #expect(try links(of: "People/Ann.md") == ["Archive/Notes.md or Projects/Notes.md"])
  }

  @Test("a notebook of zk's: links lead by the number that a name begins with, and by the path without extension")
  func zk() throws {
    for (path, text) in [
      "202611221530 First.md": "# First note\n[[202611221600]] [second](log/202611221600-second)",
      "log/202611221600-second.md": "# Second\n[[202611221530]] [[202611221530 First]] [[First note]] [[20261122]]",
    ] { try kept.write(text, path) }
    try kept.reconcile()
    #expect(
      try titles() == ["202611221530 First.md": "First note", "log/202611221600-second.md": "Second"])
    #expect(try links(of: "202611221530 First.md") == ["log/202611221600-second.md", "log/202611221600-second.md"])
    let first = "202611221530 First.md"
    #expect(try links(of: "log/202611221600-second.md") == [first, first, first, "broken"])
  }

  @Test("a site of Jekyll's: front matter says the title, and Markdown links lead by relative paths")
  func jekyll() throws {
    for (path, text) in [
      "index.md": "---\ntitle: Welcome\n---\n[post](_posts/2026-11-22-hello-world.md#intro) ![x](assets/a%20b.png)",
      "_posts/2026-11-22-hello-world.md":
        "---\ntitle: \"Hello: world\"\n---\n[home](../index.md) [about](../a%20bout.md)",
      "a bout.md": "[here](./index.md) [out](../index.md) <https://example.org/index.md>",
    ] { try kept.write(text, path) }
    try kept.reconcile()
    #expect(
      try titles() == [
        "index.md": "Welcome", "_posts/2026-11-22-hello-world.md": "Hello: world", "a bout.md": "a bout",
      ])
    #expect(try links(of: "index.md") == ["_posts/2026-11-22-hello-world.md", "no note"])
    #expect(try links(of: "_posts/2026-11-22-hello-world.md") == ["index.md", "a bout.md"])
    #expect(try links(of: "a bout.md") == ["index.md", "broken"])
  }
}
