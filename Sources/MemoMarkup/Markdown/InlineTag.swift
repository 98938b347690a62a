extension [UInt8] {
  /// The end of the tag or the autolink that begins at a place (CommonMark 0.31.2, sections 6.5 and 6.6); nil if there
  /// is none.
  func tagEnd(at start: Int, before end: Int) -> Int? {
    var reader = TagReader(bytes: self, position: start + 1, end: end)
    return reader.url() ?? reader.tag()
  }
}

/// Scans one tag.
private struct TagReader {
  let bytes: [UInt8]
  var position: Int
  let end: Int

  private var byte: UInt8 { position < end ? bytes[position] : 0 }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard byte == UInt8(ascii: scalar) else { return false }
    position += 1
    return true
  }

  /// Skips bytes that meet a condition; returns their number.
  @discardableResult
  private mutating func skip(_ belongs: (UInt8) -> Bool) -> Int {
    let start = position
    while position < end, belongs(bytes[position]) { position += 1 }
    return position - start
  }

  /// The end of a URL or a mail address.
  mutating func url() -> Int? {
    let start = position
    defer { position = start }
    skip { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") }
    guard byte == UInt8(ascii: ">") else { return nil }
    let words = bytes[start..<position]
    let scheme = words.prefix { $0.isLetter || $0.isDigit || "+.-".utf8.contains($0) }
    let isURL =
      (2...32).contains(scheme.count) && scheme.first?.isLetter == true && words.dropFirst(scheme.count).first == 0x3A
    let isMail = words.contains(UInt8(ascii: "@")) && !words.contains(UInt8(ascii: "\\"))
    return isURL || isMail ? position + 1 : nil
  }

  /// The end of an opening or closing tag.
  mutating func tag() -> Int? {
    let isClosing = take("/")
    guard byte.isLetter else { return nil }
    skip { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") }
    while true {
      let space = skip(\.isSpace)
      if !isClosing, take("/") { return take(">") ? position : nil }
      if take(">") { return position }
      guard space > 0, !isClosing, attribute() else { return nil }
    }
  }

  private mutating func attribute() -> Bool {
    guard byte.isLetter || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":") else { return false }
    skip { $0.isLetter || $0.isDigit || "_.:-".utf8.contains($0) }
    let behindName = position
    skip(\.isSpace)
    guard take("=") else {
      position = behindName
      return true
    }
    skip(\.isSpace)
    for mark: Unicode.Scalar in ["\"", "'"] where take(mark) {
      skip { $0 != UInt8(ascii: mark) }
      return take(mark)
    }
    return skip { !$0.isSpace && !"\"'=<>`".utf8.contains($0) } > 0
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
  fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
