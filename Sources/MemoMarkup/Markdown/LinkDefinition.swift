/// A link reference definition, `[label]: destination "title"` (CommonMark 0.31.2, section 4.7). The beginning of a
/// footnote, `[^1]: words`, is none, as wherever footnotes are known: it is words, which may hold links.
struct LinkDefinition: Sendable {
  /// The most characters of a label.
  static let longestLabel = 999

  /// The label between its brackets, line ends as spaces.
  let label: [UInt8]
  /// The label's range.
  let labelRange: Range<Int>
  /// The destination's range, without `<` and `>`.
  let destination: Range<Int>
  /// Its lines.
  var lines: [Range<Int>] = []

  /// Reads the definition that begins with the first of some lines.
  ///
  /// - Returns: it, and how many lines it takes; nil if there is none.
  static func read(_ text: UnsafeBufferPointer<UInt8>, _ lines: ArraySlice<Range<Int>>) -> (LinkDefinition, Int)? {
    var reader = Reader(text: text, lines: lines)
    let start = reader.position + 1
    guard let label = reader.label(), !label.isFootnoteLabel else { return nil }
    let labelRange = start..<reader.position - 1
    guard reader.take(":") else { return nil }
    reader.skipSpace(lines: 1)
    guard let destination = reader.destination() else { return nil }
    let definition = LinkDefinition(label: label, labelRange: labelRange, destination: destination)
    // If a title on a line of its own is malformed, the definition ends before it.
    var titled = reader
    if titled.skipSpace(lines: 1), titled.title(), titled.isAtEndOfLine { return (definition, titled.linesTaken) }
    return reader.isAtEndOfLine ? (definition, reader.linesTaken) : nil
  }

  /// Reads the parentheses after a link's text (section 6.3).
  ///
  /// - Parameter range: from the opening parenthesis to the end of the link's block, on one line.
  /// - Returns: the destination, and the end of the parentheses; nil if they hold none.
  static func readInline(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> (Range<Int>, end: Int)? {
    // Most hold an address and nothing else.
    let start = range.lowerBound + 1
    if text[range.lowerBound] == UInt8(ascii: "("),
      let end = text[start..<range.upperBound].firstIndex(where: \.mayEndAddress), end > start,
      text[end] == UInt8(ascii: ")")
    {
      return (start..<end, end + 1)
    }
    var reader = Reader(text: text, lines: [range])
    guard reader.take("(") else { return nil }
    reader.skipSpace(lines: 0)
    var destination = reader.position..<reader.position
    if reader.byte != UInt8(ascii: ")") {
      guard let found = reader.destination(isInline: true) else { return nil }
      destination = found
      var titled = reader
      if titled.skipSpace(lines: 0), titled.title() { reader = titled }
      reader.skipSpace(lines: 0)
    }
    return reader.take(")") ? (destination, reader.position) : nil
  }

  /// Reads lines as if they were one text.
  private struct Reader {
    let text: UnsafeBufferPointer<UInt8>
    let lines: ArraySlice<Range<Int>>
    var line: Int
    var position: Int

    init(text: UnsafeBufferPointer<UInt8>, lines: ArraySlice<Range<Int>>) {
      (self.text, self.lines) = (text, lines)
      line = lines.startIndex
      position = lines.first?.lowerBound ?? 0
    }

    /// The current byte; a line feed at the end of a line that is not the last, nil at the end.
    var byte: UInt8? {
      guard line < lines.endIndex else { return nil }
      if position < lines[line].upperBound { return text[position] }
      return line + 1 < lines.endIndex ? 0x0A : nil
    }

    mutating func step() {
      guard line < lines.endIndex else { return }
      if position < lines[line].upperBound {
        position += 1
      } else {
        line += 1
        if line < lines.endIndex { position = lines[line].lowerBound }
      }
    }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
      guard byte == UInt8(ascii: scalar) else { return false }
      step()
      return true
    }

    /// Skips white space with no more line ends than this; returns whether there was any.
    @discardableResult
    mutating func skipSpace(lines most: Int) -> Bool {
      var (ends, count) = (0, 0)
      while let next = byte, next == 0x20 || next == 0x09 || next == 0x0A && ends < most {
        if next == 0x0A { ends += 1 }
        step()
        count += 1
      }
      return count > 0
    }

    var isAtEndOfLine: Bool {
      mutating get {
        skipSpace(lines: 0)
        return byte == nil || byte == 0x0A
      }
    }

    var linesTaken: Int { min(line + 1, lines.endIndex) - lines.startIndex }

    /// Takes an escaped character with its backslash; false if none is here.
    private mutating func takeEscaped(_ bytes: inout [UInt8]) -> Bool {
      guard byte == UInt8(ascii: "\\") else { return false }
      bytes.append(UInt8(ascii: "\\"))
      step()
      if let next = byte, next.isASCIIPunctuation {
        bytes.append(next)
        step()
      }
      return true
    }

    mutating func label() -> [UInt8]? {
      guard take("[") else { return nil }
      var label: [UInt8] = []
      var hasInk = false
      while let next = byte, label.count <= LinkDefinition.longestLabel {
        if next == UInt8(ascii: "[") { return nil }
        if next == UInt8(ascii: "]") {
          step()
          return hasInk ? label : nil
        }
        if next != 0x20, next != 0x09, next != 0x0A { hasInk = true }
        if takeEscaped(&label) { continue }
        label.append(next == 0x0A ? 0x20 : next)
        step()
      }
      return nil
    }

    /// Takes a destination. An inline one ends before a parenthesis that it didn't open.
    mutating func destination(isInline: Bool = false) -> Range<Int>? {
      var ignored: [UInt8] = []
      if take("<") {
        let start = position
        while let next = byte, next != 0x0A, next != UInt8(ascii: "<") {
          if next == UInt8(ascii: ">") {
            defer { step() }
            return start..<position
          }
          if !takeEscaped(&ignored) { step() }
        }
        return nil
      }
      let start = position
      var depth = 0
      while let next = byte, next > 0x20, next != 0x7F {
        if next == UInt8(ascii: "(") { depth += 1 }
        if next == UInt8(ascii: ")") {
          if depth == 0, isInline { break }
          depth -= 1
          if depth < 0 { return nil }
        }
        if depth > 32 { return nil }
        if !takeEscaped(&ignored) { step() }
      }
      return depth == 0 && position > start ? start..<position : nil
    }

    mutating func title() -> Bool {
      guard let mark = byte, "\"'(".utf8.contains(mark) else { return false }
      let end = mark == UInt8(ascii: "(") ? UInt8(ascii: ")") : mark
      step()
      var ignored: [UInt8] = []
      while let next = byte {
        if next == end {
          step()
          return true
        }
        if next == mark { return false }
        if !takeEscaped(&ignored) { step() }
      }
      return false
    }
  }
}

extension RandomAccessCollection<UInt8> {
  /// Whether it names a footnote when written between brackets: `^` and more, without white space and escapes.
  var isFootnoteLabel: Bool {
    count > 1 && first == UInt8(ascii: "^") && !contains { " \t\n\r\\".utf8.contains($0) }
  }
}

extension UInt8 {
  /// Whether a destination ends before it, or what follows decides.
  fileprivate var mayEndAddress: Bool {
    switch self {
    case ...0x20, 0x7F, UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"), UInt8(ascii: "\\"): true
    default: false
    }
  }

  /// Whether a backslash before it escapes it (CommonMark 0.31.2, section 2.4).
  var isASCIIPunctuation: Bool {
    switch self {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }
}
