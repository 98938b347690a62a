import CMarkdown
import MemoText

/// Reads the inlines of blocks: code, HTML and links, and the words without markup.
struct InlineReader {
  /// Bytes of ``InlineText/bytes`` that are not plain text.
  struct Span {
    let range: Range<Int>
    let isLink: Bool
  }

  /// The inlines of a block.
  struct Found {
    /// Code, HTML and links, in order; none is in another.
    var spans: [Span] = []
    /// Its words without markup, if they were wanted.
    var words = ""
  }

  /// A link as the parser reports it.
  struct ParsedLink {
    let range: Range<Int>
    let isImage: Bool
    /// Its destination without escapes; for a reference link ``InlineReader/reference(_:)``.
    let url: String
    /// Its text without markup.
    fileprivate(set) var words: String
    /// The bracket that ends its text; nil of an autolink.
    let textEnd: Int?
  }

  /// The inlines of each block, in order.
  private(set) var found: [Found]
  /// All links, each behind those in its text.
  private(set) var links: [ParsedLink] = []

  /// All code, with its marks.
  private(set) var code: [(range: Range<Int>, text: String)] = []

  private let bytes: [UInt8]
  /// The current block, and where the parser's columns of it begin.
  private var block = 0
  private var start = 0
  private var words = ""
  private var open: [(spans: Int, links: Int, words: Int)] = []
  /// The texts of the current paragraph's links in `words`: those within pictures are never needed.
  private var texts: [Range<Int>] = []

  /// Reads blocks.
  init(_ text: InlineText, definitions: [LinkDefinition]) {
    bytes = text.bytes
    found = Array(repeating: Found(), count: text.blocks.count)
    for (index, block) in text.blocks.enumerated() where block.needsWords && !block.isParsedWhole {
      let words = String(decoding: bytes[block.range], as: UTF8.self)
      found[index].words = unbroken(words, text, block.range).trimmingWhiteSpace
    }
    let masked = MaskedText(text)
    let strikes = text.hasTildes && masked.mayStrike
    for (index, place) in masked.code {
      let marks = bytes[place].prefix { $0 == UInt8(ascii: "`") }.count
      found[index].spans.append(Span(range: place, isLink: false))
      code.append((place, codeText(place.dropFirst(marks).dropLast(marks), text)))
    }
    for (index, link) in masked.links {
      found[index].spans.append(Span(range: link.range, isLink: true))
      links.append(
        ParsedLink(
          range: link.range, isImage: link.isImage, url: String(decoding: bytes[link.destination], as: UTF8.self),
          words: String(decoding: bytes[link.text], as: UTF8.self), textEnd: link.text.upperBound))
    }
    var known: [UInt8] = []
    for (index, definition) in definitions.enumerated() {
      known += "[".utf8 + definition.label + "]: <".utf8 + Self.reference(index).utf8 + ">\n".utf8
    }
    // The parser takes up to a hundred bytes for each that it reads.
    var rest = masked.paragraphs[...]
    while !rest.isEmpty {
      var input: [UInt8] = []
      let first = rest.startIndex
      while let (_, range) = rest.first, input.isEmpty || input.count < max(Self.portion, known.count) {
        input += InlineText.before + masked.bytes[range] + InlineText.behind
        rest.removeFirst()
      }
      read(masked.paragraphs[first..<rest.startIndex], input + known, in: text, masked, strikes: strikes)
    }
    for index in found.indices { found[index].spans.sort { $0.range.lowerBound < $1.range.lowerBound } }
  }

  /// The bytes of paragraphs that are parsed in one go.
  private static let portion = 256 << 10

  /// Parses paragraphs, with all definitions behind them.
  private mutating func read(
    _ paragraphs: ArraySlice<(block: Int, range: Range<Int>)>, _ input: [UInt8], in text: InlineText,
    _ masked: MaskedText, strikes: Bool
  ) {
    let tree = MarkdownTree(strikes ? [.strikethrough] : []) { input.withUnsafeBufferPointer($0) }
    tree?.visit { node, isEntering in
      guard node.type == CMARK_NODE_PARAGRAPH else { return read(node, isEntering, in: text, masked) }
      let paragraph = paragraphs[min(paragraphs.startIndex + (node.line - 1) / 2, paragraphs.endIndex - 1)]
      if isEntering {
        (block, start) = (paragraph.block, paragraph.range.lowerBound - InlineText.before.count)
        words = ""
        return
      }
      for (index, place) in zip(links.indices.suffix(texts.count), texts) {
        let shown = String(decoding: words.utf8.dropFirst(place.lowerBound).prefix(place.count), as: UTF8.self)
        links[index].words = unbroken(shown, text, links[index].range)
      }
      texts.removeAll()
      if text.blocks[block].isParsedWhole {
        found[block].words = unbroken(words, text, text.blocks[block].range).withoutFirstSpace.trimmingWhiteSpace
      }
    }
  }

  /// The placeholder destination of a definition while it is parsed: its number.
  static func reference(_ index: Int) -> String { "\(index)" }

  private mutating func read(
    _ node: MarkdownNode, _ isEntering: Bool, in text: InlineText, _ masked: MaskedText
  ) {
    var range: Range<Int> {
      let columns = node.columns
      return masked.offset(of: start + columns.lowerBound)..<masked.offset(of: start + columns.upperBound)
    }
    switch node.type {
    case CMARK_NODE_TEXT: words += node.literal
    case CMARK_NODE_CODE:
      // The parser's range is that of the code without its marks.
      let marks = bytes[range.upperBound...].prefix { $0 == UInt8(ascii: "`") }.count
      let place = range.lowerBound - marks..<range.upperBound + marks
      append(Span(range: place, isLink: false))
      code.append((place, codeText(range, text)))
      words += codeText(range, text)
    // Bytes that the mask inserted have no place.
    case CMARK_NODE_HTML_INLINE: if !range.isEmpty { append(Span(range: range, isLink: false)) }
    case CMARK_NODE_LINK, CMARK_NODE_IMAGE:
      if isEntering { return open.append((found[self.block].spans.count, links.count, words.utf8.count)) }
      guard let began = open.popLast() else { return }
      let isImage = node.type == CMARK_NODE_IMAGE
      // Links in an image's text are shown as words.
      if isImage {
        texts.removeLast(links.count - began.links)
        links.removeSubrange(began.links...)
      }
      texts.append(began.words..<words.utf8.count)
      links.append(
        ParsedLink(
          range: range, isImage: isImage, url: node.url, words: "",
          textEnd: bytes[range.lowerBound] == UInt8(ascii: "<")
            ? nil : textEnd(from: range.lowerBound + (isImage ? 2 : 1), behind: found[self.block].spans[began.spans...])
        ))
      found[self.block].spans.removeSubrange(began.spans...)
      append(Span(range: range, isLink: true))
    default: break
    }
  }

  /// Words of a range without the backslashes that break lines.
  private func unbroken(_ words: String, _ text: InlineText, _ range: Range<Int>) -> String {
    text.lineEnds(in: range).isEmpty ? words : words.replacing("\\\t", with: " ")
  }

  /// The text of code between its marks: without one space at either end, if there is one at both, and not only spaces
  /// (CommonMark 0.31.2, section 6.1).
  private func codeText(_ range: Range<Int>, _ text: InlineText) -> String {
    let ends = text.lineEnds(in: range)
    if ends.isEmpty, bytes[range].first != 0x20 { return String(decoding: bytes[range], as: UTF8.self) }
    var words: [UInt8] = []
    var start = range.lowerBound
    for end in ends {
      words += bytes[start..<end.place] + end.blanks + CollectionOfOne(0x20)
      start = end.place + 1
    }
    words += bytes[start..<range.upperBound]
    let isPadded = words.first == 0x20 && words.last == 0x20 && words.contains { $0 != 0x20 }
    return String(decoding: isPadded ? words.dropFirst().dropLast() : words[...], as: UTF8.self)
  }

  private mutating func append(_ span: Span) { found[block].spans.append(span) }

  /// The bracket that ends a link's text. Brackets within it are in pairs, except those in code, HTML and images.
  private func textEnd(from start: Int, behind inner: ArraySlice<Span>) -> Int {
    var (position, depth) = (start, 0)
    var next = inner.startIndex
    while position < bytes.count {
      if next < inner.endIndex, inner[next].range.lowerBound <= position {
        position = max(position, inner[next].range.upperBound)
        next += 1
        continue
      }
      switch bytes[position] {
      case UInt8(ascii: "\\") where position + 1 < bytes.count && bytes[position + 1].isASCIIPunctuation: position += 1
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"):
        if depth == 0 { return position }
        depth -= 1
      default: break
      }
      position += 1
    }
    return start
  }
}

extension String {
  /// The text without the U+00A0 before each block.
  fileprivate var withoutFirstSpace: String {
    unicodeScalars.first == "\u{A0}" ? String(unicodeScalars.dropFirst()) : self
  }
}
