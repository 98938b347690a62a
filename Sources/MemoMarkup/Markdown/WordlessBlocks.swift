import CMarkdown

/// Prevents the parser from reading the inlines of a text's paragraphs and headings. It has no option for that, but
/// asks an extension whether a block that belongs to it has any. So all blocks are made to belong to one, once their
/// lines are read: earlier, the extension would be asked which lines continue them.
struct WordlessBlocks {
  private let owner: OpaquePointer

  init?() {
    guard let owner = cmark_syntax_extension_new("wordless") else { return nil }
    self.owner = owner
    cmark_syntax_extension_set_contains_inlines_func(owner) { _, _ in 0 }
    // It opens no block; but only this function gets to see the parser's tree.
    cmark_syntax_extension_set_open_block_func(owner) { owner, _, _, parent, _, _ in
      guard let owner, cmark_syntax_extension_get_private(owner) == nil, var root = parent else { return nil }
      while let above = cmark_node_parent(root) { root = above }
      cmark_syntax_extension_set_private(owner, UnsafeMutableRawPointer(root), nil)
      return nil
    }
  }

  /// Makes the parser pass on its tree.
  func attach(to parser: OpaquePointer) { cmark_parser_attach_syntax_extension(parser, owner) }

  /// Marks the blocks that were read. A text without paragraphs is left as it is.
  func mark() {
    guard let root = cmark_syntax_extension_get_private(owner),
      let iterator = cmark_iter_new(OpaquePointer(root))
    else { return }
    defer { cmark_iter_free(iterator) }
    while true {
      let event = cmark_iter_next(iterator)
      guard event != CMARK_EVENT_DONE else { return }
      guard let node = cmark_iter_get_node(iterator) else { return }
      let type = cmark_node_get_type(node)
      if type == CMARK_NODE_PARAGRAPH || type == CMARK_NODE_HEADING { cmark_node_set_syntax_extension(node, owner) }
    }
  }

  /// Frees the extension, after all nodes.
  func free() { cmark_syntax_extension_free(cmark_get_default_mem_allocator(), owner) }
}
