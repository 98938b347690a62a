/// Reads what CommonMark lacks in a block: wiki links, tags and the block's name, all within plain text.
struct SignReader {
  /// A wiki link.
  struct WikiLink {
    let isEmbedded: Bool
    /// The whole link; the part between its brackets; its target.
    let range: Range<Int>, inner: Range<Int>, target: Range<Int>
    let fragment: Range<Int>?, label: Range<Int>?

    /// The words that it shows.
    var shown: Range<Int> { label ?? inner }
  }

  private(set) var links: [WikiLink] = []
  /// Tags, with their `#`.
  private(set) var tags: [Range<Int>] = []
  /// The block's name, with its `^`.
  private(set) var name: Range<Int>?

  private let text: InlineText
  private let source: UnsafeBufferPointer<UInt8>
  private let range: Range<Int>
  /// Code, HTML and links, and the index of the next of them.
  private let spans: [InlineReader.Span]
  private var next = 0

  /// Reads a block of a text that is at `source`.
  init(
    _ text: InlineText, _ block: InlineText.Paragraph, _ spans: [InlineReader.Span], source: UnsafeBufferPointer<UInt8>
  ) {
    (self.text, self.source, self.spans, range) = (text, source, spans, block.range)
    var position = range.lowerBound
    while position < range.upperBound {
      if next < spans.count, spans[next].range.lowerBound <= position {
        position = max(position, spans[next].range.upperBound)
        next += 1
        continue
      }
      let plain = text.bytes.plainEnd(position..<end(from: position))
      position = plain > position ? plain : read(at: position, isCell: block.kind.isCell)
    }
  }

  /// Reads the sign that begins at a place; returns the place to go on from.
  private mutating func read(at position: Int, isCell: Bool) -> Int {
    switch text.bytes[position] {
    case UInt8(ascii: "\\"):
      return position + (position + 1 < range.upperBound && text.bytes[position + 1].isASCIIPunctuation ? 2 : 1)
    case UInt8(ascii: "!"):
      guard let link = wikiLink(at: position + 1, isEmbedded: true) else { return position + 1 }
      links.append(link)
      return link.range.upperBound
    case UInt8(ascii: "["):
      guard let link = wikiLink(at: position, isEmbedded: false) else { return position + 1 }
      links.append(link)
      return link.range.upperBound
    case UInt8(ascii: "#"):
      guard beginsWord(position, canFollowParenthesis: true),
        let tag = text.bytes.tag(at: position, before: end(from: position))
      else { return position + 1 }
      tags.append(tag)
      return tag.upperBound
    case UInt8(ascii: "^"):
      let rest = position + 1..<range.upperBound
      if !isCell, !rest.isEmpty, beginsWord(position, canFollowParenthesis: false),
        text.bytes.nameEnd(rest, \.isInBlockName) == rest.upperBound
      {
        name = position..<range.upperBound
      }
      return position + 1
    default: return position + 1
    }
  }

  /// The end of the plain text at a place.
  private func end(from position: Int) -> Int {
    next < spans.count ? min(spans[next].range.lowerBound, range.upperBound) : range.upperBound
  }

  /// Whether a sign may begin here: at the beginning of a line or after white space of the text itself.
  private func beginsWord(_ position: Int, canFollowParenthesis: Bool) -> Bool {
    let place = text.source(position)
    let mark = HeaderBounds.byteOrderMark
    guard place > 0, place != mark.count || !source[..<place].elementsEqual(mark) else { return true }
    let before = source[place - 1]
    if before == UInt8(ascii: "("), canFollowParenthesis { return true }
    if before < 0x80, before == 0x20 || (0x09...0x0D).contains(before) { return true }
    if before >= 0x80 { return source.hasWhiteSpace(before: place) }
    // After a quotation's mark, as in `>#tag`, a line begins, too; after a cell's `|` none does.
    return before == UInt8(ascii: ">") && (position == range.lowerBound || text.beginsLine(position))
  }

  /// The wiki link whose brackets begin at a place; nil if there is none.
  private func wikiLink(at start: Int, isEmbedded: Bool) -> WikiLink? {
    let bytes = text.bytes
    guard start + 1 < range.upperBound, bytes[start] == UInt8(ascii: "["), bytes[start + 1] == UInt8(ascii: "[") else {
      return nil
    }
    let first = start + 2
    let bracket = bytes[first..<range.upperBound].firstIndex { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }
    guard end(from: start) >= first, let last = bracket, last + 1 < range.upperBound,
      bytes[last] == UInt8(ascii: "]"), bytes[last + 1] == UInt8(ascii: "]")
    else { return nil }
    // Its ends must be plain text; code and HTML between them count as words, but a link stays a link.
    for span in spans[next...] {
      if span.range.lowerBound >= last + 2 { break }
      if span.isLink || span.range.upperBound > last { return nil }
    }
    let place = text.source(first..<last)
    if source[place].contains(where: { $0 == 0x0A || $0 == 0x0D }) { return nil }
    return WikiLink(bytes, isEmbedded ? start - 1..<last + 2 : start..<last + 2, isEmbedded: isEmbedded)
  }
}

extension SignReader.WikiLink {
  /// Splits the part between the brackets; nil if it names nothing.
  fileprivate init?(_ bytes: [UInt8], _ range: Range<Int>, isEmbedded: Bool) {
    self.range = range
    self.isEmbedded = isEmbedded
    let all = range.dropFirst(isEmbedded ? 3 : 2).dropLast(2)
    let bar = bytes[all].firstIndex(of: UInt8(ascii: "|"))
    let link = all.lowerBound..<(bar ?? all.upperBound)
    let mark = bytes[link].firstIndex(of: UInt8(ascii: "#"))
    inner = bytes.trimmed(link)
    target = bytes.trimmed(link.lowerBound..<(mark ?? link.upperBound))
    fragment = mark.map { bytes.trimmed($0 + 1..<link.upperBound) }.flatMap { $0.isEmpty ? nil : $0 }
    label = bar.map { bytes.trimmed($0 + 1..<all.upperBound) }.flatMap { $0.isEmpty ? nil : $0 }
    if target.isEmpty, fragment == nil { return nil }
  }
}
