/// What makes one text another, in whole lines, as people are shown it.
public struct LineChanges: Sendable {
  /// Lines that became others; either may be none, not both.
  public struct Hunk: Sendable {
    /// Numbers of lines in the one text, from 0.
    public var old: Range<Int>
    /// Numbers of lines in the other.
    public var new: Range<Int>
  }

  /// What changed, in order; between any two hunks there is a line that is the same.
  public private(set) var hunks: [Hunk] = []

  /// Compares two texts. A line that is only ended otherwise has changed.
  public init(from text: Rope, to other: Rope) {
    let difference = LineDifference(from: text, to: other)
    let changes = difference.hunks.map { Hunk(old: $0.old, new: $0.new) }
    let endings = difference.endings.map { Hunk(old: $0.old..<($0.old + 1), new: $0.new..<($0.new + 1)) }
    for hunk in (changes + endings).sorted(by: {
      ($0.old.lowerBound, $0.new.lowerBound) < ($1.old.lowerBound, $1.new.lowerBound)
    }) {
      if let last = hunks.last, last.old.upperBound == hunk.old.lowerBound, last.new.upperBound == hunk.new.lowerBound {
        hunks[hunks.count - 1].old = last.old.lowerBound..<hunk.old.upperBound
        hunks[hunks.count - 1].new = last.new.lowerBound..<hunk.new.upperBound
      } else {
        hunks.append(hunk)
      }
    }
  }

  /// How many lines only the one text has.
  public var removed: Int { hunks.reduce(0) { $0 + $1.old.count } }

  /// How many lines only the other text has.
  public var added: Int { hunks.reduce(0) { $0 + $1.new.count } }
}

extension Rope {
  /// A line with its terminator, from 0 to ``filledLineCount`` - 1.
  public func line(_ number: Int) -> String { string(in: offsetOfLine(number)..<offsetOfLine(number + 1)) }
}
