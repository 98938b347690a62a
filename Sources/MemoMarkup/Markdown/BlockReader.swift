import CMarkdown

/// Finds the blocks of a text that hold words, each with its exact range.
///
/// A text is parsed twice. This is the first time: only for its blocks, in a ``PlainCopy``. The second time, each block
/// is one paragraph on one line (``InlineText``). cmark-gfm reports the exact places of blocks, but of inlines only
/// within a line: its columns are wrong after code, titles and definitions of several lines, and after the marks at the
/// start of a line in a quotation or a list.
struct BlockReader {
  /// The blocks in the order of the text, without paragraphs that have no signs.
  private(set) var blocks: [TextBlock] = []
  /// The blocks of code.
  private(set) var code: [Outline.Code] = []
  /// The definitions of reference links, in the order of the text.
  private(set) var definitions: [LinkDefinition] = []
  /// The surplus cells of tables' rows behind the last column.
  private(set) var surplus: [Range<Int>] = []
  /// The length in bytes of the longest block of words, including definitions at its start, and of the longest of
  /// these.
  private(set) var longestBlock = 0, longestDefinition = 0
  /// Whether the text has more blocks than are read, see ``ReadingLimits``.
  private(set) var isCut = false

  private let source: SparseText
  private let text: UnsafeBufferPointer<UInt8>
  private var lines: [Range<Int>] = []
  private var traits: [PlainCopy.Traits] = []
  /// Bytes that only the parser takes for the start of another block: an underline below nothing but definitions, which
  /// is words, and the tag in a line that continues a paragraph of a quotation or an item, which the parser takes for
  /// HTML after these.
  private(set) var broken: Set<Int> = []
  /// The line after the last paragraph.
  private var behindParagraph = -1
  /// The columns of the current table, and the number of quotations around.
  private var columns = 0
  private var quotations = 0

  /// Reads the blocks of a text, from an offset on. Afterwards their bytes are in memory, even in a sparse text.
  init(_ source: SparseText, from start: Int) {
    self.source = source
    text = source.bytes
    // Once misread bytes are masked, a block may continue where another began. A text with many of these in a row is
    // not read completely.
    for _ in 0..<Self.mostReadings {
      let count = broken.count
      read(from: start)
      if broken.count == count { break }
    }
  }

  /// The most times that a text is read.
  private static let mostReadings = 4

  private mutating func read(from start: Int) {
    (blocks, code, definitions, surplus, lines, traits) = ([], [], [], [], [], [])
    let tree = MarkdownTree([.table], hasInlines: false) { feed in
      let copy = PlainCopy(source, from: start, broken: broken.sorted(), feed: feed)
      (lines, traits, isCut) = (copy.lines, copy.traits, copy.isCut)
    }
    tree?.visit { node, isEntering in
      if node.type == CMARK_NODE_BLOCK_QUOTE { quotations += isEntering ? 1 : -1 }
      guard isEntering else { return }
      switch node.type {
      // One without a line is above a table's header row, and was read with that.
      case CMARK_NODE_PARAGRAPH:
        if node.line > 0 {
          readParagraph(node, lineCount: node.contentLineCount, beginsItem: node.beginsItem)
        }
      case CMARK_NODE_HEADING: readHeading(node)
      case CMARK_NODE_CODE_BLOCK: readCode(node)
      case CMARK_NODE_HTML_BLOCK: readHTML(node)
      case CMARK_NODE_DOCUMENT, CMARK_NODE_BLOCK_QUOTE, CMARK_NODE_LIST, CMARK_NODE_ITEM,
        CMARK_NODE_THEMATIC_BREAK:
        break
      default: if node.isBlock { readTable(node) }
      }
    }
  }

  /// The ranges of lines that were read: each is the end of a line of the text.
  private func places(of lengths: [Int], from line: Int) -> [Range<Int>] {
    var places: [Range<Int>] = []
    require(line..<line + lengths.count)
    for (index, length) in lengths.enumerated() where line + index < lines.count {
      let place = lines[line + index]
      let start = traits[line + index].contains(.isShort) ? place.lowerBound : place.upperBound - length
      places.append(text.trimmed(max(start, place.lowerBound)..<place.upperBound))
    }
    return places
  }

  /// Makes sure that lines are in memory.
  private func require(_ range: Range<Int>) {
    let range = range.clamped(to: lines.indices)
    guard !range.isEmpty else { return }
    source.require(lines[range.lowerBound].lowerBound..<lines[range.upperBound - 1].upperBound)
  }

  /// Reads a paragraph: a given number of a node's first lines.
  private mutating func readParagraph(_ node: MarkdownNode, lineCount: Int, beginsItem: Bool) {
    let line = node.line - 1
    let range = (line..<line + lineCount).clamped(to: lines.indices)
    behindParagraph = range.upperBound
    guard let first = range.first, let last = range.last else { return }
    guard traits[range].contains(where: { $0.contains(.hasSigns) }) else {
      let start = places(of: [node.firstContentLine], from: first).first?.lowerBound ?? 0
      require(last..<last + 1)
      longestBlock = max(longestBlock, text.trimmed(lines[last]).upperBound - start)
      return
    }
    var places = places(of: Array(node.contentLines.prefix(lineCount)), from: line)
    takeDefinitions(&places)
    if !places.isEmpty { blocks.append(TextBlock(kind: .paragraph(beginsItem: beginsItem), lines: places)) }
  }

  /// Takes the definitions at the beginning of a block.
  private mutating func takeDefinitions(_ places: inout [Range<Int>]) {
    longestBlock = max(longestBlock, (places.last?.upperBound ?? 0) - (places.first?.lowerBound ?? 0))
    var rest = places[...]
    while let first = rest.first, !first.isEmpty, text[first.lowerBound] == UInt8(ascii: "["),
      let (definition, count) = LinkDefinition.read(text, rest)
    {
      definitions.append(definition)
      definitions[definitions.count - 1].lines = Array(rest.prefix(count))
      rest = rest.dropFirst(count)
      longestDefinition = max(
        longestDefinition, (rest.first?.lowerBound ?? places[places.count - 1].upperBound) - first.lowerBound)
    }
    if rest.count < places.count { places = Array(rest) }
  }

  private mutating func readHeading(_ node: MarkdownNode) {
    let line = node.line - 1
    guard lines.indices.contains(line) else { return }
    require(line..<line + 1)
    if let words = text.headingWords(lines[line].dropFirst(node.columns.lowerBound)) {
      longestBlock = max(longestBlock, words.count)
      blocks.append(TextBlock(kind: .heading(level: node.level, range: lines[line]), lines: [words]))
      return
    }
    let lengths = node.contentLines
    var places = places(of: lengths, from: line)
    let underline = min(line + lengths.count, lines.count - 1)
    require(underline..<underline + 1)
    takeDefinitions(&places)
    if places.isEmpty {
      let mark = lines[underline].last { text[$0] == UInt8(ascii: node.level == 1 ? "=" : "-") }
      if let mark { broken.insert(mark) }
      return
    }
    let range = lines[line + lengths.count - places.count].lowerBound..<lines[underline].upperBound
    blocks.append(TextBlock(kind: .heading(level: node.level, range: range), lines: places))
  }

  /// Makes a line continue the paragraph before it, if it may. In the same quotation or item the parser would have done
  /// so itself.
  private mutating func readHTML(_ node: MarkdownNode) {
    let line = node.line - 1
    guard line == behindParagraph, lines.indices.contains(line), !node.parentBeginsHere else { return }
    require(line..<line + 1)
    let place = lines[line].lowerBound + node.columns.lowerBound
    if place < lines[line].upperBound, HTMLBlockNames.mayBeWords(text[place..<lines[line].upperBound]) {
      if let mark = lines[line].first(where: { text[$0] == UInt8(ascii: "<") }) { broken.insert(mark) }
    }
  }

  /// Reads a block of code: the spaces at the start of a line may come from a tab, the rest is the end of a line of the
  /// text.
  private mutating func readCode(_ node: MarkdownNode) {
    let first = node.line - (node.isFenced ? 0 : 1)
    var (words, last): ([UInt8], Int) = ([], first)
    for (offset, line) in node.literalLines.enumerated() where lines.indices.contains(first + offset) {
      last = first + offset
      require(max(0, last - 1)..<last + 1)
      let place = lines[last]
      // Blank lines that the copy leaves out.
      for _ in 0..<(offset > 0 ? text.lineEnds(lines[last - 1].upperBound..<place.lowerBound) - 1 : 0) {
        words.append(0x0A)
      }
      let rest = traits[last].contains(.isShort) ? place.count : min(line.length - line.spaces, place.count)
      words += repeatElement(0x20, count: line.spaces)
      words += text[place.upperBound - rest..<place.upperBound]
      words.append(0x0A)
    }
    let place = min(first, lines.count - 1)
    let range = lines[place].lowerBound..<lines[max(place, min(last, lines.count - 1))].upperBound
    code.append(Outline.Code(text: String(decoding: words, as: UTF8.self), range: range))
  }

  /// Reads a table's node. The part of a paragraph before the table in it is a paragraph of its own, without a place.
  private mutating func readTable(_ node: MarkdownNode) {
    switch node.name {
    case "table":
      columns = node.tableColumns
      // It was a paragraph, whose range and lines it still has: the last of them is the header row.
      let lengths = node.contentLines
      let heads = node.line - 1 + lengths.count - 1
      guard let length = lengths.last, lines.indices.contains(heads) else { return }
      if let paragraph = node.paragraphAbove {
        readParagraph(node, lineCount: lengths.count - 1, beginsItem: paragraph.beginsItem)
      }
      readCells(places(of: [length], from: heads)[0])
    case "table_row":
      guard lines.indices.contains(node.line - 1) else { return }
      require(node.line - 1..<node.line)
      var row = lines[node.line - 1]
      var marks = 0
      while let byte = row.first.map({ text[$0] }), byte == 0x20 || byte == 0x09 || byte == UInt8(ascii: ">") {
        if byte == UInt8(ascii: ">") {
          guard marks < quotations else { break }
          marks += 1
        }
        row = row.dropFirst()
      }
      readCells(text.trimmed(row))
    default: break
    }
  }

  /// Splits a row of a table at each `|` without a backslash before it.
  private mutating func readCells(_ row: Range<Int>) {
    longestBlock = max(longestBlock, row.count)
    var start = row.lowerBound
    if let first = row.first, text[first] == UInt8(ascii: "|") { start += 1 }
    var count = 0
    var index = start
    while start < row.upperBound, count < columns {
      while index < row.upperBound, text[index] != UInt8(ascii: "|") {
        index += text[index] == UInt8(ascii: "\\") && index + 1 < row.upperBound ? 2 : 1
      }
      let words = text.trimmed(start..<index)
      if !words.isEmpty { blocks.append(TextBlock(kind: .cell, lines: [words])) }
      count += 1
      (start, index) = (index + 1, index + 1)
    }
    guard start < row.upperBound else { return }
    // A bar at the end is none of the words, unless the walk skips it as escaped.
    let end = row.upperBound - 1
    while index < end { index += text[index] == UInt8(ascii: "\\") ? 2 : 1 }
    let rest = text.trimmed(start..<(index == end && text[end] == UInt8(ascii: "|") ? end : row.upperBound))
    if !rest.isEmpty { surplus.append(rest) }
  }
}
