import MemoText
import TestSupport
import Testing

@Suite("Random merges")
struct RandomMergeTests {
  @Test("lose no line, and are the same from either side", arguments: 0..<4)
  func any(stream: UInt64) throws {
    var random = SeededGenerator(stream: 100 + stream)
    var conflicts = 0
    for number in 0..<3_000 {
      let lines = random.lines(number % 50 == 0 ? 150 : 12)
      let base = random.text(lines)
      let ours = random.text(random.edited(lines, edits: Int.random(in: 0...4, using: &random)))
      let theirs = random.text(random.edited(lines, edits: Int.random(in: 0...4, using: &random)))
      let case_ = "\(base.debugDescription), \(ours.debugDescription), \(theirs.debugDescription)"
      let merge = TextMerge(base: Rope(base), ours: Rope(ours), theirs: Rope(theirs))
      let turned = TextMerge(base: Rope(base), ours: Rope(theirs), theirs: Rope(ours))
      let merged = contents(of: merge.text.string)
      conflicts += merge.hasConflict ? 1 : 0
      try require(merge.text.violation == nil, "\(merge.text.violation ?? "") in \(case_)")
      try require(isKept(ours, base, in: merged), "a line of ours is lost in \(case_)")
      try require(merge.hasConflict || isKept(theirs, base, in: merged), "a line of theirs is lost in \(case_)")
      try require(merge.hasConflict == turned.hasConflict, "a conflict only from one side in \(case_)")
      if !merge.hasConflict {
        try require(Set(merged) == Set(contents(of: turned.text.string)), "other lines from the other side in \(case_)")
      }
      try checkOneSided(base: Rope(base), Rope(ours), case_)
    }
    #expect(conflicts > 300 && conflicts < 2_700)
  }

  private func isKept(_ side: String, _ base: String, in merged: [[UInt8]]) -> Bool {
    Set(contents(of: side)).subtracting(contents(of: base)).isSubset(of: merged)
  }

  private func checkOneSided(base: Rope, _ side: Rope, _ message: String) throws {
    for (ours, theirs) in [(base, side), (side, base), (side, side)] {
      let merge = TextMerge(base: base, ours: ours, theirs: theirs)
      try require(
        merge.text.isIdentical(to: side) && !merge.hasConflict, "another text than the one side's in \(message)")
    }
  }

  @Test("of insertions of which one begins or ends with the other have the longer one alone, beside all other changes")
  func contained() throws {
    var random = SeededGenerator(stream: 300)
    for _ in 0..<3_000 {
      let base = (0..<Int.random(in: 1...8, using: &random)).map { "line \($0)" }
      let place = Int.random(in: 0...base.count, using: &random)
      let new = (0..<Int.random(in: 1...6, using: &random)).map { "new \(Int.random(in: 0...2, using: &random)) \($0)" }
      func inserted(_ new: ArraySlice<String>, _ base: [String]) -> [String] {
        Array(base[..<place] + new + base[place...])
      }
      // A line elsewhere that only the one with fewer lines has changed.
      let other = Int.random(in: 0..<base.count, using: &random)
      var changed = base
      if other != place, other != place - 1 { changed[other] = "changed" }
      let count = Int.random(in: 1...new.count, using: &random)
      let shorter = rope(inserted(random.chance(50) ? new.prefix(count) : new.suffix(count), changed))
      let longer = rope(inserted(new[...], base))
      let wanted = rope(inserted(new[...], changed))
      for (ours, theirs) in [(shorter, longer), (longer, shorter)] {
        let merge = TextMerge(base: rope(base), ours: ours, theirs: theirs)
        let case_ = "\(base), \(ours.string.debugDescription), \(theirs.string.debugDescription)"
        try require(merge.text.isIdentical(to: wanted) && !merge.hasConflict, "\(merge.text.string) of \(case_)")
      }
    }
  }

  @Test("of insertions of few different lines have as many of each as one side inserted, or both")
  func counted() throws {
    var random = SeededGenerator(stream: 301)
    for _ in 0..<3_000 {
      func inserted() -> [String] {
        (0..<Int.random(in: 1...4, using: &random)).map { _ in random.chance(50) ? "x" : "y" }
      }
      let (mine, other) = (inserted(), inserted())
      let merge = TextMerge(
        base: rope(["a", "b"]), ours: rope(["a"] + mine + ["b"]), theirs: rope(["a"] + other + ["b"]))
      let merged = plainLines(of: merge.text.string).map(\.content)
      let case_ = "\(mine) and \(other), which gave \(merged)"
      func count(_ line: String, _ lines: [String]) -> Int { lines.count { $0 == line } }
      for line in ["x", "y"] {
        let counts = (count(line, mine), count(line, other), count(line, merged))
        try require(counts.2 >= max(counts.0, counts.1), "a line is lost of \(case_)")
        try require(counts.2 <= counts.0 + counts.1, "a line is there too often of \(case_)")
      }
      try require(mine != other || merged == ["a"] + mine + ["b"], "what both inserted is there twice of \(case_)")
    }
  }

  @Test("of changes to different lines have no conflict and all changes", arguments: 0..<4)
  func disjoint(stream: UInt64) throws {
    var random = SeededGenerator(stream: 200 + stream)
    for number in 0..<3_000 {
      let plan = DisjointChanges(lines: Int.random(in: 1...(number % 50 == 0 ? 150 : 12), using: &random), &random)
      // No text at all is one empty line.
      if plan.ours.isEmpty || plan.theirs.isEmpty { continue }
      let merge = TextMerge(base: rope(plan.base), ours: rope(plan.ours), theirs: rope(plan.theirs))
      let merged = merge.text.isEmpty ? [] : plainLines(of: merge.text.string).map(\.content)
      let case_ = "\(plan), which gave \(merged)"
      try require(!merge.hasConflict, "a conflict in \(case_)")
      try require(merged.sorted() == plan.merged.sorted(), "not the lines of both in \(case_)")
      let kept = Set(merged)
      for side in [plan.ours, plan.theirs] {
        let lines = Set(side)
        try require(side.filter(kept.contains) == merged.filter(lines.contains), "another order in \(case_)")
      }
    }
  }

  private func rope(_ lines: [String]) -> Rope { Rope(lines.joined(separator: "\n")) }
}

/// Different lines, each changed by at most one side, and insertions next to lines that the other side left alone.
private struct DisjointChanges {
  private(set) var base: [String] = []
  private(set) var ours: [String] = []
  private(set) var theirs: [String] = []
  private(set) var merged: [String] = []

  init(lines: Int, _ random: inout SeededGenerator) {
    var (oursKept, theirsKept) = (true, true)
    for line in 0...lines {
      let change = line == lines ? 100 : Int.random(in: 0..<100, using: &random)
      let (inOurs, inTheirs) = (change < 25, change >= 25 && change < 50)
      if (theirsKept || !inTheirs) && random.chance(20) { insert("ours \(line)", into: \.ours) }
      if (oursKept || !inOurs) && random.chance(20) { insert("theirs \(line)", into: \.theirs) }
      (oursKept, theirsKept) = (!inOurs, !inTheirs)
      if line == lines { break }
      base.append("line \(line)")
      let new = random.chance(40) ? nil : "new \(line)"
      ours.append(contentsOf: inOurs ? [new].compactMap(\.self) : ["line \(line)"])
      theirs.append(contentsOf: inTheirs ? [new].compactMap(\.self) : ["line \(line)"])
      merged.append(contentsOf: inOurs || inTheirs ? [new].compactMap(\.self) : ["line \(line)"])
    }
  }

  private mutating func insert(_ line: String, into side: WritableKeyPath<Self, [String]>) {
    self[keyPath: side].append(line)
    merged.append(line)
  }
}
