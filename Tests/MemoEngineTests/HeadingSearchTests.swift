import MemoEngine
import MemoMarkup
import MemoModel
import MemoText
import TestSupport
import Testing

@Suite("Searches in headings")
struct HeadingSearchTests {
  private static let parts = [
    "# ", "## ", "#", "> # ", "- # ", "1. ### ", "   # ", "    # ", "---\n", "===\n", "  --\n", "> ---\n",
    "\n```\n", "\n", "\n\n", "\r\n", "title: ", "words ", "- ", "\t", " # ", "\u{FEFF}",
  ]

  /// A text in which each word that begins with `w` stands once.
  private func text(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0...14, using: &random)).map { number in
      (Self.parts.randomElement(using: &random) ?? "") + "w\(number)x"
        + (random.chance(60) ? "\n" : random.chance(50) ? " " : "")
    }.joined()
  }

  @Test(
    "find every heading that does not give its text the title, saved or not, in memory or not",
    arguments: [512 << 20, 300], 0..<trials(12))
  func headings(searchBytes: Int, stream: Int) async throws {
    var random = SeededGenerator(stream: UInt64(stream))
    let fixture = await Fixture(configuration: EngineConfiguration(searchBytes: searchBytes))
    for number in 0..<8 { try await fixture.create("m\(number)", text(&random)) }
    for _ in 0..<3 {
      for number in 0..<8 where random.chance(50) {
        _ = try await fixture.engine.updateMemo(
          memoID("m\(number)"), baseVersion: nil, changes: [TextChange(range: nil, text: text(&random))],
          properties: nil, encoding: .utf16)
      }
      if random.chance(50) { _ = try await fixture.engine.flush(nil) }
      try await check(fixture.engine)
    }
  }

  private func check(_ engine: MemoEngine) async throws {
    let list = ListQuery(sort: .title, order: .ascending, trashed: false, after: nil, limit: 100)
    var headings: [String: [MemoID: String]] = [:]
    for listed in try await engine.list().page(list).memos {
      let memo = try await engine.memo(listed.summary.metadata.id)
      let outline = Outline(of: memo.text)
      let text = memo.text.string
      let isTitle = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.hasPrefix("# ")
      for heading in outline.headings.dropFirst(isTitle ? 1 : 0) where heading.text != outline.title {
        for word in heading.text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
          headings[String(word), default: [:]][memo.metadata.id] = text
        }
      }
    }
    for (word, ids) in headings {
      let query = try SearchQuery(reading: "\"\(word)\"", now: .now)
      let found = try await engine.search().page(query, in: .headings, trashed: false, after: nil, limit: 100)
      let seen = Set(found.memos.map(\.listed.summary.metadata.id))
      let missing = ids.filter { !seen.contains($0.key) }
      try require(missing.isEmpty, "\(word) is a heading's in \(missing)")
    }
  }

  @Test(
    "pass over what is no heading",
    arguments: [
      "# Milk\n\nwords", "words\n\nmilk", "a\n\n- milk\n- b", "a\n\n#\n\nmilk", "a\n\nb\n---\n\nmilk", "a #milk\n\nb",
    ])
  func others(text: String) async throws {
    let fixture = await Fixture()
    try await fixture.create("m", text)
    let query = try SearchQuery(reading: "milk", now: .now)
    let found = try await fixture.engine.search().page(query, in: .headings, trashed: false, after: nil, limit: 9)
    #expect(found.total == 0 && found.memos.isEmpty)
  }
}
