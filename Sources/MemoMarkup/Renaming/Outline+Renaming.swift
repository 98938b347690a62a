package import MemoText

extension Outline {
  /// The text with one of its headings renamed; marks, underline, and the tags and the block name at its end are kept.
  package func text(
    _ text: Rope, withHeading index: Int, called name: String
  ) throws(TitlingProblem) -> (text: Rope, outline: Outline) {
    let heading = headings[index]
    guard let words = words(of: heading, in: text), self.name(in: words, of: text) == words else { throw .lineIsMore }
    let renamed = text.replacing([TextReplacement(range: words, text: name)])
    let outline = Outline(of: renamed)
    let rest = tags(of: heading, behind: words.upperBound, in: text)
    // The name as a heading with nothing around it; behind it there may be only what stays.
    guard let alone = Outline(of: Rope("# \(name)")).headings.first?.text, !alone.isEmpty,
      outline.headings.count == headings.count, outline.headings[index].text.hasPrefix(alone),
      outline.headings[index].text.dropFirst(alone.count).split(separator: " ").map(String.init) == rest,
      outline.blocks.map(\.name) == blocks.map(\.name), outline.tags.map(\.name) == tags.map(\.name)
    else { throw .misread }
    let isSame = zip(headings, outline.headings).enumerated().allSatisfy { place, pair in
      pair.0.level == pair.1.level && (place == index || pair.0.text == pair.1.text)
    }
    guard isSame else { throw .misread }
    return (renamed, outline)
  }

  /// The range of a heading's words in the text, without its marks, its underline, the tags and the block name at its
  /// end, and the marks of quotations and items before it; nil if it has none.
  package func words(of heading: Heading, in text: Rope) -> Range<Int>? {
    var bytes: [UInt8] = []
    text.forEachChunk(in: heading.range) { bytes.append(contentsOf: $0) }
    let start = heading.range.lowerBound
    return Self.words(bytes).flatMap { withoutTail(start + $0.lowerBound..<start + $0.upperBound, of: text) }
  }

  /// The part of a title's words that is its name, without the tags and the block name at its end; nil if that is
  /// nothing, or has links or tags, which another name would take away.
  func name(in words: Range<Int>, of text: Rope) -> Range<Int>? {
    guard let name = withoutTail(words, of: text),
      !(links.map(\.range) + tags.map(\.range)).contains(where: { $0.overlaps(name) })
    else { return nil }
    return name
  }

  /// The first of some words in the text, up to the tags and the block name at their end; nil if there are no others.
  package func withoutTail(_ words: Range<Int>, of text: Rope) -> Range<Int>? {
    var (rest, bytes) = (words, [UInt8]())
    text.forEachChunk(in: words) { bytes.append(contentsOf: $0) }
    let signs = (tags.map(\.range) + blocks.map(\.range)).filter { $0.clamped(to: words) == $0 }
    while true {
      let last = bytes[..<rest.count].lastIndex { !" \t\r\n".utf8.contains($0) }
      guard let last else { return nil }
      rest = words.lowerBound..<words.lowerBound + last + 1
      guard let sign = signs.first(where: { $0.upperBound == rest.upperBound }) else { return rest }
      rest = words.lowerBound..<sign.lowerBound
    }
  }

  /// A heading's words without those that stay if it is renamed: the tags at its end.
  package func name(of heading: Heading, in text: Rope) -> String {
    guard let words = words(of: heading, in: text) else { return heading.text }
    let tail = tags(of: heading, behind: words.upperBound, in: text).joined(separator: " ")
    return heading.text.hasSuffix(tail) ? String(heading.text.dropLast(tail.count)).trimmingWhiteSpace : heading.text
  }

  /// The index of the first heading of a name, compared as names are: its words, else those without the tags at its
  /// end; nil if there is none.
  package func heading(called name: String, in text: Rope) -> Int? {
    let form = name.nameForm
    return headings.firstIndex { $0.text.nameForm == form }
      ?? headings.firstIndex { $0.text.nameForm.hasPrefix(form) && self.name(of: $0, in: text).nameForm == form }
  }

  /// The tags behind a heading's name.
  private func tags(of heading: Heading, behind end: Int, in text: Rope) -> [String] {
    let range = end..<heading.range.upperBound
    return tags.map(\.range).filter { $0.clamped(to: range) == $0 }.map { text.string(in: $0) }
  }

  /// The range of a heading's words in its lines: between marks, or above an underline, after marks of quotations and
  /// items.
  private static func words(_ bytes: [UInt8]) -> Range<Int>? {
    let lines = Array(HeaderLines(bytes))
    guard lines.count > 1, let underline = lines.last else {
      return bytes.firstIndex(of: UInt8(ascii: "#")).flatMap { bytes.headingWords($0..<bytes.count) }
    }
    let start = bytes.behindContainers
    let end = bytes[..<underline.range.lowerBound].lastIndex { !" \t\r\n".utf8.contains($0) }.map { $0 + 1 } ?? start
    return start < end ? start..<end : nil
  }

  /// The edits that rename tags of the text.
  ///
  /// - Parameter name: a tag's new name, both without `#`; nil if it stays.
  package func replacements(ofTags name: (String) -> String?) -> [TextReplacement] {
    tags.compactMap { tag in name(tag.name).map { TextReplacement(range: tag.range, text: "#\($0)") } }
  }
}

extension Outline.Link {
  /// The edits that change the names in a link, in the same style.
  ///
  /// - Parameters:
  ///   - target: the new target; nil if it stays.
  ///   - fragment: the new heading or block; nil if it stays.
  package func replacements(target: String?, fragment: String?, in text: Rope) -> [TextReplacement] {
    var replacements: [TextReplacement] = []
    if let target { replacements.append(TextReplacement(range: targetRange, text: written(target, in: text))) }
    if let fragment, let range = fragmentRange {
      // A block's mark needs no escape, and stays as it was written.
      let mark = fragment.hasPrefix("^") && text.string(in: range).hasPrefix("^") ? "^" : ""
      let parts = fragment.dropFirst(mark.count).split(separator: "#", omittingEmptySubsequences: false)
      let name = mark + parts.map { written(String($0), in: text) }.joined(separator: "#")
      replacements.append(TextReplacement(range: range, text: name))
    }
    return replacements
  }

  /// A name as written in such a link.
  private func written(_ name: String, in text: Rope) -> String {
    guard kind == .markdown || kind == .image else { return name }
    let start = targetRange.lowerBound
    return text.destination(name, at: start, isAutolink: start == range.lowerBound + 1)
  }
}

extension [UInt8] {
  /// The start of a first line's words, after marks of quotations and items, and spaces.
  fileprivate var behindContainers: Int {
    var start = 0
    while true {
      let ink = self[start...].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? count
      let number = self[ink...].prefix { (0x30...0x39).contains($0) }
      let mark = number.endIndex
      guard mark < count else { return ink }
      let isItem =
        (number.isEmpty ? "-+*" : ".)").utf8.contains(self[mark])
        && (mark + 1 == count || self[mark + 1] == 0x20 || self[mark + 1] == 0x09)
      guard isItem || number.isEmpty && self[mark] == UInt8(ascii: ">") else { return ink }
      start = mark + 1
    }
  }
}
