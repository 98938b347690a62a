import MemoEngine
import MemoMarkup
import MemoModel
import MemoText
import TestDoubles
import Testing

@Suite("What links lead to")
struct LinkTests {
  /// Memos of every kind that a link can lead to.
  private func fixture(isSaved: Bool = true) async throws -> Fixture {
    let fixture = await Fixture()
    try await fixture.create("was", "Old name\n")
    _ = try await fixture.engine.flush(nil)
    await fixture.pass(1000)
    try await fixture.type("New", into: "was", at: 0..<3)
    try await fixture.create("plan", "# Plan B\n\n## Steps\n\n## Steps\n\nfirst ^one\n\n### 10:30\n")
    try await fixture.create("twin1", "Twin")
    try await fixture.create("twin2", "TWIN")
    try await fixture.create("gone", "Gone")
    try await fixture.create("alias", "---\naliases: [Other Name]\n---\nNamed\n")
    _ = try await fixture.engine.trashMemo(memoID("gone"), baseVersion: nil)
    if isSaved { _ = try await fixture.engine.flush(nil) }
    return fixture
  }

  /// Links, the memo that each leads to, and its problem.
  static let links: [(String, String?, LinkProblem?)] = [
    ("[[Plan B]]", "plan", nil), ("[[plan]]", "plan", nil), ("[[PLAN]]", "plan", nil), ("[[memo:plan]]", "plan", nil),
    ("[[ plan   b ]]", "plan", nil), ("[[plan-b]]", "plan", nil), ("[x](Plan%20B)", "plan", nil),
    ("[x](memo:plan)", "plan", nil), ("[[memo:Plan B]]", nil, .broken), ("[[Plan]]", "plan", nil),
    ("[[lan B]]", nil, .broken), ("[[other name]]", "alias", nil), ("[[Gone]]", "gone", .trashed),
    ("[[Twin]]", nil, .ambiguous([to("twin1", "Twin"), to("twin2", "TWIN")])),
    ("[[Twin#Steps]]", nil, .ambiguous([to("twin1", "Twin"), to("twin2", "TWIN")])),
    ("[[Old name]]", nil, .renamed(to("was", "New name"))), ("[[Plan B#steps]]", "plan", nil),
    ("[[Plan B#steps-1]]", "plan", nil), ("[[Plan B#steps-2]]", "plan", .fragment), ("[[Plan B#^one]]", "plan", nil),
    ("[[Plan B#10 30]]", "plan", nil), ("[[Plan B#Plan B#10 30]]", "plan", nil),
    ("[x](plan-b#steps#10%2030)", "plan", nil),
    ("[[Plan B#Here#10 30]]", "plan", .fragment), ("[[#Here#Here]]", "this", .fragment),
    ("[[Plan B#^two]]", "plan", .fragment), ("[[#Here]]", "this", nil), ("[[#There]]", "this", .fragment),
    ("[x](https://example.org/)", nil, nil), ("<https://example.org/>", nil, nil),
    ("<memo:plan>", "plan", nil), ("<memo:plan#steps>", "plan", nil), ("<memo:plan#^two>", "plan", .fragment),
    ("<memo:nobody>", nil, .broken),
    ("[x](memo:///plan/Plan%20B.md)", "plan", nil), ("[[memo://plan/x]]", "plan", nil),
    ("[x](memo:/plan)", "plan", nil), ("[x](memo:////plan)", nil, .broken), ("[x](memo:///no/Plan%20B)", nil, .broken),
  ]

  private static func to(_ id: String, _ title: String) -> LinkDestination.LeadsTo {
    LinkDestination.LeadsTo(id: memoID(id), title: title)
  }

  @Test("each kind of link leads where it should, whether its end is saved or not", arguments: [true, false])
  func links(isSaved: Bool) async throws {
    let links = await (try fixture(isSaved: isSaved)).engine.links()
    for (source, id, problem) in Self.links {
      let outline = try await links.outline(of: Rope("# Here\n\n\(source)\n"), in: memoID("this"))
      #expect(outline.links == [ResolvedLink(id: id.map(memoID), problem: problem)], "\(source)")
    }
  }

  @Test("in a text that is no memo's, a place in it leads to no memo")
  func noMemo() async throws {
    let links = await (await Fixture()).engine.links()
    let outline = try await links.outline(of: Rope("# Here\n[[#here]] [[#there]]\n"))
    #expect(outline.links == [ResolvedLink(id: nil, problem: nil), ResolvedLink(id: nil, problem: .fragment)])
  }

  @Test("names lead where links by them do, in their order")
  func destinations() async throws {
    let links = await (try fixture()).engine.links()
    let names = ["twin", "nobody", "Gone", "memo:plan"]
    let found = try await links.destinations(of: names.map { LinkTarget(naming: $0) })
    #expect(
      found == [
        .live([Self.to("twin1", "Twin"), Self.to("twin2", "TWIN")]), .none, .trashed([Self.to("gone", "Gone")]),
        .live([Self.to("plan", "Plan B")]),
      ])
  }

  @Test("a title that holds a link has no slug", arguments: [("See [[Plan B]]", false), ("See [Plan B]", true)])
  func slug(title: String, leads: Bool) async throws {
    let fixture = try await fixture()
    try await fixture.create("see", title)
    let found = try await fixture.engine.links().destinations(of: [LinkTarget(naming: "see-plan-b")])
    #expect(found == [leads ? .live([Self.to("see", title)]) : .none])
  }

  @Test("a memo that another process saves while its backlinks are read shows its links where they stand now")
  func changedMeanwhile() async throws {
    let fixture = try await fixture()
    try await fixture.create("from", "From [[plan]]")
    _ = try await fixture.engine.flush(nil)
    let other = TestStore(fixture.store.shelf)
    fixture.store.observeTexts {
      try? other.write([change("from", text: "Far [[nobody]], farther [[plan|away]]", version: 9)])
    }
    let page = try await fixture.engine.links().backlinks(of: memoID("plan"), after: nil, limit: 5)
    let memo = try #require(page.memos.first)
    #expect(memo.links.map { memo.text.string(in: $0.range) } == ["[[plan|away]]"])
  }

  @Test("links tell their headings, and problems only where these are asked for")
  func details() async throws {
    let fixture = try await fixture()
    try await fixture.create("from", "From [[Plan B#Nothing]], [[Plan B#^one]], [[nobody]] and [[Twin]]")
    let links = await fixture.engine.links()
    let back = try await links.backlinks(of: memoID("plan"), after: nil, limit: 5)
    #expect(back.memos.flatMap(\.links).map(\.fragment) == ["Nothing", "^one"])
    #expect(back.memos.flatMap(\.links).allSatisfy { $0.problem == nil })
    #expect(back.memos.map(\.listed.isSaved) == [false])
    let broken = try await links.linked(.broken, after: nil, limit: 5)
    #expect(broken.memos.flatMap(\.links).map(\.problem) == [.fragment, .broken])
    let ambiguous = try await links.linked(.ambiguous, after: nil, limit: 5)
    #expect(ambiguous.memos.flatMap(\.links).map(\.problem) == [Self.links[13].2])
    #expect(ambiguous.memos.map(\.listed.summary.preview) == [""])
  }

  @Test("a memo that links here comes with its row in lists and with its text")
  func rows() async throws {
    let fixture = try await fixture()
    try await fixture.create("from", "From\nfar [[plan]]")
    for isSaved in [false, true] {
      if isSaved { _ = try await fixture.engine.flush(nil) }
      let page = try await fixture.engine.links().backlinks(of: memoID("plan"), after: nil, limit: 5)
      let memo = try #require(page.memos.first)
      #expect(memo.listed.summary.displayTitle == "From" && memo.listed.summary.preview == "far [[plan]]")
      #expect(memo.listed.isSaved == isSaved && memo.text.string == "From\nfar [[plan]]" && page.total == 1)
    }
  }
}
