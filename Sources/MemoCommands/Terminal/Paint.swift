/// Colours of a terminal (ECMA-48, SGR), limited to those that every theme has.
enum Paint: Int, Sendable {
  case red = 31
  case green = 32
  case yellow = 33
  case cyan = 36

  /// The text in this colour, if there are colours.
  func on(_ text: String, _ terminal: Terminal) -> String {
    terminal.hasColours && !text.isEmpty ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
  }
}
