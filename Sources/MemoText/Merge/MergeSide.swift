/// The changes of one side of a merge, and how many of them are merged so far.
struct MergeSide {
  let difference: LineDifference
  /// The number of changed stretches taken so far.
  private(set) var taken = 0
  /// Lines kept with another terminator. Not those that merely became the last line: in the merge they may not be.
  private let endings: [LineDifference.Ending]
  /// How many of `endings` are behind.
  private var passed = 0

  init(_ difference: LineDifference) {
    self.difference = difference
    endings = difference.endings.filter { $0.to != .none }
  }

  /// The next changed stretch.
  var next: LineHunk? { taken < difference.hunks.count ? difference.hunks[taken] : nil }

  mutating func take() {
    taken += 1
  }

  /// The next line of the base within `lines` that was kept with another terminator.
  mutating func nextEnding(in lines: Range<Int>) -> LineDifference.Ending? {
    while passed < endings.count && endings[passed].old < lines.lowerBound { passed += 1 }
    guard passed < endings.count, endings[passed].old < lines.upperBound else { return nil }
    return endings[passed]
  }

  /// The terminator of a new line of the other side: the one that this side gives to such lines near `hunk`.
  func terminator(insteadOf terminator: LineTerminator, at hunk: LineHunk) -> LineTerminator {
    for line in [hunk.old.lowerBound, hunk.old.lowerBound - 1, hunk.old.upperBound] {
      if let ending = ending(ofLine: line), ending.from == terminator { return ending.to }
    }
    return terminator
  }

  private func ending(ofLine line: Int) -> LineDifference.Ending? {
    var (low, high) = (0, endings.count)
    while low < high {
      let middle = (low + high) / 2
      if endings[middle].old < line { low = middle + 1 } else { high = middle }
    }
    return low < endings.count && endings[low].old == line ? endings[low] : nil
  }
}
