import MemoEngine
import MemoModel
import TestDoubles
import Testing

@Suite("Completion")
struct CompletionTests {
  private func fixture() async throws -> Fixture {
    let fixture = await Fixture()
    try await fixture.create(
      "plan", "---\naliases: [Scheme]\n---\n# Plan\n\n## Next steps\n## Steps\n# Steps\n## C# | D\n")
    try await fixture.create("trip", "A planned trip\n\nsee ^here and\n\n- x ^there\n\n#work #work/home\n")
    try await fixture.create("airplane", "Airplane\n#work")
    try await fixture.create("twin1", "Twin\n# Left")
    try await fixture.create("twin2", "twin\n# Right")
    try await fixture.create("odd", "Odd [one] | two")
    try await fixture.create("address", "See <https://a.b>, <c> | <d@e.f>\n## \\<http://x\\>\n")
    try await fixture.create("nul", "Nu\0l <x>\n")
    try await fixture.create("tagged", "a <b> <c:\n")
    try await fixture.create("heads", "Heads\n## One\n## One\n## One-1\n## Two\n## Two\n## #\n")
    try await fixture.create("scheme1", "memo:trip")
    try await fixture.create("scheme2", "memo: to Bob")
    return fixture
  }

  /// What is asked for: kind, query, memo; and what is inserted, in order.
  static let cases: [(CompletionKind, String, String?, [String])] = [
    (.link, "plan", nil, ["Plan", "A planned trip", "Airplane"]),
    (.link, "PLAN", nil, ["Plan", "A planned trip", "Airplane"]), (.link, "sch", nil, ["Scheme"]),
    (.link, "zzz", nil, []), (.link, "twin", nil, ["twin1|Twin", "twin2|twin"]),
    (.link, "odd", nil, ["odd|Odd one  two"]), (.link, "memo:", nil, ["memo: to Bob", "scheme1|memo:trip"]),
    (.link, "see", nil, ["address|See https://a.b, c  d@e.f"]), (.link, "nu", nil, ["nul|Nul x"]),
    (.link, "a <b", nil, ["a <b> <c:"]), (.heading, "h", "address", ["httpx"]),
    (.heading, "", "heads", ["One", "One-1", "Two", "two-1"]),
    (.heading, "", "plan", ["Plan", "Next steps", "Steps", "steps-1", "c--d"]),
    (.heading, "st", "plan", ["Steps", "steps-1", "Next steps"]),
    (.heading, "plan#STEPS", nil, ["plan#Steps", "plan#steps-1", "plan#Next steps"]),
    (.heading, "#st", "plan", ["#Steps", "#steps-1", "#Next steps"]), (.heading, "", nil, []),
    (.heading, "Nobody#", "plan", []), (.heading, "Scheme#nex", "trip", ["Scheme#Next steps"]),
    (.heading, "Twin#", nil, ["twin1#Left", "twin2#Right"]), (.heading, "C#", "plan", []),
    (.block, "", "trip", ["^there"]), (.block, "trip#^th", nil, ["trip#^there"]), (.block, "^TH", "trip", ["^there"]),
    (.block, "x", "trip", []), (.tag, "wo", nil, ["work", "work/home"]), (.tag, "#WORK/", nil, ["work/home"]),
    (.tag, "ork", nil, []),
  ]

  @Test("offers what fits, best first, saved or not", arguments: [false, true])
  func items(isSaved: Bool) async throws {
    let fixture = try await fixture()
    if isSaved { _ = try await fixture.engine.flush(nil) }
    let links = await fixture.engine.links()
    for (kind, query, id, expected) in Self.cases {
      let found = try await links.complete(kind, query: query, in: id.map(memoID), limit: 50)
      #expect(found.items.map(\.insert) == expected, "\(kind) \(query)")
      // "Plan" is also "Scheme", which a longer query may mean.
      let hidesNames = kind == .link && ["Plan", "Scheme"].contains(where: expected.contains)
      #expect(found.hidesNames == hidesNames, "\(kind) \(query)")
      #expect(!found.isIncomplete && !found.isIndexing)
    }
  }

  @Test("offers in a text only tags that can stand there, as many as are wanted", arguments: [false, true])
  func textTags(isSaved: Bool) async throws {
    let fixture = await Fixture()
    try await fixture.create("p", properties: #"{"tags":["two words","tw.o","twenty","2026","twist"]}"#)
    try await fixture.create("h", "---\ntags: [two words, fff000]\n---\n")
    if isSaved { _ = try await fixture.engine.flush(nil) }
    let links = await fixture.engine.links()
    for (query, limit, inText, tags, isIncomplete) in [
      ("tw", 50, false, ["two words", "tw.o", "twenty", "twist"], false), ("tw", 50, true, ["twenty", "twist"], false),
      ("tw", 1, true, ["twenty"], true), ("tw", 2, true, ["twenty", "twist"], false), ("two", 1, true, [], false),
      ("2", 50, true, [], false), ("2", 50, false, ["2026"], false), ("fff", 50, true, [], false),
    ] {
      let found = try await links.complete(.tag, query: query, in: nil, limit: limit, inText: inText)
      #expect(found.items.map(\.insert) == tags, "\(query) \(limit)")
      #expect(found.isIncomplete == isIncomplete, "\(query) \(limit)")
    }
  }

  @Test("tells where a memo has names that it does not show", arguments: [false, true])
  func otherNames(isSaved: Bool) async throws {
    let fixture = await Fixture()
    try await fixture.create("one", "Alone\n")
    try await fixture.create("al", "---\naliases: [Al]\n---\n# Alpha\n")
    if isSaved { _ = try await fixture.engine.flush(nil) }
    let links = await fixture.engine.links()
    for (query, labels, hidesNames) in [
      ("alp", ["Alpha"], true), ("al", ["Al", "Alone"], true), ("alo", ["Alone"], false),
    ] {
      let found = try await links.complete(.link, query: query, in: nil, limit: 50)
      #expect(found.items.map(\.label) == labels)
      #expect(found.hidesNames == hidesNames, "\(query)")
    }
    #expect(try await links.complete(.link, query: "", in: nil, limit: 50).hidesNames)
    #expect(try await links.complete(in: nil, limit: 9) { $0 == "alpha" }.hidesNames)
  }

  @Test("offers no headings or blocks of memos in the trash, to which no link leads")
  func trashed() async throws {
    let fixture = try await fixture()
    _ = try await fixture.engine.trashMemo(memoID("plan"), baseVersion: nil)
    let links = await fixture.engine.links()
    for kind in [CompletionKind.heading, .block] {
      #expect(try await links.complete(kind, query: "plan#", in: nil, limit: 50).items.isEmpty)
    }
  }

  @Test("says what an item is, and whether there are more")
  func details() async throws {
    let links = await (try fixture()).engine.links()
    let alias = try await links.complete(.link, query: "scheme", in: nil, limit: 1)
    #expect(alias.items == [Completion(label: "Scheme", insert: "Scheme", id: memoID("plan"), detail: "Plan")])
    let twin = try await links.complete(.link, query: "twin", in: nil, limit: 1)
    #expect(twin.items == [Completion(label: "Twin", insert: "twin1|Twin", id: memoID("twin1"), detail: nil)])
    #expect(twin.isIncomplete)
    let heading = try await links.complete(.heading, query: "steps", in: memoID("plan"), limit: 1)
    #expect(heading.items == [Completion(label: "Steps", insert: "Steps", id: memoID("plan"), detail: "##")])
    let tag = try await links.complete(.tag, query: "work", in: nil, limit: 1)
    #expect(tag.items == [Completion(label: "work", insert: "work", id: nil, detail: "2 memos")])
  }
}
