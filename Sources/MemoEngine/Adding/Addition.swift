import MemoMarkup
package import MemoText

/// Lines to be added at the end of a text, or of the section below one of its headings.
package struct Addition: Sendable {
  private let parts: [String]
  private let heading: SectionHeading?

  /// Takes the text to add; nil if it is empty.
  ///
  /// - Parameters:
  ///   - parts: each begins a line of its own.
  ///   - heading: the heading of the section; nil for the end of the text.
  package init?(_ parts: [Rope], below heading: SectionHeading? = nil) {
    guard parts.contains(where: { !$0.displayTitle(from: 0).isEmpty }) else { return nil }
    self.parts = parts.map(\.string)
    self.heading = heading
  }

  /// Takes the text to add; nil if it is empty.
  package init?(_ words: Rope, below heading: SectionHeading? = nil) { self.init([words], below: heading) }

  /// The change that adds it to a text: as lines of their own, with the text's kind of line end. A missing heading is
  /// added at the end.
  ///
  /// Above words that would go on with a list's item, a quotation, a table or HTML there is a blank line, and above
  /// those that would make a heading of what stands there, or take the name from its block.
  ///
  /// - Throws: if it is to be part of a section, and would be part of code or HTML that has no end; or if the sections
  ///   below would be part of its own, or of a list's item that is added.
  package func change(of text: Rope) throws(EndlessBlock) -> TextChange {
    let terminator = Self.terminator(of: text)
    let words = parts.joined(separator: terminator).withLineEnds(terminator)
    let isEnded = words.unicodeScalars.last.map { $0 == "\n" || $0 == "\r" } ?? false
    let lines = words + (isEnded ? "" : terminator)
    guard let heading else { return insertion(lines, at: text.filledLineCount, of: text) }
    let section = heading.endOfSection(in: text)
    if section ?? text.filledLineCount >= text.filledLineCount {
      if let block = EndlessBlock(in: text) { throw block }
    } else if let block = EndlessBlock(in: Rope(words), isAdded: true) {
      throw block
    }
    if let line = section {
      // Without a blank line the words would become part of a heading that has its mark below it.
      let isApart = text.isBlank(line: line) || text.beginsWithMark(line: line)
      let change = insertion(lines + (isApart ? "" : terminator), at: line, of: text)
      if let heading = Self.takenIn(by: change, at: text.offsetOfLine(line), of: text) {
        throw EndlessBlock(headingIn: heading)
      }
      return change
    }
    let last = text.filledLineCount - 1
    let lead = last < 0 || text.isBlank(line: last) ? "" : terminator
    return insertion(lead + heading.line + terminator + lines, at: last + 1, of: text)
  }

  /// The change that inserts lines before a line of a text, or after its last one.
  private func insertion(_ lines: String, at line: Int, of text: Rope) -> TextChange {
    let (offset, terminator) = (text.offsetOfLine(line), Self.terminator(of: text))
    // The last line has no end, so no new line begins after it yet.
    let isOpen = line > 0 && line == text.filledLineCount && line == text.lineCount
    let end = isOpen ? terminator : ""
    let gap = Self.goesOn(lines, behind: end, at: offset, of: text) ? terminator : ""
    let place = text.position(at: offset, in: .utf8)
    return TextChange(range: TextRange(start: place, end: place), text: end + gap + lines)
  }

  /// Whether lines would be part of an item, a quotation, a table or HTML that stands above them, and do not say so
  /// themselves by white space or a mark.
  private static func goesOn(_ lines: String, behind end: String, at offset: Int, of text: Rope) -> Bool {
    guard let first = lines.first, !first.isWhitespace, !">|<".contains(first) else { return false }
    var changed = text
    changed.replaceSubrange(offset..<offset, with: end + lines)
    let start = offset + end.utf8.count
    if NamedPlaces(of: text, before: offset) != NamedPlaces(of: changed, before: start) { return true }
    let around = Block.all(of: changed).filter { $0.range.lowerBound < start && $0.range.upperBound > start }
    return around.contains { block in
      switch block.kind {
      case .table, .html: true
      case .paragraph: around.contains { $0.kind == .item || $0.kind == .quotation }
      case .quotation, .list, .item, .fencedCode, .indentedCode: false
      }
    }
  }

  /// The line, from 1, of the first heading behind a place that an insertion there would put into an item; nil if none.
  private static func takenIn(by insertion: TextChange, at offset: Int, of text: Rope) -> Int? {
    var changed = text
    changed.replaceSubrange(offset..<offset, with: insertion.text)
    let left = Set(
      changed.separateHeadings(from: offset).map { $0.range.lowerBound - insertion.text.utf8.count })
    let heading = text.separateHeadings(from: offset).first { !left.contains($0.range.lowerBound) }
    return heading.map { text.position(at: $0.range.lowerBound, in: .utf8).line + 1 }
  }

  /// The headings and named blocks of a text before a place.
  private struct NamedPlaces: Equatable {
    let headings: [Outline.Heading]
    let blocks: [Outline.BlockName]

    init(of text: Rope, before end: Int) {
      let outline = Outline(of: text)
      headings = outline.headings.filter { $0.range.lowerBound < end }
      blocks = outline.blocks.filter { $0.range.lowerBound < end }
    }
  }

  private static func terminator(of text: Rope) -> String {
    let first = text.string(in: text.endOfLine(0)..<text.offsetOfLine(1))
    return first.isEmpty ? "\n" : first
  }
}

extension String {
  /// The words with CR LF in place of each LF alone, if that is what ends lines; else as they are.
  fileprivate func withLineEnds(_ terminator: String) -> String {
    guard terminator == "\r\n", utf8.contains(UInt8(ascii: "\n")) else { return self }
    // Both together are one character.
    return map { $0 == "\n" ? "\r\n" : String($0) }.joined()
  }
}

extension Rope {
  /// Whether a line has nothing but white space.
  func isBlank(line: Int) -> Bool {
    string(in: offsetOfLine(line)..<endOfLine(line)).allSatisfy(\.isWhitespace)
  }

  /// Whether a line may be a heading with its mark in front.
  fileprivate func beginsWithMark(line: Int) -> Bool {
    string(in: offsetOfLine(line)..<endOfLine(line)).trimmingWhiteSpace.hasPrefix("#")
  }
}
