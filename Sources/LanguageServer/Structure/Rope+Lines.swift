import MemoText

extension Rope {
  /// The line that a byte is on.
  func line(of offset: Int) -> Int { position(at: offset, in: .utf8).line }

  /// Whether there is nothing but white space on a line.
  func isBlank(line: Int) -> Bool {
    var isBlank = true
    forEachChunk(in: offsetOfLine(line)..<endOfLine(line)) { chunk in
      if !chunk.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { isBlank = false }
    }
    return isBlank
  }

  /// The line end of the text: that of its first line.
  var lineEnd: String {
    lineCount > 1 && string(in: endOfLine(0)..<offsetOfLine(1)) == "\r\n" ? "\r\n" : "\n"
  }
}
