import CMarkdown
import Platform
import Synchronization

/// cmark-gfm's tree of a text, made of blocks and inlines, walked without recursion and freed at the end.
///
/// md4c, the other small parser in C, tells no places in the text, which whoever follows or renames a link needs.
struct MarkdownTree: ~Copyable {
  /// The extensions to CommonMark.
  enum Extension: String {
    case table, strikethrough
  }

  private let root: OpaquePointer
  /// Prevents inlines from being read.
  private let wordless: WordlessBlocks?

  /// Parses what `feed` hands over, piece by piece; only the last piece may lack a line end.
  ///
  /// - Parameter hasInlines: whether the inlines of paragraphs and headings are wanted, which take many times the
  ///   memory of their words.
  init?(_ extensions: [Extension], hasInlines: Bool = true, feed: ((UnsafeBufferPointer<UInt8>) -> Void) -> Void) {
    guard Self.isRegistered, let parser = cmark_parser_new(CMARK_OPT_SOURCEPOS) else { return nil }
    defer { cmark_parser_free(parser) }
    let wordless = hasInlines ? nil : WordlessBlocks()
    for name in extensions {
      if let found = cmark_find_syntax_extension(name.rawValue) { cmark_parser_attach_syntax_extension(parser, found) }
    }
    wordless?.attach(to: parser)
    feed { bytes in
      bytes.withMemoryRebound(to: CChar.self) { cmark_parser_feed(parser, $0.baseAddress, $0.count) }
    }
    wordless?.mark()
    guard let root = Self.finished(parser, extensions) else {
      wordless?.free()
      return nil
    }
    self.root = root
    self.wordless = wordless
  }

  deinit {
    cmark_node_free(root)
    wordless?.free()
  }

  /// The library's list of extensions is shared by all threads, so it is filled once.
  private static let isRegistered: Bool = {
    cmark_gfm_core_extensions_ensure_registered()
    return true
  }()

  /// Held while marks of strikethrough are read: the library has one table for all threads of the characters that
  /// extensions read, and takes them out behind each text.
  private static let striking = Mutex(())

  private static func finished(_ parser: OpaquePointer, _ extensions: [Extension]) -> OpaquePointer? {
    guard extensions.contains(.strikethrough) else { return cmark_parser_finish(parser) }
    var root: OpaquePointer?
    striking.withLock { _ in root = cmark_parser_finish(parser) }
    return root
  }

  /// Visits each node when it is entered, and again when it is left if it may have children.
  borrowing func visit(_ body: (MarkdownNode, _ isEntering: Bool) -> Void) {
    guard let iterator = cmark_iter_new(root) else { return }
    defer { cmark_iter_free(iterator) }
    while true {
      let event = cmark_iter_next(iterator)
      guard event != CMARK_EVENT_DONE else { return }
      guard let node = cmark_iter_get_node(iterator) else { return }
      body(MarkdownNode(node: node), event == CMARK_EVENT_ENTER)
    }
  }
}

/// A node of a tree, valid as long as the tree lives.
struct MarkdownNode {
  let node: OpaquePointer

  /// Its type in the parser, such as `paragraph`.
  var type: cmark_node_type { cmark_node_get_type(node) }
  /// The name of its type; for nodes of extensions, which have no fixed type.
  var name: String { String(cString: cmark_node_get_type_string(node)) }
  /// The number of its first line, from 1; 0 if it has none.
  var line: Int { Int(cmark_node_get_start_line(node)) }
  /// Its bytes within its line, from 0.
  var columns: Range<Int> {
    let start = max(0, Int(cmark_node_get_start_column(node)) - 1)
    return start..<max(start, Int(cmark_node_get_end_column(node)))
  }
  /// Its heading's level.
  var level: Int { Int(cmark_node_get_heading_level(node)) }
  /// How many columns its table has.
  var tableColumns: Int { Int(cmark_gfm_extensions_get_table_columns(node)) }
  /// The words of a text or of code.
  var literal: String { cmark_node_get_literal(node).map { String(cString: $0) } ?? "" }
  /// Whether it is a block.
  var isBlock: Bool { type.rawValue & UInt32(CMARK_NODE_TYPE_MASK) == UInt32(CMARK_NODE_TYPE_BLOCK) }
  /// The destination of a link, unescaped.
  var url: String { cmark_node_get_url(node).map { String(cString: $0) } ?? "" }
  /// The lines of a paragraph, underlined heading or table as the parser read them, each the end of one line of the
  /// text: their lengths in bytes, without the line end and the spaces before, which may come from a tab. Not for nodes
  /// that may have no words: those never end here.
  var contentLines: [Int] {
    cmark_node_get_string_content(node).map { Self.lines(of: $0).map { $0.length - $0.spaces } } ?? []
  }
  /// The number of those lines, and the length of the first in bytes.
  var contentLineCount: Int { cmark_node_get_string_content(node).map(Self.lineCount) ?? 0 }
  var firstContentLine: Int { cmark_node_get_string_content(node).map { Int(strcspn($0, "\n")) } ?? 0 }
  /// Whether it is a fenced block of code.
  var isFenced: Bool {
    var (length, offset, mark): (Int32, Int32, CChar) = (0, 0, 0)
    return cmark_node_get_fenced(node, &length, &offset, &mark) != 0
  }
  /// The lines of a block of code: the length of each in bytes, and the number of spaces at its start.
  var literalLines: [(length: Int, spaces: Int)] { cmark_node_get_literal(node).map(Self.lines) ?? [] }

  private static func lineCount(of bytes: UnsafePointer<CChar>) -> Int {
    var (count, index) = (0, 0)
    while bytes[index] != 0 {
      if bytes[index] == 0x0A { count += 1 }
      index += 1
    }
    return index > 0 && bytes[index - 1] != 0x0A ? count + 1 : count
  }

  private static func lines(of bytes: UnsafePointer<CChar>) -> [(length: Int, spaces: Int)] {
    var lines: [(length: Int, spaces: Int)] = []
    var (length, spaces, index) = (0, 0, 0)
    while bytes[index] != 0 {
      if bytes[index] == 0x0A {
        lines.append((length, spaces))
        (length, spaces) = (0, 0)
      } else {
        if spaces == length, bytes[index] == 0x20 { spaces += 1 }
        length += 1
      }
      index += 1
    }
    if length > 0 { lines.append((length, spaces)) }
    return lines
  }
  /// Whether the quotation or item that contains it begins on the same line.
  var parentBeginsHere: Bool {
    guard let parent = cmark_node_parent(node), cmark_node_get_type(parent) != CMARK_NODE_DOCUMENT else { return false }
    return cmark_node_get_start_line(parent) == cmark_node_get_start_line(node)
  }
  /// Whether it is an item's first block.
  var beginsItem: Bool {
    guard let parent = cmark_node_parent(node), cmark_node_get_type(parent) == CMARK_NODE_ITEM else { return false }
    return cmark_node_first_child(parent) == node
  }
  /// The paragraph that a table was split from, if the table's header row was in it; it has no line.
  var paragraphAbove: MarkdownNode? {
    guard let above = cmark_node_previous(node).map(MarkdownNode.init), above.line == 0 else { return nil }
    return above.type == CMARK_NODE_PARAGRAPH ? above : nil
  }
}
