/// The bytes of an ``InlineText`` as the parser is given them: into what it would read in another way than CommonMark
/// 0.31.2, or for too long, something is put in that makes it what it should be. Mostly that is a backslash, so that
/// the words stay what they are.
struct MaskedText {
  /// The bytes.
  private(set) var bytes: [UInt8]
  /// What was put in, in order: before which byte of the text, and how many bytes there are up to the end of it.
  private var insertions: [(place: Int, bytes: [UInt8], sum: Int)] = []

  /// Masks a text.
  init(_ text: InlineText) {
    bytes = text.bytes
    for block in text.blocks where block.needsParser {
      maskDestinations(block.range, text)
      maskSpans(block.range)
      maskBrackets(block.range)
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
  }

  /// Where a byte of the text stands here, behind what was put in before it or before that.
  func place(of offset: Int, isBehindInsertion: Bool) -> Int {
    let count = insertions.partition { $0.place < offset || isBehindInsertion && $0.place == offset }
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

  /// A destination in `<` and `>` has no line end, which is a space here; parentheses in another one are in pairs,
  /// which the parser does not see to (section 6.3).
  private mutating func maskDestinations(_ range: Range<Int>, _ text: InlineText) {
    for index in range where isAt(index, "](", before: range.upperBound) {
      var start = index + 2
      while start < range.upperBound, bytes[start] <= 0x20 { start += 1 }
      let isPointed = isAt(start, "<", before: range.upperBound)
      var end = isPointed ? start + 1 : start
      var depth = 0
      while end < range.upperBound, depth >= 0, depth <= Self.deepest {
        switch bytes[end] {
        case UInt8(ascii: "\\"): end += end + 1 < range.upperBound && bytes[end + 1].isASCIIPunctuation ? 1 : 0
        case UInt8(ascii: ">") where isPointed, UInt8(ascii: "<") where isPointed: depth = -1
        case UInt8(ascii: "(") where !isPointed: depth += 1
        case UInt8(ascii: ")") where !isPointed: depth -= 1
        case 0...0x20 where !isPointed:
          if depth > 0 { insert(before: index + 1) }
          depth = -1
        default: break
        }
        end += 1
      }
      if isPointed ? !text.lineEnds(in: start..<min(end, range.upperBound)).isEmpty : depth > 0 {
        insert(before: index + 1)
      }
    }
  }

  /// Code and HTML, of which whichever begins first counts. Those that have no end are made words: behind marks of code
  /// without an end the parser misses others, and that of `<?`, `<![CDATA[` and `<!A` it looks for to the end of a
  /// block each time. Comments may have hyphens in them and declarations be in lower case, which it does not know.
  private mutating func maskSpans(_ range: Range<Int>) {
    var ends = SpanEnds(bytes, range)
    var index = range.lowerBound
    while index < range.upperBound {
      switch bytes[index] {
      case UInt8(ascii: "\\") where index + 1 < range.upperBound && bytes[index + 1].isASCIIPunctuation: index += 2
      case UInt8(ascii: "`"):
        let end = bytes[index..<range.upperBound].firstIndex { $0 != UInt8(ascii: "`") } ?? range.upperBound
        if let next = ends.code(from: index, to: end) {
          index = next
        } else {
          for place in index..<end { insert(before: place) }
          index = end
        }
      case UInt8(ascii: "<"): index = maskHTML(at: index, range, &ends)
      default: index += 1
      }
    }
  }

  /// Masks HTML that begins at a place; where to go on.
  private mutating func maskHTML(at index: Int, _ range: Range<Int>, _ ends: inout SpanEnds) -> Int {
    let end = range.upperBound
    // What stands in `<` and `>` behind `](` is a destination, whatever it looks like.
    if isAt(index - 2, "](", before: end), ends.html(.declaration, from: index + 1) != nil { return index + 1 }
    if isAt(index, "<!--", before: end) {
      if isAt(index + 4, ">", before: end) || isAt(index + 4, "->", before: end) {
        insert(isAt(index + 4, ">", before: end) ? " --" : " -", before: index + 4)
        return index + 5
      }
      if let last = ends.html(.comment, from: index + 4) {
        for place in index + 4..<last - 1
        where bytes[place] == UInt8(ascii: "-") && (bytes[place - 1] == UInt8(ascii: "-") || place == last - 3) {
          insert(before: place == last - 3 ? place + 1 : place)
        }
        return last + 1
      }
    } else if isAt(index, "<?", before: end) {
      if let last = ends.html(.instruction, from: index + 2) { return last + 1 }
    } else if isAt(index, "<![CDATA[", before: end) {
      if let last = ends.html(.data, from: index + 9) { return last + 1 }
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
