import MemoMarkup
package import MemoText

extension Rope {
  /// A text that two texts may have started from, where nobody has it: the lines that are in both, and those of an
  /// older text that are in one, so that the other took them away. So what is in both is in their merge once, and what
  /// only one has is in it unless it is older than both. A line that stands elsewhere in the other is where it is here:
  /// twice, each side would have taken away the other's, and in no place each would have added it.
  ///
  /// - Parameter older: a text that both come from, if there is one.
  package func presumedBase(with other: Rope, since older: Rope?) -> Rope {
    let (ours, theirs) = (keptLines(of: older), other.keptLines(of: older))
    let hunks = LineChanges(from: self, to: other).hunks
    let there = Set(hunks.flatMap { $0.new.map { LineBytes(other.endedLine($0)) } })
    let mine = hunks.map { hunk in
      hunk.old.filter { ours.contains($0) || there.contains(LineBytes(endedLine($0))) }.map(endedLine)
    }
    let here = Set(mine.joined().map { LineBytes($0) })
    return replacing(
      zip(hunks, mine).map { hunk, mine in
        let its = hunk.new.filter(theirs.contains).map(other.endedLine).filter { !here.contains(LineBytes($0)) }
        return TextReplacement(
          range: offsetOfLine(hunk.old.lowerBound)..<offsetOfLine(hunk.old.upperBound), text: (its + mine).joined())
      })
  }

  /// The indices of lines that were in an older text.
  private func keptLines(of older: Rope?) -> Set<Int> {
    guard let older else { return [] }
    var lines = Set(0..<filledLineCount)
    for hunk in LineChanges(from: older, to: self).hunks { lines.subtract(hunk.new) }
    return lines
  }

  private func endedLine(_ number: Int) -> String {
    let line = line(number)
    return line.utf8.last == UInt8(ascii: "\n") ? line : line + "\n"
  }
}

/// A line by its bytes: another composition of the same characters is another line.
struct LineBytes: Hashable {
  private let bytes: [UInt8]

  init(_ line: some StringProtocol) { bytes = Array(line.utf8) }
}
