import MemoMarkup
import MemoModel
import MemoText
import Synchronization
import TestDoubles
import TestSupport
import Testing

@testable import MemoEngine

@Suite("Long memos that two change")
struct LongMergeTests {
  private static let line = String(repeating: "다른 줄 ", count: 100)
  private static let padding = String(repeating: line + "\n", count: 300)

  /// What is done to a memo of three lines, first by one, then by another who doesn't know of it.
  private enum Deed: String, CaseIterable {
    case first, second, both, trash, destroy
  }

  private func carryOut(_ deed: Deed, _ fixture: Fixture) async throws {
    let id = memoID("m")
    switch deed {
    case .first: try await fixture.type("\(fixture.saves) ", into: "m")
    case .second: try await insert("x", line: 1, fixture)
    case .both:
      try await fixture.type("both ", into: "m")
      try await insert("y", line: 1, fixture)
    case .trash: _ = try await fixture.engine.trashMemo(id, baseVersion: nil)
    case .destroy: _ = try await fixture.engine.destroyMemo(id, baseVersion: nil)
    }
  }

  private func insert(_ text: String, line: Int, _ fixture: Fixture) async throws {
    let start = TextPosition(line: line, character: 0)
    _ = try await fixture.engine.updateMemo(
      memoID("m"), baseVersion: nil, changes: [TextChange(range: TextRange(start: start, end: start), text: text)],
      properties: nil, encoding: .utf8)
  }

  /// What comes of it: what is told, stored and recorded, without the padding and the names of copies.
  private func outcome(_ padding: String, _ deeds: (Deed, Deed), isNoticed: Bool) async throws -> [String] {
    let here = await Fixture()
    let there = await Fixture(on: here.store.shelf)
    try await here.create("m", "one\ntwo\n\(padding)three")
    _ = try await here.engine.flush(nil)
    _ = try await there.engine.memo(memoID("m"))
    try await carryOut(deeds.0, here)
    try await carryOut(deeds.1, there)
    _ = try await here.engine.flush(nil)
    if isNoticed { await there.engine.pullExternalChanges() }
    var bases = [0]
    for (_, record) in there.journal.records where !bases.contains(record.base) { bases.append(record.base) }
    let recorded = there.journal.records.map {
      "\($0.record.version) \(bases.firstIndex(of: $0.record.base) ?? -1) \($0.record.id == memoID("m"))"
    }
    _ = try await there.engine.flush(nil)
    await here.engine.pullExternalChanges()
    for case .changedByOther(let edit) in there.events.all {
      guard !padding.isEmpty, let (before, after) = edit.texts else { continue }
      let changes = try #require(edit.difference, "\(deeds)").changes
      var text = before
      for change in changes { text.replaceSubrange(change.range, with: change.text) }
      #expect(text.isIdentical(to: after), "\(deeds)")
    }
    let stored = there.store.stored.map { "\($0.metadata.version) " + String(decoding: $0.text, as: UTF8.self) }
    return (recorded + here.events.others + there.events.others + stored.sorted()).map {
      $0.split(separator: "\n").filter { $0 != Self.line }.joined(separator: "\n")
    }
  }

  @Test("become what short ones do", arguments: [false, true])
  func outcomes(isNoticed: Bool) async throws {
    for first in Deed.allCases {
      for second in Deed.allCases {
        let short = try await outcome("", (first, second), isNoticed: isNoticed)
        let long = try await outcome(Self.padding, (first, second), isNoticed: isNoticed)
        #expect(long == short, "\(first), then \(second)")
      }
    }
  }

  private final class Flag: Sendable { let isRaised = Atomic(false) }

  @Test("keep what is typed while they are merged, whenever that is", arguments: 0..<4)
  func racing(stream: Int) async throws {
    var random = SeededGenerator(stream: 310 + UInt64(stream))
    let here = await Fixture()
    let there = await Fixture(on: here.store.shelf)
    try await here.create("m", "\n\(Self.padding)")
    _ = try await here.engine.flush(nil)
    let lines = Self.padding.utf8.count { $0 == UInt8(ascii: "\n") }
    var (typed, written) = (0, 0)
    for round in 1...6 {
      try await there.type("x", into: "m")
      typed += 1
      for _ in 0..<Int.random(in: 1..<3, using: &random) {
        try await insert("y", line: lines + 1, here)
        written += 1
      }
      _ = try await here.engine.flush(nil)
      let isFlushed = random.chance(50)
      let flag = Flag()
      let keystrokes = Int.random(in: 0..<200, using: &random)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          if isFlushed { _ = try await there.engine.flush(nil) } else { await there.engine.pullExternalChanges() }
          flag.isRaised.store(true, ordering: .releasing)
        }
        for _ in 0..<keystrokes where !flag.isRaised.load(ordering: .acquiring) {
          try await there.type("x", into: "m")
          typed += 1
        }
        try await group.waitForAll()
      }
      let text = try await there.engine.memo(memoID("m")).text
      let ends = (text.string(in: 0..<(typed + 1)), text.string(in: (text.summary.utf8 - written)..<text.summary.utf8))
      #expect(ends.0 == String(repeating: "x", count: typed) + "\n", "round \(round)")
      #expect(ends.1 == String(repeating: "y", count: written), "round \(round)")
      _ = try await there.engine.flush(nil)
      await here.engine.pullExternalChanges()
      #expect(try await here.engine.memo(memoID("m")).text.isIdentical(to: text), "round \(round)")
    }
  }

  @Test("are merged beside the executor, and what is long of them is written down there", arguments: [false, true])
  func staging(isConflict: Bool) async throws {
    let here = await Fixture()
    let there = await Fixture(on: here.store.shelf)
    try await here.create("m", "one\n")
    _ = try await here.engine.flush(nil)
    try await there.type("there", into: "m")
    if isConflict { try await here.type("here", into: "m") }
    try await insert(String(repeating: Self.padding, count: 4), line: 1, isConflict ? here : there)
    if !isConflict { try await insert("four\n", line: 1, here) }
    _ = try await here.engine.flush(nil)
    await there.engine.pullExternalChanges()
    #expect(there.journal.stagedRecords == 1)
  }

  @Test("what a merge does to a text is the same before and after edits of other lines")
  func moving() throws {
    var random = SeededGenerator(stream: 320)
    var (moved, yielded) = (0, 0)
    for round in 0..<1000 {
      let end = random.chance(50) ? "\n" : "\r\n"
      let lines = (0..<Int.random(in: 1...12, using: &random)).map { "é\($0)" }
      let before = Rope(lines.joined(separator: end))
      func changed(_ lines: [String], _ mark: String) -> Rope {
        var lines = lines
        for _ in 0..<Int.random(in: 1...2, using: &random) {
          let line = Int.random(in: 0..<lines.count, using: &random)
          switch Int.random(in: 0..<4, using: &random) {
          case 0: lines[line] += mark
          case 1: lines[line] = mark + lines[line].dropFirst()
          case 2: lines.insert(mark, at: line)
          default: if lines.count > 1 { lines.remove(at: line) }
          }
        }
        return Rope(lines.joined(separator: end))
      }
      let (after, edited) = (changed(lines, "theirs"), changed(lines, "ours"))
      let difference = TextDifference(from: before, to: after)
      // Made of the text, as typing makes it.
      let typed = before.replacing(before.changes(to: edited).map { TextReplacement(range: $0.range, text: $0.text) })
      func both(_ move: TextDifference.Moved) throws -> Rope {
        let one = typed.replacing(move.changes.changes.map { TextReplacement(range: $0.range, text: $0.text) })
        let other = after.replacing(move.edits)
        try require(one.string == other.string, "round \(round): \(before) \(after) \(edited)")
        return one
      }
      let yielding = try #require(difference.moved(to: typed, givesWay: true))
      let kept = try both(yielding)
      guard let move = difference.moved(to: typed) else {
        yielded += 1
        try require(!yielding.isWhole, "round \(round)")
        // What is typed stays, and no line is there that neither has.
        let lines = { (text: Rope) in Set(text.string.split(separator: "\r\n").flatMap { $0.split(separator: "\n") }) }
        try require(
          lines(kept).isSuperset(of: lines(typed).subtracting(lines(before)))
            && lines(kept).isSubset(of: lines(typed).union(lines(after))), "round \(round): \(kept)")
        continue
      }
      moved += 1
      let one = try both(move)
      try require(move.isWhole && yielding.isWhole && kept.string == one.string, "round \(round)")
      let merge = TextMerge(base: before, ours: edited, theirs: after)
      try require(merge.text.string == one.string && !merge.hasConflict, "round \(round): \(one.string)")
    }
    #expect(moved > 50 && yielded > 50)
  }
}
