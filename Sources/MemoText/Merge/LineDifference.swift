/// The difference between two texts, line by line. Lines that both share at their ends are not examined.
struct LineDifference {
  /// A line that kept its text and has another terminator.
  struct Ending {
    let old: Int
    let new: Int
    let from: LineTerminator
    let to: LineTerminator
  }

  /// The changes, in order. A run that was replaced by as many lines is split line by line.
  private(set) var hunks: [LineHunk] = []
  /// The lines whose terminators changed, in order.
  private(set) var endings: [Ending] = []
  /// The lines of the old text, including all that changed.
  let old: Lines
  /// The lines of the new text, including all that changed.
  let new: Lines

  init(from text: Rope, to other: Rope) {
    let shared = text.sharedLines(with: other)
    old = Lines(text, in: shared.prefix..<(text.summary.utf8 - shared.suffix), first: shared.lines)
    new = Lines(other, in: shared.prefix..<(other.summary.utf8 - shared.suffix), first: shared.lines)
    var (line, newLine) = (old.numbers.lowerBound, new.numbers.lowerBound)
    for pair in LineMatching(LineIdentities(old: old, new: new)).pairs {
      let (same, newSame) = (old.numbers.lowerBound + pair.old, new.numbers.lowerBound + pair.new)
      addChange(line..<same, newLine..<newSame)
      addMatch(same, newSame)
      (line, newLine) = (same + 1, newSame + 1)
    }
    addChange(line..<old.numbers.upperBound, newLine..<new.numbers.upperBound)
  }

  private mutating func addMatch(_ line: Int, _ newLine: Int) {
    let (from, to) = (old.terminator(of: line), new.terminator(of: newLine))
    if from != to { endings.append(Ending(old: line, new: newLine, from: from, to: to)) }
  }

  private mutating func addChange(_ lines: Range<Int>, _ newLines: Range<Int>) {
    if lines.isEmpty && newLines.isEmpty { return }
    guard lines.count == newLines.count else {
      hunks.append(LineHunk(old: lines, new: newLines))
      return
    }
    for (line, newLine) in zip(lines, newLines) {
      if old.content(of: line) == new.content(of: newLine) {
        addMatch(line, newLine)
      } else {
        hunks.append(LineHunk(old: line..<(line + 1), new: newLine..<(newLine + 1)))
      }
    }
  }
}

extension Rope {
  /// The bytes that two texts share at the beginning and at the end in whole lines with their terminators, and the
  /// number of shared lines at the beginning.
  fileprivate func sharedLines(with other: Rope) -> (prefix: Int, suffix: Int, lines: Int) {
    let shared = sharedEnds(with: other)
    // A `\r` that is a line end in one text may be the first half of one in the other.
    let prefix = min(startOfLine(at: shared.prefix), other.startOfLine(at: shared.prefix))
    let (end, otherEnd) = (summary.utf8 - shared.suffix, other.summary.utf8 - shared.suffix)
    var suffix = shared.suffix
    if startOfLine(at: end) != end || other.startOfLine(at: otherEnd) != otherEnd {
      suffix = summary.utf8 - offsetOfLine(line(at: end) + 1)
    }
    return (prefix, suffix, line(at: prefix))
  }

  private func line(at offset: Int) -> Int { position(at: offset, in: .utf8).line }

  private func startOfLine(at offset: Int) -> Int { offsetOfLine(line(at: offset)) }
}
