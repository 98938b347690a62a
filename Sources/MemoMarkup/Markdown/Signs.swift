import MemoText
import Platform

extension [UInt8] {
  /// The first byte that may begin a sign or escape one.
  func plainEnd(_ range: Range<Int>) -> Int {
    var position = range.lowerBound
    while position < range.upperBound {
      let byte = self[position]
      if byte == UInt8(ascii: "!") || byte == UInt8(ascii: "#") || byte == UInt8(ascii: "[")
        || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "^")
      {
        break
      }
      position = skipPlain(from: position + 1, before: range.upperBound)
    }
    return position
  }

  /// The tag whose `#` is at a place: letters, marks, digits, `_`, `-` and `/`, with a letter that is not just a digit
  /// of a colour such as `#12ab9f`; nil if there is none. A final `/` is not part of it.
  func tag(at start: Int, before end: Int) -> Range<Int>? {
    var hasLetter = false
    var last = nameEnd(start + 1..<end) { scalar in
      if scalar.isLetter { hasLetter = true }
      return scalar.isInTag
    }
    while last > start + 1, self[last - 1] == UInt8(ascii: "/") { last -= 1 }
    guard hasLetter, !self[(start + 1)..<last].isColour else { return nil }
    return start..<last
  }

  /// The end of the scalars that belong to a name.
  func nameEnd(_ range: Range<Int>, _ belongs: (Unicode.Scalar) -> Bool) -> Int {
    var position = range.lowerBound
    while position < range.upperBound {
      let width = self[position] < 0x80 ? 1 : self[position] < 0xE0 ? 2 : self[position] < 0xF0 ? 3 : 4
      guard position + width <= range.upperBound, let scalar = scalar(position, width), belongs(scalar) else { break }
      position += width
    }
    return position
  }

  private func scalar(_ position: Int, _ width: Int) -> Unicode.Scalar? {
    if width == 1 { return Unicode.Scalar(self[position]) }
    var value = UInt32(self[position]) & (0xFF >> UInt32(width + 1))
    for index in 1..<width { value = value << 6 | UInt32(self[position + index] & 0x3F) }
    return Unicode.Scalar(value)
  }
}

extension ArraySlice<UInt8> {
  /// Whether it is a colour of style sheets: 3, 4, 6 or 8 hexadecimal digits, one of them 0 to 9.
  fileprivate var isColour: Bool {
    [3, 4, 6, 8].contains(count) && allSatisfy { $0.hexDigit != nil } && contains { (0x30...0x39).contains($0) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the scalar before a place is Unicode's White_Space.
  func hasWhiteSpace(before place: Int) -> Bool {
    var start = place - 1
    while start > 0, self[start] & 0xC0 == 0x80, place - start < 4 { start -= 1 }
    let text = String(decoding: self[start..<place], as: UTF8.self)
    return text.unicodeScalars.last?.properties.isWhitespace ?? false
  }

  /// The number of line ends in a range.
  func lineEnds(_ range: Range<Int>) -> Int {
    range.count { self[$0] == 0x0A || self[$0] == 0x0D && !($0 + 1 < count && self[$0 + 1] == 0x0A) }
  }
}

extension Rope {
  /// The number of words from an offset on, separated by white space.
  func wordCount(from start: Int) -> Int {
    var count = 0
    var isWord = false
    // Pieces never cut a scalar.
    forEachChunk(in: start..<summary.utf8) { piece in
      let raw = UnsafeRawBufferPointer(piece)
      var index = 0
      while index < piece.count {
        if index + 8 <= piece.count,
          let words = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)).asciiWords
        {
          // The bit of a word's byte, unless the byte before it is of a word, too.
          count += (words & ~(words << 8 | (isWord ? 0x80 : 0))).nonzeroBitCount
          isWord = words >> 63 == 1
          index += 8
          continue
        }
        let byte = piece[index]
        var isSpace = byte == 0x20 || (0x09...0x0D).contains(byte)
        var width = 1
        // White space beyond ASCII begins with one of these bytes.
        if byte == 0xC2 || byte >= 0xE1 && byte <= 0xE3 {
          width = byte == 0xC2 ? 2 : 3
          if index + width <= piece.count { isSpace = piece.hasWhiteSpace(before: index + width) }
        }
        if !isSpace, !isWord { count += 1 }
        isWord = !isSpace
        index += width
      }
    }
    return count
  }
}

extension UInt64 {
  /// The highest bit of each of eight bytes of ASCII that is no white space, the first byte the lowest; nil if one is
  /// not of ASCII.
  fileprivate var asciiWords: UInt64? {
    let (ones, high): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    guard self & high == 0 else { return nil }
    // The highest bit of each byte: whether it is no space, is at least a tab, is more than a carriage return. No sum
    // goes beyond its byte.
    let isNoSpace = (self ^ ones &* 0x20) &+ ones &* 0x7F
    let (isTab, isMore) = (self &+ ones &* 0x77, self &+ ones &* 0x72)
    return isNoSpace & ~(isTab & ~isMore) & high
  }
}

extension Unicode.Scalar {
  fileprivate var isLetter: Bool {
    if isASCII { return (0x41...0x5A).contains(value & ~0x20) }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: return true
    default: return false
    }
  }

  fileprivate var isMarkOrDigit: Bool {
    if isASCII { return (0x30...0x39).contains(value) }
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber: return true
    default: return false
    }
  }

  fileprivate var isInTag: Bool { isLetter || isMarkOrDigit || self == "_" || self == "-" || self == "/" }

  /// Whether it may be in a block's name.
  var isInBlockName: Bool { isLetter || isMarkOrDigit || self == "_" || self == "-" }
}
