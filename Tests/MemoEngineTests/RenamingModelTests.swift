import JSON
import MemoEngine
import MemoModel
import TestDoubles
import TestSupport
import Testing

/// Random memos that name each other in every way: whatever is renamed, a link that led to one memo leads there still,
/// to the same heading, and all other words stay.
@Suite("Renaming among random memos")
struct RenamingModelTests {
  private static let ids = ["m1", "m2", "m3", "m4"]
  private static let names = ["Plan", "plan b", "Plan-B", "To do", "한 글", "m1", "C++ (1)"]

  @Test("keeps every link where it led")
  func links() async throws {
    var random = SeededGenerator(stream: 144)
    for _ in 0..<60 {
      let fixture = await Fixture()
      for id in Self.ids { try await fixture.create(id, Self.text(&random)) }
      var renamed = 0
      for _ in 0..<8 {
        if random.chance(30), let id = Self.ids.randomElement(using: &random) {
          let text = Self.text(&random)
          _ = try await fixture.engine.updateMemo(
            memoID(id), baseVersion: nil, changes: [TextChange(range: nil, text: text)], properties: nil,
            encoding: .utf8)
        }
        _ = try await fixture.engine.flush(nil)
        let before = try Leads(fixture.store)
        let renaming = Self.renaming(&random)
        do throws(EngineError) {
          renamed += try await fixture.engine.rename(renaming).memos
        } catch {
          try require(try Leads(fixture.store).texts == before.texts, "\(renaming) failed, and changed something")
          continue
        }
        let after = try Leads(fixture.store)
        try after.check(before, "\(renaming)")
        for id in Self.ids {
          let memo = try await fixture.engine.memo(memoID(id))
          try require(memo.isSaved && memo.text.string == after.texts[id], "\(id) is not what is stored")
        }
      }
    }
  }

  @Test("keeps them whatever the new title is, or refuses that")
  func titles() async throws {
    var random = SeededGenerator(stream: 145)
    let letters = Array(" abé한😀%&()<>\\\"'`*_~!?/:;,.=+-@$0{}\u{A0}\u{0}\u{1}\u{85}\u{2028}\u{FEFF}\u{FFFD}\t\u{301}")
    var renamed = 0
    for _ in 0..<400 {
      let fixture = await Fixture()
      try await fixture.create("m1", random.chance(50) ? "# Old plan\nx" : "---\ntitle: Old plan\n---\nx")
      try await fixture.create("m2", "[a](Old%20plan) [b](<Old plan>) [c][d] ![e](<Old plan> 't')\n\n[d]: <Old plan>")
      try await fixture.create("m3", "[a](old-plan) [b](<old-plan>)")
      if random.chance(50) { try await fixture.create("m4", "[[Old plan]] ![[old plan|x]] [[old-plan]]") }
      _ = try await fixture.engine.flush(nil)
      let before = try Leads(fixture.store)
      let title = String(
        (0..<Int.random(in: 1...6, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" })
      do throws(EngineError) {
        _ = try await fixture.engine.rename(.memo(memoID("m1"), title: title, baseVersion: nil))
        renamed += 1
      } catch {
        try require(try Leads(fixture.store).texts == before.texts, "\(title.debugDescription) changed something")
        continue
      }
      try Leads(fixture.store).check(before, title.debugDescription)
    }
    #expect(renamed > 200, "only \(renamed) of the titles could be had")
  }

  private static func renaming(_ random: inout SeededGenerator) -> Renaming {
    let id = memoID(ids.randomElement(using: &random) ?? "")
    let name = names.randomElement(using: &random) ?? ""
    if random.chance(60) { return .memo(id, title: random.chance(50) ? name : "New \(name)", baseVersion: nil) }
    return .heading(id, heading: name, to: random.chance(50) ? "Head \(name)" : "x", baseVersion: nil)
  }

  private static func text(_ random: inout SeededGenerator) -> String {
    func name() -> String { names.randomElement(using: &random) ?? "" }
    func link() -> String {
      let target = random.chance(20) ? "" : name()
      let encoded = target.replacing(" ", with: "%20").replacing("(", with: "%28").replacing(")", with: "%29")
      let fragment = name()
      let slug = fragment.lowercased().replacing(" ", with: "-").filter { $0.isLetter || $0.isNumber || $0 == "-" }
      switch Int.random(in: 0..<6, using: &random) {
      case 0: return "[[\(target.isEmpty ? "Plan" : target)]]"
      case 1: return "[[\(target)#\(fragment)|label]]"
      case 2: return "[label](\(encoded.isEmpty ? "m2" : encoded))"
      case 3: return "[label](<\(target)#\(slug)>)"
      case 4: return "![[\(target)#\(slug)]]"
      default: return "[[\(name().lowercased().replacing(" ", with: "-"))]]"
      }
    }
    let title = name()
    let head = [
      "# \(title)", title, "\(title)\n===", "---\ntitle: \"\(title)\"\naliases: [\(name().lowercased())]\n---\ntext",
    ]
    var lines = [head.randomElement(using: &random) ?? ""]
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      lines.append(random.chance(30) ? "## \(name())" : "x \(link()) y")
    }
    return lines.joined(separator: "\n\n")
  }
}

/// Where the links of a store's memos lead.
private struct Leads {
  private(set) var texts: [String: String] = [:]
  private var links: [String: [(link: LinkReference, leads: String, heading: Int?)]] = [:]

  init(_ store: TestStore) throws {
    let memos = store.stored
    let ids = memos.map(\.metadata.id)
    let references = try store.references(of: ids, over: UnsavedReferences())
    for memo in memos {
      let id = memo.metadata.id
      texts[id.description] = String(decoding: memo.text, as: UTF8.self)
      // A link to a heading of its own memo is kept only while that is missing; a new title may be what it names.
      let links = (references[id]?.links ?? []).filter { $0.target != LinkTarget(name: "", identifier: nil) }
      let destinations = try store.destinations(of: links.map(\.target), over: UnsavedReferences())
      self.links[id.description] = zip(links, destinations).map { link, destination in
        guard case .live(let memos) = destination else { return (link, "\(destination)".prefix(5) + "", nil) }
        let heading = memos.count == 1 ? link.fragment.flatMap { references[memos[0].id]?.index(of: $0) } : nil
        return (link, memos.map(\.id.description).joined(separator: " "), heading)
      }
    }
  }

  /// Checks that each link that led to one memo, and perhaps a heading, leads there still.
  func check(_ before: Leads, _ what: String) throws {
    for (id, old) in before.links {
      let new = links[id] ?? []
      try require(new.count == old.count, "\(what) changed how many links \(id) has: \(texts[id] ?? "")")
      for (old, new) in zip(old, new) where old.leads.hasPrefix("m") && !old.leads.contains(" ") {
        // Another memo may get a title of the same slug, as if it had been made so.
        let isSameLink = old.link.target == new.link.target && old.link.fragment == new.link.fragment
        let isShared = isSameLink && new.leads.split(separator: " ").contains(old.leads[...])
        try require(
          isShared || new.leads == old.leads && (old.heading == nil || new.heading == old.heading),
          "\(what): \(old) in \(id) became \(new): \(before.texts) > \(texts)")
      }
    }
  }
}

extension MemoReferences {
  /// The heading that a fragment names.
  fileprivate func index(of fragment: LinkFragment) -> Int? {
    headings.firstIndex { $0.form == fragment.form }
      ?? headings.firstIndex { [fragment.text, fragment.form].contains($0.slug) }
  }
}
