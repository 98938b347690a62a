import MemoEngine

/// The lines of a text that most resemble words that are not in it.
struct NearestLines {
  /// The most lines, and the most bytes of one that are compared and shown.
  private static let most = 3, longest = 200
  /// The most lines that are compared, so that a mistaken agent waits half a second at most.
  static let mostCompared = 200_000
  /// The least similarity of a line: the share of pairs of bytes that both have.
  private static let least = 0.4

  /// The lines with their numbers.
  let listed: String

  /// - Throws: `CancellationError`: a text may have a great many lines.
  init(to words: String, in text: Rope) throws {
    var pairs = DistinctPairs()
    var wanted: [Int] = []
    for line in words.split(whereSeparator: \.isNewline) {
      let found = pairs.pairs(in: line.utf8.prefix(Self.longest))
      if found.count > wanted.count { wanted = found }
    }
    var isWanted = [Bool](repeating: false, count: DistinctPairs.all)
    for pair in wanted { isWanted[pair] = true }
    var found: [(likeness: Double, line: Int)] = []
    for line in 0..<(wanted.isEmpty ? 0 : min(text.lineCount, Self.mostCompared)) {
      if line.isMultiple(of: 1024) { try Task.checkCancellation() }
      let own = pairs.pairs(in: Self.beginning(of: line, in: text).utf8)
      let common = own.reduce(0) { $0 + (isWanted[$1] ? 1 : 0) }
      let likeness = 2 * Double(common) / Double(own.count + wanted.count)
      guard likeness >= Self.least, likeness > found.last?.likeness ?? 0 || found.count < Self.most else { continue }
      found.append((likeness, line))
      found.sort { ($1.likeness, $0.line) < ($0.likeness, $1.line) }
      if found.count > Self.most { found.removeLast() }
    }
    listed = found.map { "\($0.line + 1): \(Self.beginning(of: $0.line, in: text))" }.joined(separator: "\n")
  }

  private static func beginning(of line: Int, in text: Rope) -> String {
    let start = text.offsetOfLine(line)
    var end = min(text.endOfLine(line), start + longest)
    while !text.hasScalarBorders(start..<end) { end -= 1 }
    return text.string(in: start..<end)
  }
}

/// Finds the distinct pairs of adjacent bytes; its memory is reused for every line.
private struct DistinctPairs {
  /// The number of possible pairs.
  static let all = 1 << 16

  /// For each pair the last round in which it was found.
  private var rounds = [Int](repeating: 0, count: all)
  private var round = 0

  mutating func pairs(in bytes: some Sequence<UInt8>) -> [Int] {
    round += 1
    var (found, last) = ([Int](), Int?.none)
    for byte in bytes {
      if let last, case let pair = last << 8 | Int(byte), rounds[pair] != round {
        rounds[pair] = round
        found.append(pair)
      }
      last = Int(byte)
    }
    return found
  }
}
