/// The bytes of an ``InlineText`` as they are given to the parser: where it would read something differently from
/// CommonMark 0.31.2, or for too long, bytes are inserted that correct this. Mostly that is a backslash, so that the
/// words stay the same.
struct MaskedText {
  /// The bytes.
  private(set) var bytes: [UInt8]
  /// The bytes given to the parser, a paragraph each, with the block that each belongs to.
  private(set) var paragraphs: [(block: Int, range: Range<Int>)] = []
  /// The code outside of these, with its marks, and the block that it is in.
  private(set) var code: [(block: Int, range: Range<Int>)] = []
  /// The links outside of these that need no parser, and the block that each is in.
  private(set) var links: [(block: Int, link: InlineParts.PlainLink)] = []
  /// The insertions, in order: before which byte of the text, and how many inserted bytes there are up to its end.
  private var insertions: [(place: Int, bytes: [UInt8], sum: Int)] = []

  /// Masks a text.
  init(_ text: InlineText) {
    bytes = text.bytes
    for (index, block) in text.blocks.enumerated() where block.needsParser {
      let parts = maskInlines(block.range, text)
      maskBrackets(block.range)
      let (parsed, plain) = block.isParsedWhole ? ([block.range], []) : parts.ranges
      for range in parsed { paragraphs.append((index, range)) }
      for link in plain { links.append((index, link)) }
      for span in parts.code(outside: parsed) { code.append((index, span)) }
    }
    guard !insertions.isEmpty else { return }
    insertions.sort { $0.place < $1.place }
    var masked: [UInt8] = []
    var position = 0
    for index in insertions.indices {
      masked += bytes[position..<insertions[index].place]
      masked += insertions[index].bytes
      position = insertions[index].place
      insertions[index].sum = masked.count - position
    }
    bytes = masked + bytes[position...]
    for index in paragraphs.indices {
      let range = paragraphs[index].range
      paragraphs[index].range = place(of: range.lowerBound)..<place(of: range.upperBound)
    }
  }

  /// Whether the text has one or two `~` in a row, which may strike words through. They are punctuation to emphasis,
  /// but with the extension on, the parser looks past any number of them.
  var mayStrike: Bool {
    var position = 0
    while let start = bytes[position...].firstIndex(of: UInt8(ascii: "~")) {
      position = bytes[start...].firstIndex { $0 != UInt8(ascii: "~") } ?? bytes.count
      if position - start < 3 || start > 0 && bytes[start - 1] == UInt8(ascii: "\\") { return true }
    }
    return false
  }

  /// The place here of a byte of the text, or of what was inserted before it.
  private func place(of offset: Int) -> Int {
    let count = insertions.partition { $0.place < offset }
    return offset + (count == 0 ? 0 : insertions[count - 1].sum)
  }

  /// The offset in the text of the byte at a place here.
  func offset(of place: Int) -> Int {
    let count = insertions.partition { $0.place + $0.sum <= place }
    let offset = place - (count == 0 ? 0 : insertions[count - 1].sum)
    return count < insertions.count ? min(offset, insertions[count].place) : offset
  }

  private mutating func insert(_ word: StaticString = "\\", before place: Int) {
    insertions.append((place, word.withUTF8Buffer { Array($0) }, 0))
  }

  private func isAt(_ place: Int, _ word: StaticString, before end: Int) -> Bool {
    place >= 0 && place + word.utf8CodeUnitCount <= end
      && word.withUTF8Buffer { $0.elementsEqual(bytes[place..<place + $0.count]) }
  }

  /// Masks the beginnings and ends of inlines that the parser would misread.
  ///
  /// Code or HTML, whichever begins first, counts. Those without an end are turned into words: after unclosed code
  /// marks the parser misses others, and for the end of `<?`, `<![CDATA[` and `<!A` it searches to the end of a block
  /// each time. Comments may contain hyphens and declarations lower case, which it does not know, nor that `??>` and
  /// `]]]>` end what `?>` and `]]>` do.
  ///
  /// - Returns: the parts of the block to give to the parser.
  private mutating func maskInlines(_ range: Range<Int>, _ text: InlineText) -> InlineParts {
    var ends = SpanEnds(bytes, range)
    var parts = InlineParts(hasDefinitions: text.hasDefinitions)
    var index = range.lowerBound
    while index < range.upperBound {
      switch bytes[index] {
      case UInt8(ascii: "\\"):
        parts.addMark()
        index += index + 1 < range.upperBound && bytes[index + 1].isASCIIPunctuation ? 2 : 1
      case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "&"):
        parts.addMark()
        index += 1
      case UInt8(ascii: "`"):
        let end = bytes[index..<range.upperBound].firstIndex { $0 != UInt8(ascii: "`") } ?? range.upperBound
        if let next = ends.code(from: index, to: end) {
          parts.add(code: index..<next)
          index = next
        } else {
          for place in index..<end {
            parts.addMark()
            insert(before: place)
          }
          index = end
        }
      case UInt8(ascii: "<"):
        let end = maskHTML(at: index, range, &ends)
        if end > index + 1 { parts.add(html: index..<end) } else { parts.addMark() }
        index = end
      case UInt8(ascii: "!") where isAt(index, "![", before: range.upperBound):
        parts.open(at: index, isImage: true)
        index += 2
      case UInt8(ascii: "["):
        parts.open(at: index, isImage: false)
        index += 1
      case UInt8(ascii: "]"):
        let labelEnd = text.hasDefinitions ? maskLabel(behind: index, range) : nil
        let link = maskDestination(behind: index, range, text)
        let next = parts.close(at: index, link: link, labelEnd: labelEnd)
        if next == link?.end { maskEntities(index + 2..<next) }
        index = next
      default: index = bytes.skipPlain(from: index + 1, before: range.upperBound)
      }
    }
    return parts
  }

  /// Separates brackets with nothing but white space in them from a bracket before them: they are no label (section
  /// 4.7), but the parser treats them like `[]`.
  ///
  /// - Returns: the end of the label there, possibly in code; nil if there is none.
  private mutating func maskLabel(behind bracket: Int, _ range: Range<Int>) -> Int? {
    guard isAt(bracket, "][", before: range.upperBound) else { return nil }
    let start = bracket + 2
    var end = start
    while end < range.upperBound, bytes[end] != UInt8(ascii: "]") {
      if bytes[end] == UInt8(ascii: "[") || end - start > LinkDefinition.longestLabel { return nil }
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard end < range.upperBound else { return nil }
    if end > start, bytes[start..<end].allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { insert("<a>", before: bracket + 1) }
    return end + 1
  }

  /// Masks escaped entities of a destination: the parser resolves entities before escapes.
  private mutating func maskEntities(_ destination: Range<Int>) {
    var isEscaped = false
    for place in destination {
      if isEscaped, bytes[place] == UInt8(ascii: "&") { insert("amp;", before: place + 1) }
      isEscaped = !isEscaped && bytes[place] == UInt8(ascii: "\\")
    }
  }

  /// Masks parentheses after a bracket that hold no destination, or one in `<` and `>` with a line end, which is a
  /// space here: the parser does not check all of that, for example that parentheses are in pairs (section 6.3).
  ///
  /// - Returns: the destination, whether that is the address as it stands, and the end of the link; nil if it is none.
  private mutating func maskDestination(
    behind bracket: Int, _ range: Range<Int>, _ text: InlineText
  ) -> (destination: Range<Int>, isPlain: Bool, end: Int)? {
    guard isAt(bracket, "](", before: range.upperBound) else { return nil }
    let found = bytes.withUnsafeBufferPointer { LinkDefinition.readInline($0, bracket + 1..<range.upperBound) }
    if let (destination, end) = found {
      let isPointed = isAt(destination.lowerBound - 1, "<", before: end)
      if !isPointed || text.lineEnds(in: destination).isEmpty {
        // Escapes and entities mean something else, and the parser takes off spaces at the ends.
        let isPlain = destination.allSatisfy { place in
          let byte = bytes[place]
          return byte != 0x20 && byte != 0x09 && byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "&")
        }
        return (destination, isPlain, end)
      }
    }
    insert(before: bracket + 1)
    return nil
  }

  /// Masks HTML that begins at a place; returns the place to go on from.
  private mutating func maskHTML(at index: Int, _ range: Range<Int>, _ ends: inout SpanEnds) -> Int {
    let end = range.upperBound
    if isAt(index, "<!--", before: end) {
      if isAt(index + 4, ">", before: end) || isAt(index + 4, "->", before: end) {
        insert(isAt(index + 4, ">", before: end) ? " --" : " -", before: index + 4)
        return index + 5
      }
      if let last = ends.html(.comment, from: index + 4) {
        for place in index + 4..<last - 1 where isAt(place - 1, "--", before: end) { insert(before: place) }
        return last + 1
      }
    } else if isAt(index, "<?", before: end) {
      if let last = ends.html(.instruction, from: index + 2) {
        if isAt(last - 2, "??", before: end) { insert(" ", before: last - 1) }
        return last + 1
      }
    } else if isAt(index, "<![CDATA[", before: end) {
      if let last = ends.html(.data, from: index + 9) {
        if isAt(last - 3, "]]]", before: end) { insert(" ", before: last - 2) }
        return last + 1
      }
    } else if isAt(index, "<!", before: end), index + 2 < end, (0x41...0x5A).contains(bytes[index + 2] & 0xDF) {
      if let last = ends.html(.declaration, from: index + 3) {
        insert("A ", before: index + 2)
        return last + 1
      }
    } else {
      return bytes.tagEnd(at: index, before: end) ?? index + 1
    }
    insert(before: index)
    return index + 1
  }

  /// Masks brackets without a partner, or nested deeper than links are, in a block with very many: the parser would
  /// look back at all of them each time.
  private mutating func maskBrackets(_ range: Range<Int>) {
    guard bytes[range].hasBrackets(moreThan: Self.fewBrackets, deeperThan: Self.deepest) else { return }
    // The brackets in order, each with the place of its partner.
    var brackets: [(place: Int, partner: Int?)] = []
    var open: [Int] = []
    var index = range.lowerBound
    while index < range.upperBound {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "["):
        open.append(brackets.count)
        brackets.append((index, nil))
      case UInt8(ascii: "]"): if let start = open.popLast() { brackets[start].partner = index }
      default: break
      }
      index += 1
    }
    var ends: [Int] = []
    for (index, partner) in brackets {
      while let end = ends.last, end < index { ends.removeLast() }
      if let partner, ends.count < Self.deepest { ends.append(partner) } else { insert(before: index) }
    }
  }

  /// The number of brackets that the parser may look back at each time.
  private static let fewBrackets = 1000
  /// The most brackets around a bracket.
  private static let deepest = 32
}

extension ArraySlice<UInt8> {
  /// Whether it has more opening brackets than this, and some without a partner or with more than so many around.
  fileprivate func hasBrackets(moreThan few: Int, deeperThan most: Int) -> Bool {
    guard self.count > few else { return false }
    var (depth, deepest, count, isEscaped) = (0, 0, 0, false)
    for byte in self {
      if isEscaped || byte == UInt8(ascii: "\\") {
        isEscaped.toggle()
      } else if byte == UInt8(ascii: "[") {
        (depth, count) = (depth + 1, count + 1)
        deepest = Swift.max(deepest, depth)
      } else if byte == UInt8(ascii: "]"), depth > 0 {
        depth -= 1
      }
    }
    return count > few && (depth > 0 || deepest > most)
  }
}
