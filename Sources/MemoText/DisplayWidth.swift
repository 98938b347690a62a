/// The columns that characters take up in a terminal, or wherever all have the same width.
package enum DisplayWidth {
  /// The width of a text without control characters.
  package static func of(_ text: String) -> Int {
    text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.count : text.reduce(0) { $0 + of($1) }
  }

  /// The width of one grapheme cluster: marks on its first scalar take no room; an emoji takes two columns, and so does
  /// a character that U+FE0F turns into one.
  package static func of(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if first.isASCII, character.unicodeScalars.count == 1 { return 1 }
    let properties = first.properties
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    if properties.isEmojiPresentation || isWide(first) { return 2 }
    return properties.isEmoji && character.unicodeScalars.contains("\u{FE0F}") ? 2 : 1
  }

  /// The beginning of a text that fits a number of columns, with … at its end if it is not all.
  package static func cut(_ text: String, to columns: Int) -> String {
    guard of(text) > columns else { return text }
    var (kept, width) = ("", 0)
    for character in text {
      width += of(character)
      guard width < columns else { break }
      kept.append(character)
    }
    return columns > 0 ? kept + "…" : ""
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    var (low, high) = (0, wide.count)
    while low < high {
      let middle = (low + high) / 2
      if wide[middle].upperBound < scalar.value { low = middle + 1 } else { high = middle }
    }
    return low < wide.count && wide[low].contains(scalar.value)
  }

  /// Wide and fullwidth characters (EastAsianWidth.txt of Unicode 16, W and F) that are no emoji; reserved code points
  /// between them count as their neighbours do.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F, 0x2E80...0x303E, 0x3041...0x3247,
    0x3250...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B,
    0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1D300...0x1D376, 0x1F200...0x1F202,
    0x1F210...0x1F23B, 0x1F240...0x1F248, 0x1F250...0x1F251, 0x1F260...0x1F265, 0x20000...0x2FFFD,
    0x30000...0x3FFFD,
  ]
}
