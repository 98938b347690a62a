extension Unicode.Scalar {
  /// Whether this scalar may become one with those before it, or trade places with them, when a text is normalised. A
  /// text can be normalised in parts that begin with scalars that do not.
  var joinsPrevious: Bool {
    if value < 0x300 { return false }
    switch value {
    case 0x1160...0x11FF, 0xD7B0...0xD7FF:  // Vowels and final consonants of Hangul.
      return true
    case 0x16D60...0x16D7F:  // Kirat Rai, whose vowel signs are letters.
      return true
    default:
      switch properties.generalCategory {
      case .nonspacingMark, .spacingMark, .enclosingMark: return true
      default: return false
      }
    }
  }
}
