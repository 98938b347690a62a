import JSON
import SessionSupport
import TestSupport
import Testing

@Suite("What may be typed next", .timeLimit(.minutes(10)))
struct CompletionTests {
  private static let memos = [
    ("plan", "# Plan\n\n## Next step\nwords ^b1\n\n#work/deep\n"), ("pl2", "# Plane tickets\n"), ("k", "# 계획\n"),
    ("x", "---\naliases: [Packing]\n---\n# To pack\n"),
  ]

  /// Items as label→new text@range.
  private func told(_ result: JSONValue) -> String {
    (result["items"]?.elements ?? []).map { item in
      let edit = item["textEdit"]
      return "\(item["label"]?.string ?? "?")→\(edit?["newText"]?.string ?? "?")@\(Workspace.range(edit?["range"]))"
    }.joined(separator: ", ")
  }

  @Test("is no more than a hundred items at once, whatever is completed", arguments: ["[", "[^", "[[Not", "#tag"])
  func many(typed: String) async throws {
    let lines = (0..<300).map { "[label\($0)]: u\n[^n\($0)]: x\n#tag\($0)\n" }.joined(separator: "\n")
    let notes = (0..<300).map { (name: "Note \($0).md", text: "x\n") }
    let workspace = try await Workspace(files: notes + [("here.md", lines + "\n" + typed + "‸")])
    let found = try await workspace.ask("textDocument/completion")
    #expect(found["items"]?.elements.count == 100)
    #expect(found["isIncomplete"]?.json == "true")
  }

  @Test(
    "takes the place of what was typed and of what follows it",
    arguments: [
      ("[[Pla‸", "Plan→Plan]]@0:2-5, Plane tickets→Plane tickets]]@0:2-5"),
      ("[[Plan‸]] on", "Plan→Plan@0:2-6, Plane tickets→Plane tickets@0:2-6"),
      ("[[Pl‸an|label]]", "Plan→Plan@0:2-6, Plane tickets→Plane tickets@0:2-6"),
      ("[[Plan‸] x", "Plan→Plan]@0:2-6, Plane tickets→Plane tickets]@0:2-6"),
      ("[[Plan‸ more words", "Plan→Plan]]@0:2-6, Plane tickets→Plane tickets]]@0:2-6"),
      ("[[plan#‸", "Plan→Plan]]@0:7-7, Next step→Next step]]@0:7-7"),
      ("[[plan#nex‸]]", "Next step→Next step@0:7-10"), ("[[plan#^‸]]", "b1→b1@0:8-8"),
      ("[x](Plane‸)", "Plane tickets→Plane%20tickets@0:4-9"), ("#wo‸", "work→work@0:1-3, work/deep→work/deep@0:1-3"),
      ("---\ntags: [wo‸]\n---\n", "work→work@1:7-9, work/deep→work/deep@1:7-9"),
      ("---\ntags:\n  - wo‸\n---\n", "work→work@2:4-6, work/deep→work/deep@2:4-6"),
      ("---\ntags:‸\n---\n#work", "work→ work@1:5-5, work/deep→ work/deep@1:5-5"),
      ("---\ntags:wo‸\n---\n", "work→ work@1:5-7, work/deep→ work/deep@1:5-7"),
      ("---\ntags: [a]‸\n---\n", ""), ("---\ntags:‸ [a]\n---\n", ""), ("---\nta‸gs: [a]\n---\n", "tags→tags@1:0-4"),
      ("---\nal‸\n---\n", "aliases→aliases: @1:0-2"), ("[[pack‸", "Packing→Packing]]@0:2-6"),
      ("[a][‸\n\n[lab]: u", "lab→lab]@0:4-4"), ("a[^‸]\n\n[^n]: note", "n→n@0:3-3"), ("plain ‸", ""), ("`[[Pla‸`", ""),
      ("a#wo‸", ""), ("[[Plan]] ‸", ""),
    ])
  func items(text: String, items: String) async throws {
    let workspace = try await Workspace(memos: Self.memos + [("here", text)])
    let found = told(try await workspace.ask("textDocument/completion"))
    #expect(found == items, "\(text.debugDescription)")
  }

  @Test(
    "is found by Hangul as it is typed: by letters of a syllable, and by initial consonants",
    arguments: [("[[ㄱㅎ‸", "ㄱㅎ"), ("[[계‸", nil), ("[[계ㅎ‸", "계ㅎ"), ("[[곟‸", "곟"), ("[[ㄱ‸", "ㄱㅎ")])
  func hangul(text: String, filter: String?) async throws {
    let workspace = try await Workspace(memos: Self.memos + [("here", text)])
    let result = try await workspace.ask("textDocument/completion")
    let item = result["items"]?.elements.first { $0["label"]?.string == "계획" }
    #expect(item != nil, "\(text): \(result.json)")
    #expect(item?["filterText"]?.string == filter)
    #expect(result["isIncomplete"]?.json == "true")
  }

  @Test("finds other names by Hangul, too", arguments: ["[[초‸", "[[초로‸", "[[ㅊㄹ‸"])
  func hangulAliases(text: String) async throws {
    let workspace = try await Workspace(memos: [("k", "---\naliases: [초록빛]\n---\n# 파란빛\n"), ("here", text)])
    let result = try await workspace.ask("textDocument/completion")
    #expect(result["items"]?.elements.map { $0["label"]?.string } == ["초록빛"], "\(text)")
  }

  @Test(
    "finds headings by Hangul, too",
    arguments: [("[[계획#ㅈㅂ‸", "ㅈㅂ"), ("[[계획#주‸", "주"), ("[[계획#준ㅂ‸", "준ㅂ"), ("[[#ㅈㅂ‸\n## 준비", "ㅈㅂ")])
  func hangulHeadings(text: String, filter: String?) async throws {
    let workspace = try await Workspace(memos: [("k", "# 계획\n\n## 준비\n"), ("here", text)])
    let result = try await workspace.ask("textDocument/completion")
    let item = result["items"]?.elements.first { $0["label"]?.string == "준비" }
    #expect(item != nil, "\(text): \(result.json)")
    #expect(item?["filterText"]?.string == filter, "\(text)")
  }

  @Test(
    "is found by what stands between the edit's beginning and the cursor",
    arguments: [
      ("[[k#계‸", "계획", nil), ("[[plan#nex‸", "Next step", nil), ("[[plan#^b‸", "b1", nil), ("[x](계‸", "계획", nil),
      ("[x](%EA%B3%84‸", "계획", "%EA%B3%84%ED%9A%8D"), ("[x](plan#next‸", "Next step", nil), ("[[pack‸", "Packing", nil),
    ])
  func filters(text: String, label: String, filter: String?) async throws {
    let workspace = try await Workspace(memos: Self.memos + [("here", text)])
    let result = try await workspace.ask("textDocument/completion")
    let item = result["items"]?.elements.first { $0["label"]?.string == label }
    #expect(item != nil, "\(text): \(result.json)")
    #expect(item?["filterText"]?.string == filter, "\(text)")
  }

  @Test(
    "beside a file is found so, too",
    arguments: [
      ("# Next step\n[x](#next-‸", "next-step"), ("# Next step\n[x](#next‸", "Next step"),
      ("[x](%ED%95%9C‸", "%ED%95%9C%EA%B8%80.md"),
      ("[x](한‸", nil),
    ])
  func fileFilters(text: String, filter: String?) async throws {
    let workspace = try await Workspace(files: [("%ED%95%9C%EA%B8%80.md", "# 한\n"), ("here.md", text)])
    let result = try await workspace.ask("textDocument/completion")
    #expect(result["items"]?.elements.count == 1, "\(text): \(result.json)")
    #expect(result["items"]?.elements.first?["filterText"]?.string == filter, "\(text)")
  }

  @Test(
    "beside a file comes with what begins so before what has it elsewhere",
    arguments: [("[[#he‸\n# Other\n## Heading", "Heading, Other"), ("[[o‸", "other, zone"), ("#o‸ #zo #of", "of, zo")])
  func order(text: String, labels: String) async throws {
    let workspace = try await Workspace(files: [("zone.md", ""), ("other.md", ""), ("here.md", text)])
    let items = try await workspace.ask("textDocument/completion")["items"]?.elements ?? []
    #expect(items.compactMap { $0["label"]?.string }.joined(separator: ", ") == labels)
  }

  @Test("is filtered first and then cut, and says so")
  func cut() async throws {
    let many = (0..<150).map { ("m\($0)", "# Note \($0)\n") } + [("last", "# Zebra\n")]
    let workspace = try await Workspace(memos: [("here", "[[zeb‸")])
    _ = workspace
    let session = try await MemoSession(holding: many)
    try await session.open("new", "[[")
    func ask(_ character: Int) async throws -> JSONValue {
      let position = #""position":{"line":0,"character":\#(character)}"#
      return try await session.client.request(
        "textDocument/completion", EditorSession.document(MemoSession.uri("new"), position))
    }
    let all = try await ask(2)
    #expect(all["items"]?.elements.count == 100)
    #expect(all["isIncomplete"]?.json == "true")
    session.editor.change(MemoSession.uri("new"), #"{"text":"[[zeb"}"#)
    let few = try await ask(5)
    #expect(few["items"]?.elements.compactMap { $0["label"]?.string } == ["Zebra"])
    #expect(few["isIncomplete"]?.json == "false")
  }

  @Test(
    "behind # is a tag that can stand there, in the front matter any",
    arguments: [
      ("#two‸", "twofold→twofold@0:1-4"), ("#20‸", ""), ("#ㄷ‸", "두루→두루@0:1-2"),
      ("---\ntags: [two‸]\n---\n", "two words→two words@1:7-10, twofold→twofold@1:7-10"),
    ])
  func tagsOfTexts(text: String, items: String) async throws {
    let tagged = "---\ntags: [two words, twofold, 2026, 두 낱말, 두루]\n---\n"
    let workspace = try await Workspace(memos: [("tagged", tagged), ("here", text)])
    #expect(told(try await workspace.ask("textDocument/completion")) == items, "\(text)")
  }

  @Test("names an ambiguous memo by its identifier")
  func ambiguous() async throws {
    let workspace = try await Workspace(memos: [("a", "# Twin\n"), ("b", "# Twin\n"), ("here", "[[Twin‸")])
    let items = try await workspace.ask("textDocument/completion")["items"]?.elements ?? []
    #expect(Set(items.compactMap { $0["textEdit"]?["newText"]?.string }) == ["a|Twin]]", "b|Twin]]"])
  }

  @Test(
    "in one of several memos of a name is written with what tells that from the others",
    arguments: [
      ("[[Twin#on‸", "One→a#One]]@0:2-9, One→b#One]]@0:2-9", "Twin#One"),
      ("[[twin#^b‸x]]", "b1→a#^b1@0:2-10, b1→b#^b1@0:2-10", "twin#^b1"),
    ])
  func twins(text: String, items: String, filter: String) async throws {
    let twin = "# Twin\n\n## One\nwords ^b1\n"
    let workspace = try await Workspace(memos: [("a", twin), ("b", twin), ("here", text)])
    let found = try await workspace.ask("textDocument/completion")
    #expect(told(found) == items)
    #expect(found["items"]?.elements.allSatisfy { $0["filterText"]?.string == filter } == true)
  }

  @Test("is resolved with the beginning of what it means")
  func resolved() async throws {
    let workspace = try await Workspace(memos: Self.memos + [("here", "[[Plane‸")])
    let item = try await workspace.ask("textDocument/completion")["items"]?.elements.first
    let resolved = try await workspace.session.client.request("completionItem/resolve", item?.json)
    #expect(resolved["documentation"]?["value"]?.string == "# Plane tickets\n")
    #expect(resolved["label"]?.string == "Plane tickets")
  }

  @Test(
    "beside a file are the files that are open, and what is in them",
    arguments: [
      ("[x](‸", "sub/a b.md→sub/a%20b.md)@0:4-4"), ("[x](sub/a%20b.md#‸)", "#h-i→h-i@0:17-17"),
      ("[[a‸", "a b→a b]]@0:2-3"), ("#t‸", "tag→tag@0:1-2"), ("# Own\n[x](#‸)", "#own→own@1:5-5"),
      ("[x](#‸)\n\n<p id=\"spot\">", "#spot→spot@0:5-5"), ("![x](#‸)\n# Own", ""), ("<img src=\"#‸\n# Own", ""),
      ("# Own\n[x](‸", "sub/a b.md→sub/a%20b.md)@1:4-4, #own→#own)@1:4-4"),
      ("<a href=\"su‸", "sub/a b.md→sub/a%20b.md\"@0:9-11"), ("# Own\n\n<a href='#‸'>", "#own→own@2:10-10"),
      ("<a href=\"x\" su‸", ""), ("[x](<su‸", "sub/a b.md→sub/a%20b.md>)@0:5-7"),
      ("[x](<su‸b>)", "sub/a b.md→sub/a%20b.md@0:5-8"), ("[a]: <su‸", "sub/a b.md→sub/a%20b.md>@0:6-8"),
      ("[a]: <sub/a ‸b.md>", "a b.md→sub/a%20b.md@0:6-16"),
    ])
  func files(text: String, items: String) async throws {
    let workspace = try await Workspace(files: [("sub/a%20b.md", "# H i\n#tag\n"), ("here.md", text)])
    #expect(told(try await workspace.ask("textDocument/completion")) == items, "\(text)")
  }

  @Test("beside a file are the tags of other files' front matter, too")
  func headerTags() async throws {
    let workspace = try await Workspace(files: [("a.md", "---\ntags: [todo]\n---\n"), ("here.md", "#to‸")])
    #expect(told(try await workspace.ask("textDocument/completion")) == "todo→todo@0:1-3")
  }

  @Test(
    "beside a file leads there, whatever marks are in names",
    arguments: [
      ("c%23.md", "[[c‸", "c#→c%23]]@0:2-3"), ("a%7Cb.md", "[[a‸", "a|b→a%7Cb]]@0:2-3"),
      ("a%20(b.md", "[x](a‸", "a (b.md→a%20%28b.md)@0:4-5"),
      ("memo%3Afoo.md", "[x](memo‸", "./memo:foo.md→./memo:foo.md)@0:4-8"),
      ("%26amp;.md", "[x](‸", "&amp;.md→%26amp;.md)@0:4-4"),
      ("b.md", "[[#‸\n# See \\<http://x\\>", "See <http://x>→see-httpx]]@0:3-3"),
      ("b.md", "[[#‸\n# Foo\n# Foo\n# A|b", "Foo→Foo]]@0:3-3, Foo→foo-1]]@0:3-3, A|b→ab]]@0:3-3"),
      ("b.md", "[x](#‸\n# Foo\n# Foo", "#foo→foo)@0:5-5, #foo-1→foo-1)@0:5-5"),
    ])
  func marks(name: String, text: String, items: String) async throws {
    let workspace = try await Workspace(files: [(name, ""), ("here.md", text)])
    #expect(told(try await workspace.ask("textDocument/completion")) == items, "\(text)")
  }
}
