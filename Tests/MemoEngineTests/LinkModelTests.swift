import JSON
import MemoEngine
import MemoMarkup
import MemoModel
import MemoText
import TestDoubles
import TestSupport
import Testing

/// Two engines on one store: whatever is edited, saved, not saved, undone, trashed or destroyed, links and tags are
/// what the texts were made to say.
@Suite("Links and tags, whatever happens")
struct LinkModelTests {
  private static let ids = (0..<5).map { "m\($0)" }

  private struct World {
    var random: SeededGenerator
    let fixtures: [Fixture]
    /// What texts say, by their words.
    var texts: [String: ModelText] = [:]

    /// Changes a memo, if the other engine has no unsaved change of it: what merging does is another matter.
    mutating func step() async throws {
      let index = Int.random(in: 0..<2, using: &random)
      let (fixture, other) = (fixtures[index], fixtures[1 - index])
      let id = LinkModelTests.ids.randomElement(using: &random) ?? ""
      guard (try? await other.engine.flush(nil)) != nil else { return await other.pass(30_000) }
      await fixture.engine.pullExternalChanges()
      let engine = fixture.engine
      switch Int.random(in: 0..<16, using: &random) {
      case 0...3:
        let text = newText()
        _ = try? await engine.createMemo(id: memoID(id), text: text, properties: properties())
      case 4...7:
        guard let memo = try? await engine.memo(memoID(id)) else { return }
        let end = memo.text.lineCount - 1
        let all = TextRange(
          start: TextPosition(line: 0, character: 0), end: TextPosition(line: end, character: .max))
        let change = TextChange(range: all, text: newText())
        let patch = random.chance(30) ? properties() : nil
        _ = try? await engine.updateMemo(
          memoID(id), baseVersion: nil, changes: [change], properties: patch, encoding: .utf16)
      case 8: _ = try? await engine.trashMemo(memoID(id), baseVersion: nil)
      case 9: _ = try? await engine.restoreMemo(memoID(id))
      case 10: _ = try? await engine.destroyMemo(memoID(id), baseVersion: nil)
      case 11: _ = try? await engine.move(memoID(id), .undo, baseVersion: nil)
      case 12: _ = try? await engine.move(memoID(id), .redo, baseVersion: nil)
      case 13: fixture.store.failNext([StoreError(.full, "there is no room; make some")])
      case 14: _ = try? await engine.flush(nil)
      default: await fixture.pass(Int.random(in: 0..<3000, using: &random))
      }
    }

    private mutating func newText() -> String {
      let text = ModelText(&random)
      texts[text.words] = text
      return text.words
    }

    private mutating func properties() -> JSONObject {
      var properties = JSONObject()
      let tags = ModelTag.all.shuffled(using: &random).prefix(Int.random(in: 0...2, using: &random))
      properties["tags"] = .array(tags.map { .string($0.text) })
      return properties
    }

    /// All memos as an engine has them.
    func world(of engine: MemoEngine) async throws -> ModelWorld {
      var memos: [ModelMemo] = []
      for id in LinkModelTests.ids {
        guard let memo = try? await engine.memo(memoID(id)) else { continue }
        guard let text = texts[memo.text.string] else { throw Mismatch("\(id) says \(memo.text.string)") }
        let tags = memo.metadata.properties.tags
        memos.append(
          ModelMemo(
            id: id, text: text, tags: ModelTag.all.filter { tags.contains($0.text) },
            isTrashed: memo.metadata.isTrashed))
      }
      return ModelWorld(memos: memos)
    }
  }

  @Test("links, backlinks, tags and what is found by them are as the texts were made", arguments: 0..<6)
  func model(stream: Int) async throws {
    let first = await Fixture()
    let second = await Fixture(on: first.store.shelf)
    var world = World(random: SeededGenerator(stream: UInt64(stream)), fixtures: [first, second])
    for _ in 0..<trials(160) {
      try await world.step()
      for fixture in world.fixtures {
        await fixture.engine.pullExternalChanges()
        try await check(fixture.engine, try await world.world(of: fixture.engine), &world.random)
      }
    }
  }

  private func check(_ engine: MemoEngine, _ world: ModelWorld, _ random: inout SeededGenerator) async throws {
    let links = await engine.links()
    for id in Self.ids {
      let expected = world.backlinks(of: id)
      let found = try await pages(&random) { try await links.backlinks(of: memoID(id), after: $0, limit: $1) }
      try require(found == expected, "backlinks of \(id): \(found) rather than \(expected)")
    }
    let broken = world.memos { !["ambiguous", nil].contains(world.problem(of: $0)) }
    try await check(links, .broken, broken, &random)
    try await check(links, .ambiguous, world.memos { world.problem(of: $0) == "ambiguous" }, &random)
    let orphans = try await links.linked(.orphans, after: nil, limit: 50)
    try require(Set(orphans.memos.map(\.id)) == world.orphans, "orphans \(orphans.memos.map(\.id))")
    try await checkTags(links, world)
    try await checkLists(engine, world)
    for memo in world.memos { try await checkOutline(engine, links, memo, world) }
  }

  private func check(
    _ links: MemoLinks, _ kind: LinkedKind, _ expected: [String: [String]], _ random: inout SeededGenerator
  ) async throws {
    let found = try await pages(&random) { try await links.linked(kind, after: $0, limit: $1) }
    try require(found == expected, "\(kind): \(found) rather than \(expected)")
  }

  /// All pages: the sources of each memo's links.
  private func pages(
    _ random: inout SeededGenerator, _ page: (ListPlace?, Int) async throws -> LinkedMemos
  ) async throws -> [String: [String]] {
    var found: [String: [String]] = [:]
    var after: ListPlace?
    repeat {
      let limit = Int.random(in: 1...4, using: &random)
      let page = try await page(after, limit)
      try require(page.memos.count <= limit && !page.isIndexing, "a page of \(page.memos.count)")
      for memo in page.memos {
        try require(found[memo.id] == nil, "\(memo.id) is there twice")
        found[memo.id] = memo.links.map { memo.text.string(in: $0.range) }
      }
      after = page.next
      if after == nil { try require(page.total == found.count, "a total of \(page.total)") }
    } while after != nil
    return found
  }

  private func checkTags(_ links: MemoLinks, _ world: ModelWorld) async throws {
    let page = try await links.tags(prefix: nil, after: nil, limit: 50)
    let found = Dictionary(page.tags.map { ($0.form, $0.memos) }) { first, _ in first }
    try require(found == world.tags && page.total == found.count, "tags \(found) rather than \(world.tags)")
  }

  private func checkLists(_ engine: MemoEngine, _ world: ModelWorld) async throws {
    for form in ["work", "work/home", "home", "\u{E9}t\u{E9}"] {
      for trashed in [false, true] {
        let having = world.memos.filter { $0.isTrashed == trashed && $0.tagForms.contains(form) }
        let expected = Set(having.map(\.id))
        let list = ListQuery(
          sort: .modified, order: .descending, trashed: trashed, tags: ["#\(form)"], after: nil, limit: 50)
        let page = try await engine.list(for: list).page(list)
        let listed = Set(page.memos.map(\.summary.metadata.id.description))
        try require(listed == expected && page.total == listed.count, "list of \(form): \(listed) of \(page.total)")
        try await checkSearch("tag:\(form)", engine, expected, trashed: trashed)
      }
    }
    let busy = Set(world.live.filter(\.text.hasTask).map(\.id))
    try await checkSearch("has:task", engine, busy)
    try await checkSearch("is:orphan", engine, world.orphans)
    for name in ModelName.all where name.key != "what" {
      let ends = world.destination(of: .name(name)).ids
      if ends.isEmpty { continue }
      let linking = world.live.filter { memo in
        memo.text.links.contains { !world.destination(of: $0.target).ids.isDisjoint(with: ends) }
      }
      try await checkSearch("link:\"\(name.text)\"", engine, Set(linking.map(\.id)))
    }
  }

  private func checkSearch(
    _ words: String, _ engine: MemoEngine, _ expected: Set<String>, trashed: Bool = false
  ) async throws {
    let query = try SearchQuery(reading: words, now: .now)
    let page = try await engine.search().page(query, trashed: trashed, after: nil, limit: 50)
    let found = Set(page.memos.map(\.listed.summary.metadata.id.description))
    try require(found == expected && page.total == found.count, "\(words): \(found) rather than \(expected)")
  }

  private func checkOutline(
    _ engine: MemoEngine, _ links: MemoLinks, _ memo: ModelMemo, _ world: ModelWorld
  ) async throws {
    let text = try await engine.memo(memoID(memo.id)).text
    let resolved = try await links.outline(of: text, in: memoID(memo.id))
    let found = zip(resolved.outline.links, resolved.links).filter { $0.0.memoTarget() != nil }.map { link, resolved in
      "\(text.string(in: link.range)) \(resolved.problem?.word ?? "leads to \(resolved.id?.description ?? "")")"
    }
    let expected = memo.text.links.map { link in
      let end = world.destination(of: link.target).ids.first ?? ""
      return "\(link.source) \(world.problem(of: link) ?? "leads to \(end)")"
    }
    try require(found == expected, "links of \(memo.id): \(found) rather than \(expected)")
  }
}

extension LinkProblem {
  /// The same in a word; what was renamed leads nowhere.
  fileprivate var word: String {
    switch self {
    case .broken, .renamed: "broken"
    case .ambiguous: "ambiguous"
    case .trashed: "trashed"
    case .fragment: "fragment"
    }
  }
}

extension LinkingMemo {
  fileprivate var id: String { listed.summary.metadata.id.description }
}
