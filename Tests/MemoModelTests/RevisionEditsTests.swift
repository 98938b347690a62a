import TestSupport
import Testing

@testable import MemoModel

@Suite("Edits that lead to earlier texts")
struct RevisionEditsTests {
  /// Random edits of a text of so many bytes.
  private func edits(_ count: Int, _ random: inout SeededGenerator) -> RevisionEdits {
    if random.chance(5) { return RevisionEdits(whole: bytes(&random)) }
    var edits = RevisionEdits()
    var end = 0
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let start = Int.random(in: end...count, using: &random)
      end = Int.random(in: start...min(count, start + 6), using: &random)
      edits.replace(start..<end, with: random.chance(40) ? [] : bytes(&random))
    }
    return edits
  }

  private func bytes(_ random: inout SeededGenerator) -> [UInt8] {
    (0..<Int.random(in: 0...5, using: &random)).map { _ in UInt8.random(in: 97...122, using: &random) }
  }

  @Test("put together they lead where they lead one after the other, in whatever order they are put together")
  func composition() throws {
    var random = SeededGenerator(stream: 41)
    for round in 0..<20_000 {
      let newest = (0..<Int.random(in: 0...20, using: &random)).map { _ in UInt8.random(in: 65...90, using: &random) }
      var texts = [newest]
      var steps: [RevisionEdits] = []
      for _ in 0..<3 {
        let step = edits(texts[texts.count - 1].count, &random)
        steps.append(step)
        texts.append(try #require(step.applied(to: texts[texts.count - 1])))
      }
      let firstTwo = try #require(steps[0].followed(by: steps[1]))
      let lastTwo = try #require(steps[1].followed(by: steps[2]))
      try require(firstTwo.applied(to: newest) == texts[2], "round \(round): \(steps)")
      for all in [firstTwo.followed(by: steps[2]), steps[0].followed(by: lastTwo)] {
        try require(all?.applied(to: newest) == texts[3], "round \(round): \(steps)")
      }
      // What is stored of them reads as edits again.
      try require(RevisionEdits(firstTwo.encoded) != nil, "round \(round): \(steps)")
    }
  }

  @Test("that were taken back leave nothing")
  func nothing() throws {
    var insertion = RevisionEdits()
    insertion.replace(5..<5, with: Array("x".utf8))
    var removal = RevisionEdits()
    removal.replace(5..<6, with: [])
    #expect(insertion.followed(by: removal)?.encoded.isEmpty == true)
    #expect(RevisionEdits().followed(by: RevisionEdits())?.encoded.isEmpty == true)
  }

  @Test("that are beyond a text of known length do not fit")
  func misfit() {
    var beyond = RevisionEdits()
    beyond.replace(3..<4, with: [])
    #expect(RevisionEdits(whole: [1, 2, 3]).followed(by: beyond) == nil)
    #expect(RevisionEdits(whole: [1, 2, 3, 4]).followed(by: beyond)?.applied(to: [9]) == [1, 2, 3])
  }

  @Test("of many keystrokes at one place are as short as one edit")
  func keystrokes() throws {
    var sum = RevisionEdits()
    for offset in (0..<1000).reversed() {
      var keystroke = RevisionEdits()
      keystroke.replace(offset..<(offset + 1), with: [])
      sum = try #require(sum.followed(by: keystroke))
    }
    #expect(sum.encoded.count == 24)
  }
}
