import MemoEngine
import MemoMarkup
import MemoText

/// The words being typed at a place of a text, as far as something can be offered for them.
struct CompletionPlace: Sendable {
  enum Kind: Sendable {
    /// A note's name in `[[`; a heading in `[[x#`; a block in `[[x#^`.
    case note, heading, block
    /// A path or a name in `](`, and a heading behind its `#`.
    case destination, destinationHeading
    /// A heading of any note in `[[##`, and in `](##`.
    case anyHeading, anyDestinationHeading
    /// A tag behind `#`, and one in the front matter.
    case tag, headerTag
    /// A name in the front matter.
    case headerName
    /// A definition's label in `][`, and a footnote's in `[^`.
    case label, footnote
  }

  let kind: Kind
  /// The part of it that was typed already; for a part of a note, with the note: `x#` or `x#^`.
  let query: String
  /// The typed part of the name that is completed, and the note and the mark before that.
  let typed: String, note: String
  /// The range that it replaces: what was typed, and what stands behind it and belongs to it.
  let range: Range<Int>
  /// The text to put before it and behind it, because it is not there yet.
  private(set) var opening = ""
  let closing: String
  /// Whether it is the path of a picture, and whether it stands in an attribute of HTML.
  private(set) var isPicture = false, isAttribute = false
  /// Whether what it names is to be shown there, `![[`; whether a label or a part of it is behind it already.
  private(set) var (isEmbedded, isFollowed) = (false, false)

  /// The most bytes of a line that are looked at before a place.
  private static let longest = 1000

  /// Reads what is being typed at a place; nil if it is nothing that could be completed.
  init?(at offset: Int, in text: Rope, _ outline: Outline) {
    let line = text.position(at: offset, in: .utf8).line
    var start = max(text.offsetOfLine(line), offset - Self.longest)
    while !text.hasScalarBorders(start..<start) { start += 1 }
    let before = text.string(in: start..<offset)
    var end = min(text.endOfLine(line), offset + Self.longest)
    while !text.hasScalarBorders(end..<end) { end -= 1 }
    let behind = text.string(in: offset..<max(offset, end))
    if offset < Self.endOfHeader(text) {
      guard line > 0, let found = Self.header(before, line, text) else { return nil }
      self.init(header: found.kind, found.query, offset, before.dropLast(found.query.count), behind)
      return
    }
    if outline.code.contains(where: { $0.range.lowerBound < offset && offset <= $0.range.upperBound }) { return nil }
    if let open = before.range(ofLast: "[["), !before[open.upperBound...].contains(where: { "[]|".contains($0) }) {
      self.init(wiki: String(before[open.upperBound...]), offset, behind)
      isEmbedded = before[..<open.lowerBound].hasSuffix("!")
    } else if let open = before.range(ofLast: "]("), !before[open.upperBound...].contains(where: { ")".contains($0) }) {
      let isPicture = before[..<open.lowerBound].endsInWordsOfPicture
      // A picture has no headings.
      if isPicture, before[open.upperBound...].contains("#") { return nil }
      self.init(destination: String(before[open.upperBound...]), offset, behind)
      self.isPicture = isPicture
    } else if let open = before.openAttribute {
      let typed = String(before[open.start...])
      if open.isPicture, typed.contains("#") { return nil }
      let name = behind.contains(open.mark) ? behind.prefix { $0 != open.mark && $0 != "#" } : behind.prefix(0)
      let isClosed = behind.dropFirst(name.count).first.map { $0 == open.mark || $0 == "#" } ?? false
      self.init(
        Kind(ofDestination: typed), typed, before: offset, behind: name,
        closing: isClosed ? "" : String(open.mark))
      (isPicture, isAttribute) = (open.isPicture, true)
    } else if let open = before.range(ofLast: "[^"), before[open.upperBound...].allSatisfy(\.isLabelPart) {
      let query = String(before[open.upperBound...])
      self.init(.footnote, query, before: offset, behind: behind.prefix { $0.isLabelPart }, closing: behind.needs("]"))
    } else if let open = before.range(ofLast: "]["), before[open.upperBound...].allSatisfy(\.isLabelPart) {
      let query = String(before[open.upperBound...])
      self.init(.label, query, before: offset, behind: behind.prefix { $0.isLabelPart }, closing: behind.needs("]"))
    } else if let open = before.range(ofLast: "["), before[open.upperBound...].allSatisfy(\.isLabelPart),
      !outline.definitions.isEmpty, !before[..<open.lowerBound].hasSuffix("[")
    {
      let query = String(before[open.upperBound...])
      self.init(.label, query, before: offset, behind: behind.prefix { $0.isLabelPart }, closing: behind.needs("]"))
    } else if before.hasPrefix("["), let open = before.range(ofLast: "]: "),
      case let typed = before[open.upperBound...], typed.hasPrefix("<") ? !typed.contains(">") : !typed.contains(" ")
    {
      self.init(definition: String(typed), offset, behind)
    } else if let mark = before.lastIndex(of: "#"), before[before.index(after: mark)...].allSatisfy(\.isTagPart),
      mark == before.startIndex || before[before.index(before: mark)].isBeforeTag
    {
      let query = String(before[before.index(after: mark)...])
      self.init(.tag, query, before: offset, behind: behind.prefix { $0.isTagPart }, closing: "")
    } else {
      return nil
    }
  }

  private init(_ kind: Kind, _ query: String, before offset: Int, behind: Substring, closing: String) {
    (self.kind, self.query, self.closing) = (kind, query, closing)
    var (typed, note) = (query[...], query[..<query.startIndex])
    switch kind {
    case .heading, .destinationHeading, .block:
      // Behind the mark: some clients take what they complete to begin where a word does.
      let mark = query.firstIndex(of: "#").map(query.index(after:)) ?? query.startIndex
      typed = query[mark...]
      if kind == .block { typed = typed.dropFirst() }
      note = query[..<typed.startIndex]
    case .note, .destination, .anyHeading, .anyDestinationHeading, .tag, .headerTag, .headerName, .label, .footnote:
      break
    }
    self.typed = String(typed)
    self.note = String(note)
    range = offset - typed.utf8.count..<offset + behind.utf8.count
  }

  /// Reads what is typed in the front matter, of which all of the line stays YAML.
  private init?(header kind: Kind, _ query: String, _ offset: Int, _ before: Substring, _ behind: String) {
    let name = behind.prefix { $0.isTagPart }
    let rest = behind.dropFirst(name.count).drop { $0 == " " }
    if kind == .headerName {
      self.init(kind, query, before: offset, behind: name, closing: rest.hasPrefix(":") ? "" : ": ")
      return
    }
    // A value that is a list in brackets has its items there alone; any other is nothing but the tag, and its comment.
    let isInList = before.contains("[")
    guard isInList ? !before.contains("]") : rest.isEmpty || ",#".contains(rest.first ?? " ") else { return nil }
    self.init(kind, query, before: offset, behind: name, closing: "")
    if let last = before.last, ":-".contains(last) { opening = " " }
  }

  /// Reads what is typed behind `[[`. What stands behind the place up to the link's end is replaced, if it has one.
  private init(wiki typed: String, _ offset: Int, _ behind: String) {
    let hasEnd = behind.firstRange(of: "]]").map { !behind[..<$0.lowerBound].contains("[") } ?? false
    var name = hasEnd ? behind.prefix { !"]|#".contains($0) } : behind.prefix(0)
    // In a table the bar before a label is written `\|`.
    if name.hasSuffix("\\"), behind.dropFirst(name.count).hasPrefix("|") { name = name.dropLast() }
    let rest = behind.dropFirst(name.count)
    let closing = hasEnd ? "" : rest.hasPrefix("]") ? "]" : "]]"
    defer { isFollowed = hasEnd && !rest.hasPrefix("]") }
    if typed.hasPrefix("##") {
      self.init(.anyHeading, typed, before: offset, behind: name, closing: closing)
    } else if let mark = typed.firstIndex(of: "#") {
      let isBlock = typed[typed.index(after: mark)...].hasPrefix("^")
      self.init(isBlock ? .block : .heading, typed, before: offset, behind: name, closing: closing)
    } else {
      self.init(.note, typed, before: offset, behind: name, closing: closing)
    }
  }

  /// Reads what is typed behind `](`, perhaps in pointed brackets.
  private init(destination all: String, _ offset: Int, _ behind: String) {
    let isPointed = all.hasPrefix("<")
    let typed = isPointed ? String(all.dropFirst()) : all
    let end: Character = isPointed ? ">" : ")"
    let hasEnd = behind.firstIndex(of: end).map { !behind[..<$0].contains("(") } ?? false
    let name = hasEnd ? behind.prefix { $0 != end && (isPointed || !"#> ".contains($0)) } : behind.prefix(0)
    let rest = behind.dropFirst(name.count)
    let isClosed = rest.first.map { "# >".contains($0) || $0 == end } ?? false
    let closing = isClosed ? "" : isPointed ? rest.hasPrefix(")") ? ">" : ">)" : ")"
    self.init(Kind(ofDestination: typed), typed, before: offset, behind: name, closing: closing)
  }

  /// Reads what is typed behind a definition's label, perhaps in pointed brackets.
  private init(definition all: String, _ offset: Int, _ behind: String) {
    let isPointed = all.hasPrefix("<")
    let isClosed = isPointed && behind.contains(">")
    let name = isPointed && !isClosed ? "" : behind.prefix { $0 != "#" && (isPointed ? $0 != ">" : !$0.isWhitespace) }
    let typed = isPointed ? String(all.dropFirst()) : all
    self.init(
      Kind(ofDestination: typed), typed, before: offset, behind: name, closing: isPointed && !isClosed ? ">" : "")
  }

  /// The end of the front matter, also while it says nothing yet that could be read.
  private static func endOfHeader(_ text: Rope) -> Int {
    if let header = Header(text) { return header.bounds.end }
    func line(_ number: Int) -> String { text.string(in: text.offsetOfLine(number)..<text.endOfLine(number)) }
    guard text.endOfLine(0) == 3, line(0) == "---" else { return 0 }
    let end = (1..<min(text.lineCount, 100)).first { ["---", "..."].contains(line($0).prefix(4)) }
    return end.map { text.offsetOfLine($0) } ?? 0
  }

  /// The kind and the beginning of what is typed in a line of the front matter.
  private static func header(_ before: String, _ line: Int, _ text: Rope) -> (kind: Kind, query: String)? {
    let query = String(before.reversed().prefix { $0.isTagPart }.reversed())
    if before == query { return (.headerName, query) }
    var name = before.prefix { $0 != ":" }
    if before.hasPrefix(" ") || before.hasPrefix("-") {
      // An item of the list whose name stands above.
      guard before.dropLast(query.count).allSatisfy({ " -#".contains($0) }) else { return nil }
      var above = line - 1
      while above > 0, case let words = text.string(in: text.offsetOfLine(above)..<text.endOfLine(above)),
        words.hasPrefix(" ") || words.hasPrefix("-")
      {
        above -= 1
      }
      name = text.string(in: text.offsetOfLine(above)..<text.endOfLine(above)).prefix { $0 != ":" }
    } else if name.count == before.count {
      return nil
    }
    return name == "tags" || name == "tag" ? (.headerTag, query) : nil
  }
}

extension CompletionPlace.Kind {
  /// The kind of what is typed as the destination of a link.
  fileprivate init(ofDestination typed: String) {
    self = typed.hasPrefix("##") ? .anyDestinationHeading : typed.contains("#") ? .destinationHeading : .destination
  }
}

extension StringProtocol {
  /// Whether the words of a picture's link, `![words`, stand at its end.
  fileprivate var endsInWordsOfPicture: Bool {
    var depth = 1
    guard
      let open = lastIndex(where: { letter in
        if letter == "]" { depth += 1 }
        if letter == "[" { depth -= 1 }
        return depth == 0
      })
    else { return false }
    return self[..<open].last == "!"
  }

  /// The beginning of the value of `src` or `href` at its end, which its mark has not ended yet; nil if there is none.
  fileprivate var openAttribute: (start: Index, mark: Character, isPicture: Bool)? {
    guard let tag = lastIndex(of: "<"), case let words = self[tag...], !words.contains(">"),
      words.dropFirst().first?.isLetter == true, let mark = words.lastIndex(where: { "\"'".contains($0) }),
      words[..<mark].count(where: { $0 == words[mark] }) % 2 == 0
    else { return nil }
    let before = words[..<mark].lowercased()
    let name = before.hasSuffix("src=") ? "src=" : "href="
    guard before.hasSuffix(name), before.dropLast(name.count).last?.isWhitespace == true else { return nil }
    return (words.index(after: mark), words[mark], name == "src=" && before.hasPrefix("<img"))
  }
}

extension Character {
  fileprivate var isTagPart: Bool { isLetter || isNumber || "_-/".contains(self) || unicodeScalars.count > 1 }
  fileprivate var isLabelPart: Bool { !"[]".contains(self) && !isNewline }
  fileprivate var isBeforeTag: Bool { isWhitespace || self == "(" }
}

extension String {
  fileprivate func range(ofLast words: String) -> Range<String.Index>? {
    var found: Range<String.Index>?
    var rest = startIndex
    while let next = self[rest...].firstRange(of: words) { (found, rest) = (next, index(after: next.lowerBound)) }
    return found
  }

  /// The end that is to be put before the rest of a line; empty if it stands there behind the label already.
  fileprivate func needs(_ end: Character) -> String {
    drop { $0.isLabelPart }.first == end ? "" : String(end)
  }
}
