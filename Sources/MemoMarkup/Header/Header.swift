import JSON
package import MemoText

/// What stands before a text, between lines of `---` or `+++` or in braces, and tells of it: its title, tags, times.
package struct Header: Sendable {
  /// Where it stands, and what it is written in.
  package let bounds: HeaderBounds
  /// What it says, in order.
  package let members: [HeaderMember]
  /// Why not all of it can be read; nil if it can.
  package let problem: String?
  /// Whether lines such as `name: value` can be added at its end.
  package let takesLines: Bool
  /// By which rules it was read.
  package let rules: HeaderRules

  /// The most bytes of a header, its lines of marks included: 1 MiB. What is longer is text.
  package static let largest = 1 << 20

  /// Reads the header of a text that begins with these bytes.
  ///
  /// - Returns: nil if there is none: no first line of marks, no last one within ``largest`` bytes, or something
  ///   between them that is no list of names and values; or no JSON, or none that says anything that has a meaning.
  package init?(_ bytes: [UInt8], _ rules: HeaderRules = .memos) {
    guard let bounds = HeaderBounds(bytes), bounds.end <= Self.largest else { return nil }
    self.init(bytes, bounds, rules)
  }

  /// Reads the header of a text. A text without one costs a look at its first bytes, one with a header about as much as
  /// that is long.
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
      // What is cut off may be the end of the last line.
      if let bounds = HeaderBounds(bytes), bounds.end < bytes.count || bytes.count == text.summary.utf8 {
        guard bounds.end <= Self.largest else { return nil }
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
    if bounds.syntax == .json {
      guard let document = try? JSONDocument(Array(contents)),
        case .map(let members) = HeaderValue(JSONValue(document.root)),
        members.contains(where: { HeaderName($0.name, .notes) != nil })
      else { return nil }
      (self.members, problem, takesLines) = (members, nil, false)
      return
    }
    if bounds.syntax == .toml {
      (members, problem) = TOMLReader.read(Array(contents))
      takesLines = true
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

  /// What is nearly YAML, as many write it: `title: One: two`. Each member is read by itself; a title that can't be is
  /// what stands on its line. Nil if it doesn't look so: some line has no name, is not indented, no item of a list and
  /// no comment.
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

  /// How many members are read by themselves at most.
  static let mostByThemselves = 100
}

extension String {
  /// Without white space at either end.
  var trimmingWhiteSpace: String {
    let start = unicodeScalars.drop { $0.properties.isWhitespace }
    guard let end = start.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
    return String(start[...end])
  }

  /// Without a quotation mark at either end, where there is the same at both.
  fileprivate var withoutQuotationMarks: String {
    guard utf8.count >= 2, let mark = first, mark == "\"" || mark == "'", last == mark else { return self }
    return String(dropFirst().dropLast())
  }
}
