extension Rope {
  /// The most characters (grapheme clusters) an excerpt has.
  public static let excerptLimit = 200
  /// How many characters before the match it shows of a line that is too long.
  private static let excerptLead = 60
  /// How many bytes it looks at before and behind; characters of more bytes than one expects make it shorter.
  private static let excerptBytes = 4096

  /// The line in which `offset` lies, without its terminator: of a long one the part around it. O(log n).
  public func excerpt(around offset: Int) -> String {
    let line = position(at: offset, in: .utf8).line
    let lineStart = offsetOfLine(line)
    let lineEnd = endOfLine(line)
    let offset = min(offset, lineEnd)
    let before = string(in: scalarBoundary(from: max(lineStart, offset - Self.excerptBytes))..<offset)
    let after = string(in: offset..<scalarBoundary(from: min(lineEnd, offset + Self.excerptBytes)))
    let rest = after.prefix(Self.excerptLimit)
    let lead = before.suffix(max(Self.excerptLead, Self.excerptLimit - rest.count))
    return String(lead + rest.prefix(Self.excerptLimit - lead.count))
  }

  /// The first offset from `offset` on that lies between two scalars.
  private func scalarBoundary(from offset: Int) -> Int {
    var offset = offset
    while offset < summary.utf8, isContinuation(root.byte(at: offset)) { offset += 1 }
    return offset
  }
}
