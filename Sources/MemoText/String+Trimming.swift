extension String {
  /// The text without white space (Unicode's White_Space) at either end.
  package var trimmingWhiteSpace: String {
    // Most begin and end with a letter.
    if let first = utf8.first, let last = utf8.last, first.isVisibleASCII, last.isVisibleASCII { return self }
    return String(self[...].trimmingWhiteSpace)
  }
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

extension UInt8 {
  fileprivate var isVisibleASCII: Bool { (0x21...0x7E).contains(self) }
}
