/// The layout of help texts.
enum Help {
  /// The width in columns.
  static let width = 80

  /// Words in lines of this width; all lines but the first are indented. Ends with a line end.
  static func filled(_ text: String, width: Int, indent: Int = 0) -> String {
    var lines: [String] = []
    var line = ""
    for word in words(text) {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = String(repeating: " ", count: indent)
      }
      line += line.isEmpty || line.allSatisfy { $0 == " " } ? word : " \(word)"
    }
    return (lines + [line]).joined(separator: "\n") + "\n"
  }

  /// The parts that must not be split: words, the contents of brackets, and `...` with what it repeats.
  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    var isOpen = false
    for word in text.split(separator: " ") {
      if isOpen || word == "...", let last = words.popLast() {
        words.append("\(last) \(word)")
      } else {
        words.append(String(word))
      }
      isOpen = (isOpen || word.hasPrefix("[")) && !word.contains("]")
    }
    return words
  }

  /// Two columns, the second with wrapped text.
  static func rows(_ rows: [(String, String)]) -> String {
    let first = min(rows.map(\.0.count).max() ?? 0, 30)
    return rows.map { name, text in
      let filled = filled(text, width: width - first - 4).split(separator: "\n")
      let start = "  " + name + String(repeating: " ", count: max(2, first + 2 - name.count))
      // A name wider than its column has a line of its own.
      let lead = name.count > first ? "  \(name)\n" + String(repeating: " ", count: first + 4) : start
      return lead + filled.joined(separator: "\n" + String(repeating: " ", count: first + 4)) + "\n"
    }.joined()
  }
}
