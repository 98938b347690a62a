import MemoEngine

extension Rope {
  /// The terminator of the line at a place, or else of the first line; nil if no line has one.
  func terminator(near offset: Int) -> String? {
    let line = position(at: offset, in: .utf8).line
    for line in [line, 0] where line + 1 < lineCount { return string(in: endOfLine(line)..<offsetOfLine(line + 1)) }
    return nil
  }
}

extension String {
  /// The text with every line end replaced by this one.
  func ended(as terminator: String) -> String {
    guard utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return self }
    var text = ""
    for character in self {
      text += character == "\n" || character == "\r\n" || character == "\r" ? terminator : String(character)
    }
    return text
  }
}
