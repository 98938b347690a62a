import MemoEngine

extension Rope {
  /// What ends the line of a place, or else the first one; nil if no line has an end.
  func terminator(near offset: Int) -> String? {
    let line = position(at: offset, in: .utf8).line
    for line in [line, 0] where line + 1 < lineCount { return string(in: endOfLine(line)..<offsetOfLine(line + 1)) }
    return nil
  }
}

extension String {
  /// The text with each line's end as another one.
  func ended(as terminator: String) -> String {
    guard utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return self }
    var text = ""
    for character in self {
      text += character == "\n" || character == "\r\n" || character == "\r" ? terminator : String(character)
    }
    return text
  }
}
