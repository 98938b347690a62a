/// Makes any text safe to show: memos come from anywhere, and terminals obey some characters.
enum TerminalSanitizer {
  /// One line: line ends and tabs become spaces, other control characters their pictures, and characters that change
  /// the order of the rest of the line are left out.
  static func line(_ text: String) -> String { line(text, controls: picture) }

  /// A field of a row for another program: control characters become spaces, too.
  static func field(_ text: String) -> String { line(text) { picture($0).map { _ in " " } } }

  private static func line(_ text: String, controls: (Unicode.Scalar) -> Unicode.Scalar?) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A, 0x0D, 0x85, 0x2028, 0x2029: result.append(" ")
      // Marks, embeddings, overrides and isolates (Unicode Standard Annex 9), and invisible characters.
      case 0x061C, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060...0x2069, 0xFEFF, 0xAD: break
      default: result.append(controls(scalar) ?? scalar)
      }
    }
    return String(result)
  }

  /// A text of many lines, whose line ends and tabs stay.
  static func text(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var isAfterReturn = false
    for scalar in text.unicodeScalars {
      if scalar == "\n" {
        if !isAfterReturn { result.append(scalar) }
      } else if scalar == "\r" {
        result.append("\n")
      } else {
        result.append(scalar == "\t" ? scalar : picture(scalar) ?? scalar)
      }
      isAfterReturn = scalar == "\r"
    }
    return String(result)
  }

  /// The picture of a control character (Unicode's Control Pictures); those of C1 have none. Nil for all others.
  private static func picture(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value)
    case 0x7F: "\u{2421}"
    case 0x80..<0xA0: "\u{FFFD}"
    default: nil
    }
  }
}
