import MemoEngine
import MemoModel
import TestDoubles
import Testing

@Suite("Which name a renaming means")
struct RenamedNamesTests {
  private func memos(_ texts: [String: String], after renaming: Renaming) async throws -> [String: String] {
    let fixture = await Fixture()
    for (id, text) in texts.sorted(by: { $0.key < $1.key }) { try await fixture.create(id, text) }
    _ = try await fixture.engine.rename(renaming)
    var renamed: [String: String] = [:]
    for id in texts.keys { renamed[id] = fixture.store.text(memoID(id)) }
    return renamed
  }

  private func heading(_ heading: String, to name: String) -> Renaming {
    .heading(memoID("a"), heading: heading, to: name, baseVersion: nil)
  }

  private func title(_ title: String) -> Renaming { .memo(memoID("a"), title: title, baseVersion: nil) }

  @Test("a heading is meant by its words before another is by its slug")
  func words() async throws {
    let renamed = try await memos(
      ["a": "# Plan\n## a b\n## A-B\n[[#A-B]] [[#a b]]", "b": "[[Plan#a-b]]"], after: heading("A-B", to: "C"))
    #expect(renamed == ["a": "# Plan\n## a b\n## C\n[[#C]] [[#a b]]", "b": "[[Plan#C]]"])
  }

  @Test("a link by a heading's words without their marks, or behind those above it, goes on to lead there")
  func paths() async throws {
    let texts = [
      "a": "# Plan\n## Day 1\n### At: 10:30\n## Day 2\n### At: 10:30\n[[#Day 1#At 10 30]] [[#Day 2#at 10 30]]",
      "b": "[[Plan#At 10 30]] [[Plan#Plan#Day 2#At: 10:30|l]] [x](Plan#Day%202#At%2010%2030)",
    ]
    let above = try await memos(texts, after: heading("Day 2", to: "Last day"))
    #expect(
      above == [
        "a": texts["a", default: ""].replacing("Day 2", with: "Last day"),
        "b": "[[Plan#At 10 30]] [[Plan#Plan#Last day#At: 10:30|l]] [x](Plan#Last%20day#At%2010%2030)",
      ])
    let end = try await memos(texts, after: heading("Day 2#At 10 30", to: "Noon"))
    #expect(
      end == [
        "a": "# Plan\n## Day 1\n### At: 10:30\n## Day 2\n### Noon\n[[#Day 1#At 10 30]] [[#Day 2#Noon]]",
        "b": "[[Plan#At 10 30]] [[Plan#Plan#Day 2#Noon|l]] [x](Plan#Day%202#Noon)",
      ])
  }

  @Test("a link into the memo that it stands in is about that memo")
  func own() async throws {
    let renamed = try await memos(
      ["a": "# Plan\n## Goals", "b": "[[Plan#Goals]] [[#Goals]]\n## Goals"], after: heading("Goals", to: "Aims"))
    #expect(renamed == ["a": "# Plan\n## Aims", "b": "[[Plan#Aims]] [[#Goals]]\n## Goals"])
  }

  @Test("a title or a heading is meant without the tags and the block name at its end, which stay")
  func tails() async throws {
    let text = "# Plan ^p\n## Log #work ^l\n[[#log-work]]"
    #expect(try await memos(["a": text], after: title("Plan"))["a"] == text)
    #expect(try await memos(["a": text], after: title("Trip"))["a"] == "# Trip ^p" + text.dropFirst(9))
    let renamed = try await memos(["a": text], after: heading("log", to: "Diary"))
    #expect(renamed == ["a": "# Plan ^p\n## Diary #work ^l\n[[#diary-work]]"])
  }

  @Test(
    "a line is refused that is more than a title, and one that begins a header that can't be read",
    arguments: [
      ("# Meet [[Bob]] #work", "lineIsMore"), ("- item", "lineIsMore"),
      ("---\ntitle: Trip: Japan\ntags: [travel]\n---\n\nTokyo\n", "headerUnwritable"),
    ])
  func more(text: String, problem: String) async throws {
    let error = await #expect(throws: EngineError.self) { try await memos(["a": text], after: title("New")) }
    #expect("\(String(describing: error))".contains(problem))
  }

  @Test("a link by a slug leads by the words of what has none")
  func slugless() async throws {
    let renamed = try await memos(["a": "# Plan\n## Part\n[x](#part)"], after: heading("Part", to: "!!!"))
    #expect(renamed == ["a": "# Plan\n## !!!\n[x](#!!!)"])
  }

  @Test("a link by a slug that another memo is called by leads by the title")
  func slugTaken() async throws {
    let renamed = try await memos(["a": "Old One", "b": "[[old-one]]", "c": "new-one"], after: title("New One"))
    #expect(renamed["b"] == "[[New One]]")
  }

  @Test("a heading with a link in it is called by the link's new words, also where it is linked to")
  func linkingHeading() async throws {
    let texts = [
      "a": "# Old One\n## See [[Old One]]\n[x](#see-old-one)",
      "b": "Doc\n\n## See [[Old One]]\n[x](#see-old-one) [[#See Old One]]",
      "c": "[[Doc#See Old One]] [[old-one#see-old-one]]", "d": "[[Doc#See Old One|x]]", "e": "[[#See Old One]]",
    ]
    let renamed = try await memos(texts, after: title("New One"))
    let expected = texts.mapValues { $0.replacing("Old One", with: "New One").replacing("old-one", with: "new-one") }
    #expect(renamed == expected.merging(["e": "[[#See Old One]]"]) { $1 })
  }

  @Test("a heading that holds a link to such a heading is renamed, too, and so is one that holds one to that")
  func headingsInARow() async throws {
    let texts = [
      "a": "One\n\n## Old", "b": "Two\n\n## B [[One#Old]]", "c": "Three\n\n## C [[Two#B One#Old]]",
      "d": "Four\n\n## D [[Three#C Two#B One#Old]]", "e": "[[Four#D Three#C Two#B One#Old]]",
      "f": "[x](four#d-threec-twob-oneold)",
    ]
    let renamed = try await memos(texts, after: heading("Old", to: "New"))
    #expect(renamed == texts.mapValues { $0.replacing("Old", with: "New").replacing("oneold", with: "onenew") })
  }

  @Test("a title or a heading that holds a tag is renamed with it, also where it is linked to")
  func taggedNames() async throws {
    let texts = [
      "a": "# Plan #old", "b": "[[plan-old]] [x](<Plan %23old>) [[Plan]]",
      "c": "Heads\n\n## Sec #old\n[[#Sec #old]]", "d": "# Other\n[[Heads#Sec #old]] [[heads#sec-old]] #old",
    ]
    let renamed = try await memos(texts, after: .tag("old", to: "new"))
    #expect(renamed == texts.mapValues { $0.replacing("old", with: "new") })
  }

  @Test("a tag in another composition is another, and the longest is one")
  func tags() async throws {
    let composed = try await memos(["a": "#cafe\u{301}"], after: .tag("cafe\u{301}", to: "caf\u{E9}"))
    #expect(composed["a"].map { Array($0.utf8) } == Array("#caf\u{E9}".utf8))
    let longest = String(repeating: "x", count: KnownProperties.longestTag)
    #expect(try await memos(["a": "#old"], after: .tag("old", to: longest)) == ["a": "#\(longest)"])
  }

  @Test("a title that would be cut in a row of a table is refused")
  func rows() async throws {
    let texts = ["a": "Old", "b": "| [[Old\\|l]] |\n|---|"]
    #expect(try await memos(texts, after: title("New"))["b"] == "| [[New\\|l]] |\n|---|")
    await #expect(throws: EngineError.self) { _ = try await memos(texts, after: title("New\\")) }
  }

  @Test("a memo so long that its links are looked for later is renamed again")
  func late() async throws {
    let fixture = await Fixture()
    let words = "```\n" + String(repeating: "x", count: 4 << 20)
    try await fixture.create("a", "Old")
    try await fixture.create("b", "[[Old]]\n\(words)")
    for title in ["New", "Third"] {
      #expect(try await fixture.engine.rename(.memo(memoID("a"), title: title, baseVersion: nil)).memos == 2)
      #expect(fixture.store.text(memoID("b")) == "[[\(title)]]\n\(words)")
    }
  }
}
