/// How well a typed text fits a name, both in their compared forms; the best first.
enum NameFit: CaseIterable {
  case whole, beginning, beginningOfWord, anywhere

  /// Nil if it does not fit.
  init?(of typed: String, in name: String) {
    if name == typed {
      self = .whole
    } else if name.utf8.starts(with: typed.utf8) {
      self = .beginning
    } else {
      let places = name.unicodeScalars.indices.filter { name.unicodeScalars[$0...].starts(with: typed.unicodeScalars) }
      if places.isEmpty { return nil }
      let isWord = places.contains { !name.unicodeScalars[name.unicodeScalars.index(before: $0)].isPartOfWord }
      self = isWord ? .beginningOfWord : .anywhere
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isPartOfWord: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark:
      true
    default: false
    }
  }
}
