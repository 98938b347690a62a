extension Rope {
  /// The most characters (grapheme clusters) an excerpt has.
  static let excerptLimit = 200
  /// How many characters before the match it shows of a line that is too long.
  private static let excerptLead = 60
  /// How many bytes it looks at before and behind: where characters have more than ten bytes each, it is shorter.
  private static let excerptBytes = 2048

  /// The line in which `offset` lies, without its terminator: of a long one the part around it. O(log n).
  public func excerpt(around offset: Int) -> String {
    let line = position(at: offset, in: .utf8).line
    let lineStart = offsetOfLine(line)
    let lineEnd = endOfLine(line)
    let offset = min(offset, lineEnd)
    let start = scalarBoundary(from: max(lineStart, offset - Self.excerptBytes))
    let end = scalarBoundary(from: min(lineEnd, offset + Self.excerptBytes))
    // A character at the border may be cut.
    let before = string(in: start..<offset).dropFirst(start > lineStart ? 1 : 0)
    let after = string(in: offset..<end).dropLast(end < lineEnd ? 1 : 0)
    // No line of so few bytes is too long.
    if before.utf8.count + after.utf8.count <= Self.excerptLimit { return String(before + after) }
    var lead = before.suffix(Self.excerptLead)
    let rest = after.prefix(Self.excerptLimit - lead.count)
    if end == lineEnd, rest.endIndex == after.endIndex { lead = before.suffix(Self.excerptLimit - rest.count) }
    return String(lead + rest)
  }

  /// The first offset from `offset` on that lies between two scalars.
  private func scalarBoundary(from offset: Int) -> Int {
    var offset = offset
    while offset < summary.utf8, isContinuation(root.byte(at: offset)) { offset += 1 }
    return offset
  }
}
