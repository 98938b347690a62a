/// A run of lines that was replaced by another; either may be empty, but not both.
public struct LineHunk: Sendable {
  /// Line numbers in the old text, from 0.
  public var old: Range<Int>
  /// Line numbers in the new text.
  public var new: Range<Int>
}

/// The difference between two texts in whole lines, as shown to people.
public struct LineChanges: Sendable {
  /// The changes, in order; between any two there is a line that is the same.
  public private(set) var hunks: [LineHunk] = []

  /// Compares two texts. A line with another terminator has changed.
  public init(from text: Rope, to other: Rope) {
    let difference = LineDifference(from: text, to: other)
    let endings = difference.endings.map { LineHunk(old: $0.old..<($0.old + 1), new: $0.new..<($0.new + 1)) }
    for hunk in (difference.hunks + endings).sorted(by: {
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

  /// The number of lines that only the old text has.
  public var removed: Int { hunks.reduce(0) { $0 + $1.old.count } }

  /// The number of lines that only the new text has.
  public var added: Int { hunks.reduce(0) { $0 + $1.new.count } }
}

extension Rope {
  /// A line with its terminator, from 0 to ``filledLineCount`` - 1.
  public func line(_ number: Int) -> String { string(in: offsetOfLine(number)..<offsetOfLine(number + 1)) }
}
