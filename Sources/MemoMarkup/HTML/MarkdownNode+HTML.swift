import CMarkdown

/// The parts of a node that rendering needs.
extension MarkdownNode {
  /// The node that contains it.
  var parent: MarkdownNode? { cmark_node_parent(node).map { MarkdownNode(node: $0) } }
  /// The first node in it.
  var first: MarkdownNode? { cmark_node_first_child(node).map { MarkdownNode(node: $0) } }
  /// The next node with the same parent.
  var next: MarkdownNode? { cmark_node_next(node).map { MarkdownNode(node: $0) } }
  /// Its lines, from 1.
  var lines: ClosedRange<Int> { line...max(line, Int(cmark_node_get_end_line(node))) }
  /// Whether it is a paragraph of a list without blank lines, which is rendered without an element of its own.
  var isTight: Bool { parent?.parent.map { cmark_node_get_list_tight($0.node) != 0 } ?? false }
  /// Whether its list is numbered.
  var isOrdered: Bool { cmark_node_get_list_type(node) == CMARK_ORDERED_LIST }
  /// The first number of its list.
  var listStart: Int { Int(cmark_node_get_list_start(node)) }
  /// Whether it is a table's header row.
  var isHeaderRow: Bool { cmark_gfm_extensions_get_table_row_is_header(node) != 0 }
  /// How the columns of its table are aligned: `l`, `c`, `r` or 0.
  var alignments: [UInt8] {
    cmark_gfm_extensions_get_table_alignments(node).map { Array(UnsafeBufferPointer(start: $0, count: tableColumns)) }
      ?? []
  }

  /// The words of a text, of code or of HTML.
  var literalBytes: UnsafeBufferPointer<UInt8> { Self.bytes(cmark_node_get_literal(node)) }
  /// The info string of a block of code.
  var fenceInfo: UnsafeBufferPointer<UInt8> { Self.bytes(cmark_node_get_fence_info(node)) }
  /// The title of a link.
  var title: UnsafeBufferPointer<UInt8> { Self.bytes(cmark_node_get_title(node)) }
  /// The destination of a link, unescaped.
  var urlBytes: UnsafeBufferPointer<UInt8> { Self.bytes(cmark_node_get_url(node)) }

  private static func bytes(_ words: UnsafePointer<CChar>?) -> UnsafeBufferPointer<UInt8> {
    guard let words else { return UnsafeBufferPointer(start: nil, count: 0) }
    // They live as long as the tree.
    return UnsafeRawBufferPointer(start: words, count: String.length(words)).assumingMemoryBound(to: UInt8.self)
  }
}

extension String {
  /// The number of bytes before the first zero.
  fileprivate static func length(_ words: UnsafePointer<CChar>) -> Int {
    var count = 0
    while words[count] != 0 { count += 1 }
    return count
  }
}
