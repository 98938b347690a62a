import MemoEngine
import Testing

@testable import MemoCommands

@Suite("Links, tags and outlines at the command line")
struct LinksTests {
  private let stage = Stage()

  /// Makes memos of these ids and texts, one after the other.
  private func make(_ memos: (id: String, text: String)...) async throws {
    let engine = MemoEngine(store: stage.store)
    for (id, text) in memos {
      _ = try await engine.createMemo(id: MemoID(id), text: text, properties: JSONObject())
      _ = try await engine.flush(nil)
    }
  }

  private func make() async throws {
    try await make(
      ("food", "# Food\n## Fruit\nplums ^best\n"), ("copy", "---\ntitle: Twice\n---\n"), ("copy2", "Twice"),
      (
        "trip",
        "# Trip\n[[Food]] [[food#fruit]] [[Food#^best]]\n[[Food#Nuts]] [[Map]]\n"
          + "[[twice|both]] <https://x.org>\n[[gone]]\n"
      ),
      ("gone", "Gone"), ("alone", "Alone #a/b \u{1B}[31m"))
    #expect(await stage.run("delete", "gone") == 0)
  }

  @Test("a memo's links are told with their lines, and where they lead")
  func links() async throws {
    try await make()
    #expect(await stage.run("links", "Trip") == 0)
    #expect(
      stage.output == """
        2\t[[Food]]\tfood\tFood\t
        2\t[[food#fruit]]\tfood\tFood\t
        2\t[[Food#^best]]\tfood\tFood\t
        3\t[[Food#Nuts]]\tfood\tFood\tno such heading or block
        3\t[[Map]]\t\t\tno such memo
        4\t[[twice|both]]\tcopy copy2\tTwice, Twice\tcould mean 2 memos
        4\t<https://x.org>\t\t\t
        5\t[[gone]]\tgone\tGone\tin the trash

        """)
    #expect(await stage.run("links", "alone") == 0 && stage.output.isEmpty)
    #expect(stage.errors == "alone  Alone #a/b ␛[31m has no links\n")
  }

  @Test(
    "of all memos the links with problems are told, or those without any",
    arguments: [
      (
        "--broken",
        """
        trip\tTrip\t3\t[[Food#Nuts]]\tno such heading or block\t
        trip\tTrip\t3\t[[Map]]\tno such memo\t
        trip\tTrip\t5\t[[gone]]\tin the trash\t

        """
      ), ("--ambiguous", "trip\tTrip\t4\t[[twice|both]]\tcould mean 2 memos\tcopy copy2\n"),
    ])
  func problems(option: String, rows: String) async throws {
    try await make()
    #expect(await stage.run("links", option) == 0)
    #expect(stage.output == rows)
    #expect(await stage.run("links", option, "--format", "{id}") == 0 && stage.output == "trip\n")
  }

  @Test("an orphan has no link in or out")
  func orphans() async throws {
    try await make()
    #expect(await stage.run("links", "--orphans", "--format", "{id} {title}") == 0)
    #expect(stage.output == "alone Alone #a/b  [31m\n")
  }

  @Test(
    "options that do not go together are refused",
    arguments: [
      ["--broken", "--orphans"], ["--broken", "trip"], ["trip", "--all"], ["trip", "food"], ["--broken", "--ids"],
      ["--json", "--format", "{id}"],
    ])
  func refused(arguments: [String]) async throws {
    try await make()
    #expect(await stage.run(["links"] + arguments) == 64 && stage.output.isEmpty)
  }

  @Test("what links to a memo is told with its lines")
  func backlinks() async throws {
    try await make()
    #expect(await stage.run("backlinks", "FOOD", "--format", "{id}: {lines}") == 0)
    #expect(stage.output == "trip: [[Food]] [[food#fruit]] [[Food#^best]] … [[Food#Nuts]] [[Map]]\n")
    #expect(await stage.run("backlinks", "Food", columns: 40) == 0)
    #expect(stage.output.split(separator: "\n").map { $0.hasPrefix("    [[Food") } == [false, true, true])
    #expect(await stage.run("backlinks", "copy2", "--ids") == 0 && stage.output == "trip\n")
    #expect(await stage.run("backlinks", "trip") == 0 && stage.output.isEmpty)
    #expect(stage.errors == "no memo links to trip  Trip\n")
  }

  @Test("a line with a link is told though the title is in it, where there is no other, or the title is elsewhere")
  func titleLine() async throws {
    try await make(("head", "---\ntitle: Head\n---\nsee [[Food]]"), ("first", "To [[Food]]\nx"), ("Food", "Food"))
    #expect(await stage.run("backlinks", "Food", "--format", "{id}: {lines}") == 0)
    #expect(Set(stage.output.split(separator: "\n")) == ["head: see [[Food]]", "first: To [[Food]]"])
    #expect(await stage.run("backlinks", "Food", columns: 60) == 0)
    #expect(stage.output.split(separator: "\n").count == 3 && stage.output.contains("\n    see "))
  }

  @Test("tags are counted, the most used first, and what they are in is one, too")
  func tags() async throws {
    try await make(("one", "#a/b #c"), ("two", "---\ntags: a/b\n---\n#c"), ("three", "#C"))
    #expect(await stage.run("tags") == 0)
    #expect(stage.output == "#c\t3\n#a\t2\n#a/b\t2\n")
    #expect(await stage.run("tags", "--prefix", "#A", "--format", "{name}={memos}") == 0)
    #expect(stage.output == "a=2\na/b=2\n")
    #expect(await stage.run("tags", "-n", "1") == 0 && stage.output == "#c\t3\n")
    #expect(stage.errors == "1 of 3 tags; --all shows all\n")
    #expect(await stage.run("tags", "--prefix", "x") == 0 && stage.errors == "no tags\n")
  }

  @Test("an outline has headings and tasks in the order of the text, indented for people")
  func outline() async throws {
    try await make(("plan", "- [ ] first\n## *Top*\n- [x] done\n\n### Low\n- [ ] milk\n## Next\n"))
    #expect(await stage.run("outline", "plan") == 0)
    #expect(
      stage.output == """
        1\ttask\t0\tfirst
        2\theading\t2\tTop
        3\tdone\t2\tdone
        5\theading\t3\tLow
        6\ttask\t3\tmilk
        7\theading\t2\tNext

        """)
    #expect(await stage.run("outline", "plan", columns: 40) == 0)
    #expect(stage.output == "1  [ ] first\n2  Top\n3    [x] done\n5    Low\n6      [ ] milk\n7  Next\n")
    #expect(await stage.run("outline", "plan", "--tasks", "--format", "{line}") == 0 && stage.output == "1\n3\n6\n")
  }
}
