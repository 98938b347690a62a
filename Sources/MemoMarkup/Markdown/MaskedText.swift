/// The bytes of an ``InlineText`` as the parser is given them: into what it would read in another way than CommonMark
/// 0.31.2, or for too long, something is put in that makes it what it should be. Mostly that is a backslash, so that
/// the words stay what they are.
struct MaskedText {
  /// The bytes.
  private(set) var bytes: [UInt8]
  /// What of the bytes the parser is given, a paragraph each, and of which block it is.
  private(set) var paragraphs: [(block: Int, range: Range<Int>)] = []
  /// The code outside these, with its marks, and the block it is in.
  private(set) var code: [(block: Int, range: Range<Int>)] = []
  /// What was put in, in order: before which byte of the text, and how many bytes there are up to the end of it.
  private var insertions: [(place: Int, bytes: [UInt8], sum: Int)] = []

  /// Masks a text.
  init(_ text: InlineText) {
    bytes = text.bytes
    for (index, block) in text.blocks.enumerated() where block.needsParser {
      let parts = maskInlines(block.range, text)
      maskBrackets(block.range)
      let ranges = block.isParsedWhole ? [block.range] : parts.ranges
      for range in ranges { paragraphs.append((index, range)) }
      for span in parts.code(outside: ranges) { code.append((index, span)) }
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

  /// Whether one or two `~` stand anywhere, which may strike words through. To emphasis they are punctuation, but where
  /// the parser may strike words through it looks at what is behind them, of any number.
  var mayStrike: Bool {
    var position = 0
    while let start = bytes[position...].firstIndex(of: UInt8(ascii: "~")) {
      position = bytes[start...].firstIndex { $0 != UInt8(ascii: "~") } ?? bytes.count
      if position - start < 3 || start > 0 && bytes[start - 1] == UInt8(ascii: "\\") { return true }
    }
    return false
  }

  /// Where a byte of the text stands here, or what was put in before it.
  private func place(of offset: Int) -> Int {
    let count = insertions.partition { $0.place < offset }
    return offset + (count == 0 ? 0 : insertions[count - 1].sum)
  }

  /// Where in the text a byte stands that is here at a place.
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

  /// Masks what an inline begins or ends with that the parser would read otherwise.
  ///
  /// Of code and HTML whichever begins first counts. Those that have no end are made words: behind marks of code
  /// without an end the parser misses others, and that of `<?`, `<![CDATA[` and `<!A` it looks for to the end of a
  /// block each time. Comments may have hyphens in them and declarations be in lower case, which it does not know, nor
  /// that `??>` and `]]]>` end what `?>` and `]]>` do.
  ///
  /// - Returns: the parts of the block that the parser is to be given.
  private mutating func maskInlines(_ range: Range<Int>, _ text: InlineText) -> InlineParts {
    var ends = SpanEnds(bytes, range)
    var parts = InlineParts(hasDefinitions: text.hasDefinitions)
    var index = range.lowerBound
    while index < range.upperBound {
      switch bytes[index] {
      case UInt8(ascii: "\\") where index + 1 < range.upperBound && bytes[index + 1].isASCIIPunctuation: index += 2
      case UInt8(ascii: "`"):
        let end = bytes[index..<range.upperBound].firstIndex { $0 != UInt8(ascii: "`") } ?? range.upperBound
        if let next = ends.code(from: index, to: end) {
          parts.add(code: index..<next)
          index = next
        } else {
          for place in index..<end { insert(before: place) }
          index = end
        }
      case UInt8(ascii: "<"):
        let end = maskHTML(at: index, range, &ends)
        if end > index + 1 { parts.add(html: index..<end) }
        index = end
      case UInt8(ascii: "!") where isAt(index, "![", before: range.upperBound):
        parts.open(at: index, isImage: true)
        index += 2
      case UInt8(ascii: "["):
        parts.open(at: index, isImage: false)
        index += 1
      case UInt8(ascii: "]"):
        let labelEnd = text.hasDefinitions ? maskLabel(behind: index, range) : nil
        let linkEnd = maskDestination(behind: index, range, text)
        let next = parts.close(at: index, linkEnd: linkEnd, labelEnd: labelEnd)
        if next == linkEnd { maskEntities(index + 2..<next) }
        index = next
      default: index += 1
      }
    }
    return parts
  }

  /// Sets brackets apart that stand behind another and have only white space between them: they are no label (section
  /// 4.7), but to the parser they are what `[]` is.
  ///
  /// - Returns: where the label ends that stands there, be it in code; nil if there is none.
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

  /// Masks escaped entities of a destination: the parser reads entities before it reads escapes.
  private mutating func maskEntities(_ destination: Range<Int>) {
    var isEscaped = false
    for place in destination {
      if isEscaped, bytes[place] == UInt8(ascii: "&") { insert("amp;", before: place + 1) }
      isEscaped = !isEscaped && bytes[place] == UInt8(ascii: "\\")
    }
  }

  /// Masks what stands in parentheses behind a bracket and is no destination, or is one in `<` and `>` with a line end,
  /// which is a space here: the parser doesn't see to all of that, such as that parentheses are in pairs (section 6.3).
  ///
  /// - Returns: where the link would end; nil if it is none.
  private mutating func maskDestination(behind bracket: Int, _ range: Range<Int>, _ text: InlineText) -> Int? {
    guard isAt(bracket, "](", before: range.upperBound) else { return nil }
    let found = bytes.withUnsafeBufferPointer { LinkDefinition.readInline($0, bracket + 1..<range.upperBound) }
    if let (destination, end) = found {
      let isPointed = isAt(destination.lowerBound - 1, "<", before: end)
      if !isPointed || text.lineEnds(in: destination).isEmpty { return end }
    }
    insert(before: bracket + 1)
    return nil
  }

  /// Masks HTML that begins at a place; where to go on.
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

  /// Whoever writes thousands of brackets in a block wants the parser to look back at all of them each time, so those
  /// are left out that are in no pair, or deeper in others than links are.
  private mutating func maskBrackets(_ range: Range<Int>) {
    guard bytes[range].count(where: { $0 == UInt8(ascii: "[") }) > 1000 else { return }
    var open: [Int] = []
    var pairs: [Int: Int] = [:]
    var index = range.lowerBound
    while index < range.upperBound {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "["): open.append(index)
      case UInt8(ascii: "]"): if let start = open.popLast() { pairs[start] = index }
      default: break
      }
      index += 1
    }
    var ends: [Int] = []
    for index in range where bytes[index] == UInt8(ascii: "[") {
      while let end = ends.last, end < index { ends.removeLast() }
      if let end = pairs[index], ends.count < Self.deepest { ends.append(end) } else { insert(before: index) }
    }
  }

  /// How many brackets may be around one.
  private static let deepest = 32
}
