import MemoEngine
import Testing

@testable import MemoCommands

@Suite("Naming a memo")
struct MemoNameTests {
  private let stage = Stage()

  /// Makes memos of these ids and texts.
  private func make(_ memos: (id: String, text: String)...) async throws {
    let engine = MemoEngine(store: stage.store)
    for (id, text) in memos {
      _ = try await engine.createMemo(id: MemoID(id), text: text, properties: JSONObject())
    }
    _ = try await engine.flush(nil)
  }

  /// The memo that a word names; nil if that is none, or several.
  private func named(_ word: String, by command: String = "show") async -> String? {
    guard await stage.run(command, word, "--json") == 0 else { return nil }
    return stage.output.firstMatch(of: /"id":"([^"]*)"/).map { String($0.1) }
  }

  @Test(
    "a title names it, compared as links are",
    arguments: ["Shopping list", "shopping LIST", " shopping \t list ", "Einkaufsliste", "einkaufsliste"])
  func titles(word: String) async throws {
    try await make(("a", "---\naliases: Einkaufsliste\n---\n# Shopping list\nmilk"), ("b", "Shopping"))
    #expect(await named(word) == "a")
  }

  @Test("no part of a title names it", arguments: ["Shopp", "list", "Shopping lists", "milk"])
  func parts(word: String) async throws {
    try await make(("a", "# Shopping list\nmilk"))
    #expect(await named(word) == nil && stage.errors.contains("no memo has the id or the title \(word)"))
  }

  @Test("a former title names none, and it is told what the memo is called now")
  func former() async throws {
    try await make(("first", "Plan\none"))
    #expect(await stage.run("rename", "Plan", "New plan") == 0)
    #expect(await named("Plan") == nil)
    #expect(stage.errors == "memo-ls show: no memo is called Plan any more; it is called first New plan now\n")
  }

  @Test("a whole id comes before a title, and a title before a part of an id")
  func order() async throws {
    try await make(("plan", "one"), ("b", "plan"), ("c", "plan-2026"), ("plan-2026-x", "three"))
    #expect(await named("plan") == "plan")
    #expect(await named("plan-2026") == "c")
    #expect(await named("plan-2026-") == "plan-2026-x")
  }

  @Test("where a word is an alias and a part of another memo's id, both are told")
  func aliasAndPart() async throws {
    try await make(("0001-cafe", "one"), ("second", "---\naliases: [cafe, tea]\n---\n# two"), ("0003-cafe", "# Cafe"))
    #expect(await named("tea") == "second")
    #expect(await named("cafe") == "0003-cafe")
    #expect(await stage.run("delete", "0003-cafe") == 0)
    #expect(await named("cafe") == nil)
    #expect(
      stage.errors.hasSuffix(
        "cafe could mean several memos; give the id:\n  second two; 0001-cafe one; 0003-cafe Cafe\n"))
  }

  @Test("many memos of one title are told with their ids")
  func many() async throws {
    for number in 10..<30 { try await make(("memo-\(number)", "Same")) }
    #expect(await stage.run("show", "same") == 1)
    for number in 10..<30 { #expect(stage.errors.contains("memo-\(number) Same")) }
    #expect(!stage.errors.contains("…"))
  }

  @Test(
    "words of a title without quotes are told of",
    arguments: [
      ["show", "Shopping", "list"], ["append", "Shopping", "list", "milk"], ["rename", "Shopping", "list"],
    ])
  func unquoted(command: [String]) async throws {
    try await make(("a", "# Shopping list"))
    #expect(await stage.run(command) == 1)
    #expect(stage.errors.contains("these words are one title, which needs quotes: 'Shopping list'"))
  }

  @Test("an ambiguous title is told with its memos' ids, and changes nothing", arguments: ["show", "delete", "append"])
  func several(command: String) async throws {
    try await make(("first", "Plan\none"), ("second", "plan\ntwo"))
    #expect(await stage.run([command, "Plan"] + (command == "append" ? ["x"] : [])) == 1)
    #expect(stage.errors.contains("Plan could mean several memos; give the id:\n  first Plan; second plan\n"))
    #expect(await stage.run("list", "--ids") == 0 && stage.output.split(separator: "\n").count == 2)
  }

  @Test("of memos of a title those that live are meant, and restore means those in the trash")
  func trash() async throws {
    try await make(("old", "Plan\none"))
    #expect(await stage.run("delete", "Plan") == 0)
    #expect(await named("Plan") == "old")
    try await make(("new", "Plan\ntwo"))
    #expect(await named("Plan") == "new")
    #expect(await stage.run("restore", "Plan") == 0 && stage.output == "restored old  Plan\n")
  }

  @Test("what destroys for good takes no title")
  func permanent() async throws {
    try await make(("precious", "Plan"))
    #expect(await stage.run("delete", "--permanent", "--yes", "Plan") == 1)
    #expect(stage.errors.contains("Plan is no whole id, and this needs one: precious  Plan"))
    #expect(await named("precious") == "precious")
  }
}
