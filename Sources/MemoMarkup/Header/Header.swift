import JSON
package import MemoText

/// The front matter of a text, between lines of `---` or `+++` or in braces: its title, tags, times and more.
package struct Header: Sendable {
  /// Its range, and the language it is written in.
  package let bounds: HeaderBounds
  /// Its members, in order.
  package let members: [HeaderMember]
  /// The lines and members of TOML's tables that have no meaning, in order.
  let tables: [HeaderMember]
  /// Why part of it can't be read; nil if all can.
  package let problem: String?
  /// Whether lines such as `name: value` can be added at its end.
  package let takesLines: Bool
  /// The rules by which it was read.
  package let rules: HeaderRules

  /// The longest header, including its lines of marks: 1 MiB. Anything longer is text.
  package static let largest = 1 << 20

  /// Reads the header of a text that begins with these bytes.
  ///
  /// - Returns: nil if there is none: no first line of marks, no last one within ``largest`` bytes, or something
  ///   between them that is no list of names and values; or JSON that is malformed or has no member with a meaning.
  package init?(_ bytes: [UInt8], _ rules: HeaderRules = .memos) {
    guard let bounds = HeaderBounds(bytes), bounds.end <= Self.largest else { return nil }
    self.init(bytes, bounds, rules)
  }

  /// Reads the header of a text. For a text without one this examines only the first bytes; otherwise it costs about as
  /// much as the header is long. An object of JSON is one only with words behind it.
  package init?(_ text: Rope, _ rules: HeaderRules = .memos) {
    func beginning(_ count: Int) -> [UInt8] {
      var bytes: [UInt8] = []
      text.forEachChunk(in: 0..<min(count, text.summary.utf8)) { bytes.append(contentsOf: $0) }
      return bytes
    }
    guard HeaderBounds.syntax(beginning(7)) != nil else { return nil }
    var count = 4096
    while true {
      let bytes = beginning(count)
      // The header may end exactly where the bytes were cut off.
      if let bounds = HeaderBounds(bytes), bounds.end < bytes.count || bytes.count == text.summary.utf8 {
        guard bounds.end <= Self.largest else { return nil }
        // Nobody writes a memo of front matter in JSON alone: one that is an object is about that.
        if bounds.syntax == .json, text.firstInk(from: bounds.end) == nil { return nil }
        self.init(bytes, bounds, rules)
        return
      }
      guard count <= Self.largest, count < text.summary.utf8 else { return nil }
      count *= 8
    }
  }

  private init?(_ bytes: [UInt8], _ bounds: HeaderBounds, _ rules: HeaderRules) {
    (self.bounds, self.rules) = (bounds, rules)
    let contents = bytes[bounds.contents]
    if bounds.syntax == .toml {
      // Prose may stand between such lines, too.
      if rules == .memos, TOMLReader.isProse(Array(contents)) { return nil }
      (members, tables, problem) = TOMLReader.read(Array(contents))
      takesLines = true
      return
    }
    tables = []
    if bounds.syntax == .json {
      guard let document = try? JSONDocument(Array(contents)),
        case .map(let members) = HeaderValue(JSONValue(document.root)),
        members.contains(where: { HeaderName($0.name, .notes) != nil })
      else { return nil }
      (self.members, problem, takesLines) = (members, nil, false)
      return
    }
    do throws(YAMLReader.Problem) {
      guard let (value, isBlock) = try YAMLReader.read(contents) else {
        (members, problem, takesLines) = ([], nil, true)
        return
      }
      guard case .map(let members) = value else { return nil }
      (self.members, problem, takesLines) = (members, nil, isBlock)
    } catch {
      guard rules == .notes, let members = Self.lines(Array(contents)) else { return nil }
      (self.members, problem, takesLines) = (members, error.reason, true)
    }
  }

  /// Reads what is nearly YAML, as many write it: `title: One: two`. Each member is read by itself; a title that can't
  /// be is the rest of its line. Nil if it doesn't look so: some line has no name, is not indented, no item of a list
  /// and no comment.
  private static func lines(_ bytes: [UInt8]) -> [HeaderMember]? {
    var starts: [(name: String, value: Int, range: Range<Int>)] = []
    for line in HeaderLines(bytes) {
      guard let first = line.bytes.first, !" \t#-]}".utf8.contains(first) else { continue }
      guard let colon = line.bytes.firstIndex(of: UInt8(ascii: ":")), colon - line.bytes.startIndex <= 100 else {
        return nil
      }
      let rest = line.bytes[(colon + 1)...]
      guard rest.first.map({ " \t".utf8.contains($0) }) ?? true else { return nil }
      starts.append((String(decoding: line.bytes[..<colon], as: UTF8.self), colon + 1, line.range))
    }
    var members: [HeaderMember] = []
    for (index, start) in starts.enumerated()
    where members.count < mostByThemselves && HeaderName(start.name, .notes) != nil {
      let end = index + 1 < starts.count ? starts[index + 1].range.lowerBound : bytes.count
      if case .map(let found)? = (try? YAMLReader.read(bytes[start.range.lowerBound..<end]))?.value {
        members += found
      } else if HeaderName(start.name, .notes) == .title {
        let text = String(decoding: bytes[start.value..<start.range.upperBound], as: UTF8.self).withOrderedMarks
          .trimmingWhiteSpace
        members.append(HeaderMember(name: start.name, value: .scalar(text.withoutQuotationMarks, isPlain: true)))
      }
    }
    return members
  }

  /// The most members that are read by themselves.
  static let mostByThemselves = 100
}

extension String {
  /// The text without quotation marks, if it has the same one at both ends.
  fileprivate var withoutQuotationMarks: String {
    guard utf8.count >= 2, let mark = first, mark == "\"" || mark == "'", last == mark else { return self }
    return String(dropFirst().dropLast())
  }
}
