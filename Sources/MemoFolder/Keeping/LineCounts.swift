/// The number of times that each line stands in a text, wherever; without terminators.
struct LineCounts {
  private var counts: [ArraySlice<UInt8>: Int] = [:]

  init(_ text: [UInt8]) {
    for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
      counts[line.last == 0x0D ? line.dropLast() : line, default: 0] += 1
    }
  }

  /// The lines that another text does not have, or not as often.
  func subtracting(_ other: LineCounts) -> LineCounts {
    var rest = self
    for (line, count) in other.counts { rest.counts[line]? -= count }
    rest.counts = rest.counts.filter { $0.value > 0 }
    return rest
  }

  /// Whether another text has all lines at least as often.
  func isContained(in other: LineCounts) -> Bool {
    counts.allSatisfy { line, count in other.counts[line, default: 0] >= count }
  }

  /// Whether another text has a line of this one that is more than white space.
  func sharesWords(with other: LineCounts) -> Bool {
    counts.keys.contains { other.counts[$0] != nil && Self.isMore($0) }
  }

  /// Whether a line is more than white space.
  var hasWords: Bool { counts.keys.contains(where: Self.isMore) }

  private static func isMore(_ line: ArraySlice<UInt8>) -> Bool { line.contains { $0 != 0x20 && $0 != 0x09 } }
}
