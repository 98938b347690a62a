import JSON
import MemoMarkup
import MemoModel
import MemoText

/// A text with a header keeps it, and gets no second one: what the header doesn't say is added to it, after a line that
/// says how many lines were added, so that they can be removed again. A line that would repeat a name, or that the
/// header's language can't express, is added as a comment.
extension FrontMatter {
  /// The beginning of the line with the number of added lines.
  private static let mark = "# memo-ls added lines: "

  /// The text with all members in its header or before it.
  func bytes(before text: Rope) -> [UInt8] {
    guard let header = Header(text, .notes) else { return bytes + text.utf8Bytes }
    let bytes = text.utf8Bytes
    let added = header.bounds.syntax == .json ? addingMember(to: header, bytes) : adding(to: header, bytes)
    // A byte order mark at the beginning of a file is not part of the text, so the text's own comes after another.
    return (bytes.starts(with: HeaderBounds.byteOrderMark) ? HeaderBounds.byteOrderMark : []) + added
  }

  private func adding(to header: Header, _ text: [UInt8]) -> [UInt8] {
    let names = Set(header.members.map(\.name))
    let unsaid = unsaid(by: header)
    // If the text's own header looks like one with additions, an empty addition protects it.
    guard !unsaid.isEmpty || Self.added(to: text) != nil || Self.read(text) != nil else { return text }
    let lineEnd = text[..<header.bounds.contents.lowerBound].suffix(2).elementsEqual("\r\n".utf8) ? "\r\n" : "\n"
    let separator = header.bounds.syntax == .yaml ? ": " : " = "
    var lines = Array("\(Self.mark)\(unsaid.count)\(lineEnd)".utf8)
    for (name, value) in unsaid {
      let isRemark =
        names.contains(name) || value.elementsEqual("null".utf8) || !header.takesLines
        || header.bounds.syntax == .toml && !Self.isTOML(name, value)
      lines += (isRemark ? "# ".utf8.map { $0 } : []) + Self.key(name) + separator.utf8 + value + lineEnd.utf8
    }
    // Tables come last in TOML, and lines after one belong to it.
    let place = header.bounds.syntax == .yaml ? header.bounds.contents.upperBound : header.bounds.contents.lowerBound
    return text[..<place] + lines + text[place...]
  }

  /// The lines that an import would not read from a header. The path is left out: the file has its own.
  func unsaid(by header: Header) -> [Line] {
    let told = HeaderReading(header)
    var rest = self
    if told.created ?? told.modified == created { rest.created = nil }
    if told.modified ?? told.created == modified { rest.modified = nil }
    // An import takes the file's own path, unless it is told that there is none.
    rest.properties["path"] = properties["path"] == nil ? .null : nil
    for (name, words) in [("tags", told.tags), ("aliases", told.meaning.aliases)] {
      guard !words.isEmpty else { continue }
      // Null removes what the memo no longer has.
      rest.properties[name] = properties[name] ?? .null
      guard case .array(let values)? = properties[name] else { continue }
      let isSame = values.elementsEqual(words) { value, word in
        if case .string(let text) = value { text.utf8.elementsEqual(word.utf8) } else { false }
      }
      if isSame { rest.properties[name] = nil }
    }
    return rest.lines
  }

  /// Whether TOML can express it: names without dots, and neither null nor maps.
  private static func isTOML(_ name: String, _ value: [UInt8]) -> Bool {
    if times.contains(name) { return true }
    guard !name.isEmpty, !name.contains("."), let document = try? JSONDocument(value) else { return false }
    switch JSONValue(document.root) {
    case .string, .bool: return true
    case .array(let items): return items.allSatisfy { if case .string = $0 { true } else { false } }
    case .null, .number, .object: return false
    }
  }

  /// Removes from a text's header what export added; nil if it added nothing.
  ///
  /// - Returns: the addition, and the original text.
  static func added(to bytes: [UInt8]) -> (matter: FrontMatter, text: [UInt8])? {
    guard let bounds = HeaderBounds(bytes) else { return nil }
    if bounds.syntax == .json { return addedMember(in: bytes, bounds) }
    let isYAML = bounds.syntax == .yaml
    var lines: [HeaderLines.Line] = []
    for line in HeaderLines(Array(bytes[..<bounds.contents.upperBound]), from: bounds.contents.lowerBound) {
      lines.append(line)
    }
    // The last such line of YAML, and the first line of TOML, is the one that was added last.
    let found = isYAML ? lines.lastIndex { count(in: $0) != nil } : lines.first.flatMap { count(in: $0) }.map { _ in 0 }
    guard let found, let count = count(in: lines[found]), count < lines.count - found,
      !isYAML || count == lines.count - found - 1
    else { return nil }
    var matter = FrontMatter()
    for line in lines[(found + 1)...].prefix(count) {
      let content = line.bytes.starts(with: "# ".utf8) ? line.bytes.dropFirst(2) : line.bytes
      guard matter.take(content, separator: isYAML ? ": " : " = ") else { return nil }
    }
    guard matter.isRight else { return nil }
    let range = lines[found].range.lowerBound..<lines[found + count].range.upperBound
    return (matter, Array(bytes[..<range.lowerBound] + bytes[range.upperBound...]))
  }

  private static func count(in line: HeaderLines.Line) -> Int? {
    guard line.bytes.starts(with: mark.utf8) else { return nil }
    let digits = line.bytes.dropFirst(mark.utf8.count)
    guard digits.count <= 6, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }
}
