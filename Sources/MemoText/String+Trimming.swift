extension String {
  /// The text without white space (Unicode's White_Space) at either end.
  package var trimmingWhiteSpace: String { String(self[...].trimmingWhiteSpace) }
}

extension Substring {
  /// The text without white space (Unicode's White_Space) at either end.
  package var trimmingWhiteSpace: Substring {
    let start = unicodeScalars.drop { $0.properties.isWhitespace }
    guard let end = start.lastIndex(where: { !$0.properties.isWhitespace }) else {
      return self[startIndex..<startIndex]
    }
    return Substring(start[...end])
  }
}
