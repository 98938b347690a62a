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

  /// Whether a line is more than white space.
  var hasWords: Bool { counts.keys.contains { $0.contains { $0 != 0x20 && $0 != 0x09 } } }
}
