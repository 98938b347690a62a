extension StringProtocol {
  /// The form in which names are compared that a link can lead by: titles, aliases, headings. It is
  /// ``Swift/String/canonicalCaseless`` with each run of Unicode's White_Space as one space, and none at either end.
  /// O(n).
  public var nameForm: String {
    String(self).canonicalCaseless.unicodeScalars.split { $0.properties.isWhitespace }
      .map { String($0) }.joined(separator: " ")
  }
}
