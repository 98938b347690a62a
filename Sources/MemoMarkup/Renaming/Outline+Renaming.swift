package import MemoText

extension Outline {
  /// The text with one of its headings renamed, marks, underline and block name kept. Nil if the words would not be
  /// read as that heading there, or another heading or a block would change.
  package func text(_ text: Rope, withHeading index: Int, called name: String) -> (text: Rope, outline: Outline)? {
    guard let range = words(of: headings[index], in: text) else { return nil }
    let renamed = text.replacing([TextReplacement(range: range, text: name)])
    let outline = Outline(of: renamed)
    let block = blockName(in: headings[index]).map { "^\($0.name)" } ?? ""
    // The name as a heading with nothing around it; behind it there may be only the block's name.
    guard let alone = Outline(of: Rope("# \(name)")).headings.first?.text, !alone.isEmpty,
      outline.headings.count == headings.count, outline.headings[index].text.hasPrefix(alone),
      outline.headings[index].text.dropFirst(alone.count).drop(while: { $0 == " " }) == block,
      outline.blocks.map(\.name) == blocks.map(\.name)
    else { return nil }
    let isSame = zip(headings, outline.headings).enumerated().allSatisfy { place, pair in
      pair.0.level == pair.1.level && (place == index || pair.0.text == pair.1.text)
    }
    return isSame ? (renamed, outline) : nil
  }

  /// The name of a block that a heading is; nil if it has none.
  private func blockName(in heading: Heading) -> BlockName? {
    blocks.first { heading.range.lowerBound <= $0.range.lowerBound && $0.range.upperBound <= heading.range.upperBound }
  }

  /// The range of a heading's words in the text, without its marks, its underline, the name of the block that it is,
  /// and the marks of quotations and items before it; nil if it has none.
  package func words(of heading: Heading, in text: Rope) -> Range<Int>? {
    let end = blockName(in: heading)?.range.lowerBound ?? heading.range.upperBound
    var bytes: [UInt8] = []
    text.forEachChunk(in: heading.range) { bytes.append(contentsOf: $0) }
    let start = heading.range.lowerBound
    guard let words = Self.words(bytes), start + words.lowerBound < end else { return nil }
    let last = bytes[words.lowerBound..<min(words.upperBound, end - start)].lastIndex { !" \t\r\n".utf8.contains($0) }
    return last.map { start + words.lowerBound..<start + $0 + 1 }
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
      let name = mark + written(String(fragment.dropFirst(mark.count)), in: text)
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
