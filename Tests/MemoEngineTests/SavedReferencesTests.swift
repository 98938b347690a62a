import MemoEngine
import MemoMarkup
import MemoModel
import MemoText
import TestDoubles
import TestSupport
import Testing

@Suite("What a text says is stored with it")
struct SavedReferencesTests {
  /// What was stored with each text, in order.
  private func stored(_ store: TestStore) -> [MemoReferences?] {
    store.transactions.flatMap(\.self).compactMap {
      if case .put(_, _, let references) = $0.kind { .some(references) } else { nil }
    }
  }

  private static let text = """
    ---
    aliases: [Scheme]
    tags: [trip]
    ---
    Plan B

    ## Next steps
    See [[Other  Plan#^Here|there]], [[#Next steps]] and [x](memo:m2#a%20b). #Work/home
    - [ ] pack ^packing
    """

  private static let references = MemoReferences(
    title: "Plan B", slug: "plan-b", aliases: ["Scheme"],
    links: [
      LinkReference(
        target: LinkTarget(name: "other plan", identifier: nil),
        fragment: LinkFragment(text: "^Here", form: "^here", slug: "here"), range: 65..<92),
      LinkReference(
        target: LinkTarget(name: "m2", identifier: memoID("m2"), isIdentifier: true),
        fragment: LinkFragment(text: "a b", form: "a b", slug: "a-b"), range: 114..<132),
    ],
    headings: [HeadingReference(level: 2, text: "Next steps", form: "next steps", slug: "next-steps")],
    blocks: ["packing"], tags: ["trip", "Work/home"], hasTasks: true)

  @Test("titles, aliases, links, headings, blocks, tags and tasks")
  func save() async throws {
    let fixture = await Fixture()
    try await fixture.create("m", Self.text)
    _ = try await fixture.engine.flush(nil)
    #expect(stored(fixture.store) == [Self.references])
  }

  @Test(
    "a heading is found by what it says before another is by what it is called in addresses",
    arguments: [("C", "c-1"), ("C++", "c"), ("c-1", "c-1"), ("c", "c-1"), ("D", nil), ("!", nil)])
  func anchors(words: String, anchor: String?) {
    let headings = [("C++", "c"), ("C", "c-1"), ("?", "")].map {
      HeadingReference(level: 2, text: $0, form: $0.lowercased(), slug: $1)
    }
    let references = MemoReferences(
      title: "", slug: "", aliases: [], links: [], headings: headings, blocks: [], tags: [], hasTasks: false)
    let slug = words.lowercased().filter { $0.isLetter || $0 == "-" || $0.isNumber }
    #expect(references.anchors.anchor(of: LinkFragment(text: words, form: words.lowercased(), slug: slug)) == anchor)
  }

  @Test("a save without a text says nothing of it, and one of another text says that")
  func later() async throws {
    let fixture = await Fixture()
    try await fixture.create("m", "One")
    _ = try await fixture.engine.flush(nil)
    _ = try await fixture.engine.trashMemo(memoID("m"), baseVersion: nil)
    _ = try await fixture.engine.flush(nil)
    _ = try await fixture.engine.restoreMemo(memoID("m"))
    _ = try await fixture.engine.flush(nil)
    try await fixture.type("Twenty-", into: "m")
    _ = try await fixture.engine.flush(nil)
    #expect(stored(fixture.store).map { $0?.title } == ["One", nil, nil, "Twenty-One"])
  }

  @Test("a save that failed stores what the text says by then")
  func again() async throws {
    let fixture = await Fixture()
    try await fixture.create("m", "One")
    fixture.store.failNext([StoreError(.full, "there is no room; make some")])
    await #expect(throws: EngineError.self) { try await fixture.engine.flush(nil) }
    try await fixture.type("Twenty-", into: "m")
    _ = try await fixture.engine.flush(nil)
    #expect(stored(fixture.store).map { $0?.title } == ["Twenty-One"])
  }

  @Test("a text over 4 MiB is stored without", arguments: [(4 << 20, true), (4 << 20 + 1, false)])
  func long(bytes: Int, isStored: Bool) async throws {
    let fixture = await Fixture()
    try await fixture.create("m", String(repeating: "x", count: bytes))
    _ = try await fixture.engine.flush(nil)
    #expect(stored(fixture.store).map { $0 != nil } == [isStored])
  }

  @Test("what a journal brings back is stored with it, too")
  func replay() async throws {
    let fixture = await Fixture()
    try await fixture.create("m", Self.text)
    let store = TestStore()
    _ = try Recovery.run([fixture.journal.orphan()], into: store)
    #expect(stored(store) == [Self.references])
  }

  @Test("a title that holds a link has no slug", arguments: [("See [[Plan]]", nil), ("See [Plan]", "see-plan")])
  func slug(title: String, expected: String?) async throws {
    let fixture = await Fixture()
    try await fixture.create("m", title)
    _ = try await fixture.engine.flush(nil)
    #expect(stored(fixture.store).map { $0?.slug } == [expected])
  }

  @Test("the first 1,000 tags of a text count, each once, those of its front matter first")
  func tags() async throws {
    let text = "---\ntags: [z]\n---\n" + (0..<3000).map { "#a #t\($0) " }.joined()
    let tags = MemoReferences(Outline(of: Rope(text))).tags
    #expect(tags == ["z", "a"] + (0..<998).map { "t\($0)" })
    let fixture = await Fixture()
    try await fixture.create("m", text)
    #expect(try await fixture.engine.links().tags(prefix: nil, after: nil, limit: 1).total == 1000)
    _ = try await fixture.engine.flush(nil)
    #expect(try await fixture.engine.links().tags(prefix: nil, after: nil, limit: 1).total == 1000)
  }

  @Test("what a memo is called is read from the beginning of its text as it is from all of it")
  func names() throws {
    var random = SeededGenerator(stream: 77)
    let lines = [
      "---", "aliases: [Scheme, Other]", "title: Said", "tags: a", "# Plan", "## Part", "words", "===", "#", "", "- a",
      "> a", "\u{FEFF}x", "한글", "```", "    code",
    ]
    for _ in 0..<2000 {
      let text = (0..<Int.random(in: 0...7, using: &random)).map { _ in lines.randomElement(using: &random) ?? "" }
        .joined(separator: "\n")
      for file in [nil, MemoFile(path: "a/Note.md"), MemoFile(path: "b.md", followsTitle: true)] {
        let whole = MemoReferences(Outline(of: Rope(text)), in: file)
        let names = MemoReferences(namesOf: Rope(text), in: file)
        let isSame =
          names.title == whole.title && names.slug == whole.slug && names.aliases == whole.aliases
          && names.path == whole.path
        try require(isSame, "\(text.debugDescription): \(names)")
      }
    }
  }
}
