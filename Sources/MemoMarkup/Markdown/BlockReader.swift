import CMarkdown

/// Finds the blocks of a text that hold words, each with its exact place.
///
/// A text is parsed twice. This is the first time: only for its blocks, in a ``PlainCopy``. The second time, each block
/// is one paragraph on one line (``InlineText``). cmark-gfm says exactly where its blocks are, but of its inlines it
/// does so only within a line: it counts wrongly behind code, titles and definitions of several lines, and behind what
/// stands before a line in a quotation or a list.
struct BlockReader {
  /// The blocks in the order of the text.
  private(set) var blocks: [TextBlock] = []
  /// What reference links lead to, in the order of the text.
  private(set) var definitions: [LinkDefinition] = []

  private let text: UnsafeBufferPointer<UInt8>
  private var lines: [Range<Int>] = []
  /// First bytes of underlines below nothing but definitions: such a line is none, but words.
  private var broken: Set<Int> = []
  /// How many columns the table has that is being read, and how many quotations are around.
  private var columns = 0
  private var quotations = 0

  /// Reads the blocks of a text, from an offset on.
  init(_ text: UnsafeBufferPointer<UInt8>, from start: Int) {
    self.text = text
    read(from: start)
    // What was the underline's block may now go on, so it is read again; once, as the new one begins with words.
    if !broken.isEmpty { read(from: start) }
  }

  private mutating func read(from start: Int) {
    let copy = PlainCopy(text, from: start, broken: broken)
    (blocks, definitions, lines) = ([], [], copy.lines)
    guard let tree = MarkdownTree([.table], feed: { copy.bytes.withUnsafeBufferPointer($0) }) else { return }
    tree.visit { node, isEntering in
      if node.type == CMARK_NODE_BLOCK_QUOTE { quotations += isEntering ? 1 : -1 }
      guard isEntering else { return }
      switch node.type {
      case CMARK_NODE_PARAGRAPH: if node.line > 0 { readParagraph(node, node.contentLines, from: node.line - 1) }
      case CMARK_NODE_HEADING: readHeading(node)
      case CMARK_NODE_DOCUMENT, CMARK_NODE_BLOCK_QUOTE, CMARK_NODE_LIST, CMARK_NODE_ITEM, CMARK_NODE_CODE_BLOCK,
        CMARK_NODE_HTML_BLOCK, CMARK_NODE_THEMATIC_BREAK:
        break
      default: if node.isBlock { readTable(node) }
      }
    }
  }

  /// The places of lines that were read: each is the end of a line of the text.
  private func places(of lengths: [Int], from line: Int) -> [Range<Int>] {
    var places: [Range<Int>] = []
    for (index, length) in lengths.enumerated() where line + index < lines.count {
      let end = lines[line + index].upperBound
      places.append(text.trimmed(max(end - length, lines[line + index].lowerBound)..<end))
    }
    return places
  }

  private mutating func readParagraph(_ node: MarkdownNode, _ lengths: [Int], from line: Int) {
    var places = places(of: lengths, from: line)
    takeDefinitions(&places)
    if !places.isEmpty { blocks.append(TextBlock(kind: .paragraph(beginsItem: node.beginsItem), lines: places)) }
  }

  /// Takes the definitions at the beginning of a block.
  private mutating func takeDefinitions(_ places: inout [Range<Int>]) {
    while let first = places.first, !first.isEmpty, text[first.lowerBound] == UInt8(ascii: "[") {
      guard let (definition, count) = LinkDefinition.read(text, places[...]) else { return }
      definitions.append(definition)
      places.removeFirst(count)
    }
  }

  private mutating func readHeading(_ node: MarkdownNode) {
    let line = node.line - 1
    guard lines.indices.contains(line) else { return }
    if let words = text.headingWords(lines[line].dropFirst(node.columns.lowerBound)) {
      blocks.append(TextBlock(kind: .heading(level: node.level, range: lines[line]), lines: [words]))
      return
    }
    let lengths = node.contentLines
    var places = places(of: lengths, from: line)
    let underline = min(line + lengths.count, lines.count - 1)
    takeDefinitions(&places)
    if places.isEmpty {
      let mark = lines[underline].last { text[$0] == UInt8(ascii: node.level == 1 ? "=" : "-") }
      if let mark { broken.insert(mark) }
      return
    }
    let range = lines[line + lengths.count - places.count].lowerBound..<lines[underline].upperBound
    blocks.append(TextBlock(kind: .heading(level: node.level, range: range), lines: places))
  }

  /// Reads a node of tables. What a paragraph had before the table began in it is one by itself, without a place.
  private mutating func readTable(_ node: MarkdownNode) {
    switch node.name {
    case "table":
      columns = node.tableColumns
      let lengths = node.contentLines
      let first = node.line - lengths.count
      guard let length = lengths.last, first >= 0, lines.indices.contains(node.line - 1) else { return }
      if lengths.count > 1 { readParagraph(node, lengths.dropLast(), from: first) }
      readCells(places(of: [length], from: node.line - 1)[0])
    case "table_row":
      guard lines.indices.contains(node.line - 1) else { return }
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

  /// Cuts a row of a table where a `|` stands without a backslash before it.
  private mutating func readCells(_ row: Range<Int>) {
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
  }
}
