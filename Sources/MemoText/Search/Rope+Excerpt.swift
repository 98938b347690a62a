extension Rope {
  /// The most characters (Unicode scalars) an excerpt has.
  static let excerptLimit = 200
  /// The number of them that precede the match in a line that is too long.
  private static let excerptLead = 60

  /// The line in which a match begins, without its terminator; of a line that is too long, the part around the match,
  /// which holds all of it if it fits. O(log n).
  ///
  /// - Parameter match: bytes of the text, between scalars.
  public func excerpt(around match: Range<Int>) -> String {
    let line = position(at: match.lowerBound, in: .utf8).line
    let (lineStart, lineEnd) = (offsetOfLine(line), endOfLine(line))
    let place = min(match.lowerBound, lineEnd)
    // A scalar has at most four bytes. Two more tell whether a character ends; two, because flags are pairs of scalars.
    let reach = (Self.excerptLimit + 2) * 4
    let start = scalarBoundary(from: max(lineStart, place - reach))
    let end = scalarBoundary(from: min(lineEnd, place + reach))
    // A character (grapheme cluster) at the border may be cut.
    let before = string(in: start..<place).dropFirst(start > lineStart ? 1 : 0)
    let after = string(in: place..<end)[...]
    // A line of so few bytes can't be too long.
    if before.utf8.count + after.utf8.count <= Self.excerptLimit { return String(before + after) }
    let word = string(in: place..<max(place, min(match.upperBound, end))).unicodeScalars.count
    var lead = before.ending(of: min(Self.excerptLead, max(0, Self.excerptLimit - word)))
    let rest = after.beginning(of: Self.excerptLimit - lead.unicodeScalars.count)
    if end == lineEnd, rest.endIndex == after.endIndex {
      lead = before.ending(of: Self.excerptLimit - rest.unicodeScalars.count)
    }
    return String(lead + rest)
  }

  /// The first offset from `offset` on that lies between two scalars.
  package func scalarBoundary(from offset: Int) -> Int {
    var offset = offset
    while offset < summary.utf8, isContinuation(root.byte(at: offset)) { offset += 1 }
    return offset
  }
}

extension Substring {
  /// The first characters that have no more than `limit` scalars together; if the first has more, that many scalars.
  fileprivate func beginning(of limit: Int) -> Substring {
    guard let cut = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: endIndex) else { return self }
    let whole = border(atOrBefore: cut)
    return self[..<(whole == startIndex ? cut : whole)]
  }

  /// The last characters that have no more than `limit` scalars together.
  fileprivate func ending(of limit: Int) -> Substring {
    guard let cut = unicodeScalars.index(endIndex, offsetBy: -limit, limitedBy: startIndex) else { return self }
    let whole = border(atOrBefore: cut)
    return self[(whole < cut ? index(after: whole) : cut)...]
  }

  /// The last character border at or before a place.
  private func border(atOrBefore place: Index) -> Index {
    var place = place
    while String.Index(place, within: self) == nil { place = unicodeScalars.index(before: place) }
    return place
  }
}
