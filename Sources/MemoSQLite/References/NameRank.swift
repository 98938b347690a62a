import CSystem

/// The ways in which a text matches a name, the best first.
enum NameRank: Int, Comparable {
  /// It equals the name.
  case whole
  /// The name begins with it.
  case beginning
  /// A word of the name begins with it.
  case word
  /// The name contains it.
  case anywhere

  /// - Returns: nil if the name does not contain the text.
  init?(of text: [UInt8], in form: [UInt8]) {
    if form.starts(with: text) {
      self = form.count == text.count ? .whole : .beginning
      return
    }
    var isThere = false
    let isWord = form.withUnsafeBufferPointer { form in
      var place = 0
      while let found = form.firstPlace(of: text, from: place) {
        isThere = true
        if form.beginsWord(at: found) { return true }
        place = found + 1
      }
      return false
    }
    guard isThere else { return nil }
    self = isWord ? .word : .anywhere
  }

  static func < (left: NameRank, right: NameRank) -> Bool { left.rawValue < right.rawValue }
}

extension UnsafeBufferPointer<UInt8> {
  /// The first place of other bytes, from a place on.
  func firstPlace(of part: [UInt8], from start: Int) -> Int? {
    guard start < count, let base = baseAddress, !part.isEmpty else { return nil }
    return part.withUnsafeBytes { part in
      guard let needle = part.baseAddress,
        let found = memo_find_bytes(base + start, count - start, needle, part.count)
      else { return nil }
      return found - UnsafeRawPointer(base)
    }
  }

  /// Whether a place after the first has no letter, mark or digit before it.
  func beginsWord(at place: Int) -> Bool {
    let last = self[place - 1]
    if last < 0x80 {
      // Compared forms have no capital letters.
      return !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(last)
        && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(last)
    }
    guard let scalar = String(decoding: self[Swift.max(0, place - 4)..<place], as: UTF8.self).unicodeScalars.last else {
      return true
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      return false
    default: return true
    }
  }
}
