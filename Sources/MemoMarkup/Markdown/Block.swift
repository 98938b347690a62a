import CMarkdown
package import MemoText

/// A block of a text, other than a heading, with all its lines.
package struct Block: Sendable, Equatable {
  /// The kind of block.
  package enum Kind: Sendable {
    /// A quotation; a list, and an item of one.
    case quotation, list, item
    /// Words, code, HTML, a table; words directly above a table belong to it, as the parser has it.
    case paragraph, fencedCode, indentedCode, html, table
  }

  /// The kind.
  package let kind: Kind
  /// From the start of its first line to the end of its last one, without the line end. Only in fenced code can the
  /// last line be blank.
  package let range: Range<Int>

  /// The blocks of a text behind its header, each before the blocks in it. O(n).
  package static func all(of text: Rope) -> [Block] {
    withExtendedLifetime(SparseText(text)) { Reader($0, from: text.startOfWords(behind: Header(text))).blocks }
  }

  /// Reads blocks from the parser's tree.
  private struct Reader {
    private(set) var blocks: [Block] = []
    private var lines: [Range<Int>] = []
    /// The last line of each open block.
    private var ends: [Int] = []

    init(_ source: SparseText, from start: Int) {
      let broken = BlockReader(source, from: start).broken
      let tree = MarkdownTree([.table], hasInlines: false) { feed in
        lines = PlainCopy(source, from: start, broken: broken.sorted(), feed: feed).lines
      }
      tree?.visit { node, isEntering in
        guard isEntering else {
          if node.hasBlocks { ends.removeLast() }
          return
        }
        read(node, source)
        if node.hasBlocks { ends.append(lastLine(of: node)) }
      }
    }

    private mutating func read(_ node: MarkdownNode, _ source: SparseText) {
      let (first, last) = (node.line - 1, lastLine(of: node))
      guard let kind = node.blockKind, lines.indices.contains(first) else { return }
      var end = min(max(first, last), lines.count - 1)
      func isBlank(_ line: Int) -> Bool {
        source.require(lines[line])
        return source.bytes[lines[line]].allSatisfy { $0 == 0x20 || $0 == 0x09 }
      }
      while kind != .fencedCode, end > first, isBlank(end) { end -= 1 }
      blocks.append(Block(kind: kind, range: lines[first].lowerBound..<lines[end].upperBound))
    }

    /// The line that a block ends on. The parser reports one too many for code that ends only because the block around
    /// it does, and one too few for HTML with an end of its own.
    private func lastLine(of node: MarkdownNode) -> Int {
      let told = node.type == CMARK_NODE_HTML_BLOCK ? node.line - 2 + node.literalLines.count : node.endLine - 1
      return min(told, ends.last ?? .max)
    }
  }
}

extension MarkdownNode {
  /// The parser's number of the line that it ends on, from 1.
  fileprivate var endLine: Int { Int(cmark_node_get_end_line(node)) }

  /// Whether it has other blocks in it, and so is visited again when it is left.
  fileprivate var hasBlocks: Bool {
    switch type {
    case CMARK_NODE_DOCUMENT, CMARK_NODE_BLOCK_QUOTE, CMARK_NODE_LIST, CMARK_NODE_ITEM: true
    default: false
    }
  }

  fileprivate var blockKind: Block.Kind? {
    switch type {
    case CMARK_NODE_BLOCK_QUOTE: .quotation
    case CMARK_NODE_LIST: .list
    case CMARK_NODE_ITEM: .item
    case CMARK_NODE_PARAGRAPH: .paragraph
    case CMARK_NODE_CODE_BLOCK: isFenced ? .fencedCode : .indentedCode
    case CMARK_NODE_HTML_BLOCK: .html
    case CMARK_NODE_DOCUMENT, CMARK_NODE_HEADING, CMARK_NODE_THEMATIC_BREAK: nil
    default: isBlock && name == "table" ? .table : nil
    }
  }
}
