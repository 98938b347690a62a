import MemoEngine

/// The lines of a text that are most like words that are not in it.
struct NearestLines {
  /// The most lines, and the most bytes of one that are compared and shown.
  private static let most = 3, longest = 200
  /// How alike a line must be: the part of the pairs of bytes that both have.
  private static let least = 0.4

  /// The lines with their numbers.
  let listed: String

  init(to words: String, in text: Rope) {
    let wanted = words.split(whereSeparator: \.isNewline).map { Self.pairs(in: Array($0.utf8)) }.max {
      $0.count < $1.count
    }
    guard let wanted, !wanted.isEmpty else {
      listed = ""
      return
    }
    var found: [(likeness: Double, line: Int)] = []
    for line in 0..<text.lineCount {
      let pairs = Self.pairs(in: Array(Self.beginning(of: line, in: text).utf8))
      let likeness = 2 * Double(pairs.intersection(wanted).count) / Double(max(1, pairs.count + wanted.count))
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

  private static func pairs(in bytes: [UInt8]) -> Set<UInt16> {
    let bytes = bytes.prefix(longest)
    return Set(zip(bytes, bytes.dropFirst()).map { UInt16($0) << 8 | UInt16($1) })
  }
}
