import CMarkdown

/// Writes the nodes of a text as HTML one by one.
struct HTMLRenderer {
  private(set) var page = HTMLWriter()
  private let text: MarkedText
  /// The slugs of headings, by their lines.
  private let slugs: [Int: String]
  /// The surplus cells of rows behind their table's last column, by their lines.
  private let surplus: [Int: ArraySlice<UInt8>]
  /// The addresses of links that name memos, by their destinations.
  private var hrefs: [Destination: String] = [:]

  /// The open elements of links and pictures, the innermost last; a link within a link has none.
  private var openLinks: [OpenLink] = []
  private enum OpenLink: Equatable {
    case anchor, span
    /// One that is shown as it is written, with what stands behind its words.
    case words(end: [UInt8])
  }
  /// Whether a paragraph is open whose first line is the title, and that line has not ended.
  private var isTitle = false
  /// Whether the next paragraph may be the title: the header has none, and nothing has come yet.
  private var mayBeTitle: Bool
  /// The names of blocks so far.
  private var blocks: Set<String> = []
  private var alignments: [UInt8] = []
  private var column = 0
  private var isHead = false

  private struct Destination: Hashable { let target: String, fragment: String? }

  init(
    _ text: MarkedText, _ outline: Outline, hrefs: [String?], slugs: [Int: String],
    surplus: [Int: ArraySlice<UInt8>]
  ) {
    (self.text, self.slugs, self.surplus) = (text, slugs, surplus)
    mayBeTitle = outline.headerTitle == nil
    for (link, href) in zip(outline.links, hrefs) where link.kind == .markdown || link.kind == .image {
      if let href { self.hrefs[Destination(target: link.target, fragment: link.fragment)] = href }
    }
    if let title = outline.headerTitle, !outline.firstHeadingIsTitle {
      page.markup("<h1 dir=\"auto\">")
      page.text(title.utf8)
      page.markup("</h1>\n")
    }
  }

  /// Takes a node when it is entered and when it is left.
  mutating func visit(_ node: MarkdownNode, _ isEntering: Bool) {
    switch node.type {
    case CMARK_NODE_DOCUMENT: break
    case CMARK_NODE_BLOCK_QUOTE: block(isEntering, "<blockquote>\n", "</blockquote>\n")
    case CMARK_NODE_LIST: list(node, isEntering)
    case CMARK_NODE_ITEM: isEntering ? block(true, "<li dir=\"auto\">", "") : page.markup("</li>\n")
    case CMARK_NODE_PARAGRAPH: paragraph(node, isEntering)
    case CMARK_NODE_HEADING: heading(node, isEntering)
    case CMARK_NODE_CODE_BLOCK: verbatim(node, info: node.fenceInfo)
    case CMARK_NODE_HTML_BLOCK: verbatim(node, info: UnsafeBufferPointer(start: nil, count: 0))
    case CMARK_NODE_THEMATIC_BREAK: block(true, "<hr>\n", "")
    case CMARK_NODE_TEXT: words(node.literalBytes)
    case CMARK_NODE_CODE:
      page.markup("<code>")
      page.text(text.source(of: node.literalBytes))
      page.markup("</code>")
    case CMARK_NODE_HTML_INLINE: html(node.literalBytes)
    case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK: lineBreak(node)
    case CMARK_NODE_EMPH: page.markup(isEntering ? "<em>" : "</em>")
    case CMARK_NODE_STRONG: page.markup(isEntering ? "<strong>" : "</strong>")
    case CMARK_NODE_LINK, CMARK_NODE_IMAGE: link(node, isEntering)
    default: extended(node, isEntering)
    }
    if node.isBlock, node.type != CMARK_NODE_DOCUMENT { mayBeTitle = false }
  }

  /// Adds words that are in no block, each in its lines.
  mutating func add(_ words: [[ArraySlice<UInt8>]]) {
    for lines in words {
      block(true, "<p dir=\"auto\">", "")
      for (index, line) in lines.enumerated() {
        if index > 0 { page.markup("<br>\n") }
        page.text(line)
      }
      page.markup("</p>\n")
    }
  }

  private mutating func block(_ isEntering: Bool, _ start: StaticString, _ end: StaticString) {
    page.startLine()
    page.markup(isEntering ? start : end)
  }

  private mutating func list(_ node: MarkdownNode, _ isEntering: Bool) {
    guard isEntering, node.isOrdered, node.listStart != 1 else {
      return node.isOrdered ? block(isEntering, "<ol>\n", "</ol>\n") : block(isEntering, "<ul>\n", "</ul>\n")
    }
    page.startLine()
    page.markup("<ol")
    page.attribute("start", "\(node.listStart)".utf8)
    page.markup(">\n")
  }

  private mutating func paragraph(_ node: MarkdownNode, _ isEntering: Bool) {
    if node.isTight { return }
    if isEntering {
      isTitle = mayBeTitle && node.firstLineStandsAlone
      block(true, isTitle ? "<h1 dir=\"auto\">" : "<p dir=\"auto\">", "")
    } else {
      page.markup(isTitle ? "</h1>\n" : "</p>\n")
      isTitle = false
    }
  }

  /// A line end of the text stays one on the page.
  private mutating func lineBreak(_ node: MarkdownNode) {
    page.markup(isTitle ? "</h1>\n<p dir=\"auto\">" : "<br>\n")
    isTitle = false
  }

  private mutating func heading(_ node: MarkdownNode, _ isEntering: Bool) {
    let tags: (StaticString, StaticString) =
      switch node.level {
      case 1: ("<h1 dir=\"auto\"", "</h1>\n")
      case 2: ("<h2 dir=\"auto\"", "</h2>\n")
      case 3: ("<h3 dir=\"auto\"", "</h3>\n")
      case 4: ("<h4 dir=\"auto\"", "</h4>\n")
      case 5: ("<h5 dir=\"auto\"", "</h5>\n")
      default: ("<h6 dir=\"auto\"", "</h6>\n")
      }
    guard isEntering else { return page.markup(tags.1) }
    block(true, tags.0, "")
    let line = node.lines.first { slugs[$0] != nil }
    page.attribute("id", (line.flatMap { slugs[$0] } ?? "").utf8)
    page.markup(">")
  }

  private mutating func verbatim(_ node: MarkdownNode, info: UnsafeBufferPointer<UInt8>) {
    page.startLine()
    page.markup("<pre")
    page.attribute("title", text.source(of: info))
    page.markup("><code>")
    page.text(text.source(of: node.literalBytes))
    page.markup("</code></pre>\n")
  }

  private mutating func extended(_ node: MarkdownNode, _ isEntering: Bool) {
    switch node.name {
    case "strikethrough": page.markup(isEntering ? "<del>" : "</del>")
    case "table":
      alignments = node.alignments
      block(isEntering, "<table>\n", "</table>\n")
    case "table_header", "table_row":
      (column, isHead) = (0, node.isHeaderRow)
      if isEntering { return page.markup("<tr>") }
      if let words = surplus[node.line] {
        page.markup("<td dir=\"auto\">")
        page.text(words)
        page.markup("</td>")
      }
      page.markup("</tr>\n")
    case "table_cell" where isEntering:
      page.markup(isHead ? "<th dir=\"auto\"" : "<td dir=\"auto\"")
      switch alignments.indices.contains(column) ? alignments[column] : 0 {
      case UInt8(ascii: "l"): page.markup(" style=\"text-align: left\">")
      case UInt8(ascii: "c"): page.markup(" style=\"text-align: center\">")
      case UInt8(ascii: "r"): page.markup(" style=\"text-align: right\">")
      default: page.markup(">")
      }
      column += 1
    case "table_cell": page.markup(isHead ? "</th>" : "</td>")
    default: break
    }
  }

  private mutating func words(_ words: UnsafeBufferPointer<UInt8>) {
    var rest = words[...]
    while let piece = text.next(&rest) {
      switch piece {
      case .words(let words): page.text(words)
      case .sign(.link(let words, let href), let source):
        // Of one that leads nowhere a label would hide what it names.
        let isHidden = href == nil && source.contains(UInt8(ascii: "|"))
        begin(href: href ?? "", title: isHidden ? Array(source) : [], isMemo: true)
        page.text(words.utf8)
        end()
      case .sign(.task(let isDone), _):
        page.markup(isDone ? "<input type=\"checkbox\" disabled checked>" : "<input type=\"checkbox\" disabled>")
      case .sign(.words, let source): page.text(source)
      case .sign(.block(let name), let source):
        page.markup("<span")
        // Links lead to the first block with a name; an id may be there only once.
        if blocks.insert(name).inserted { page.attribute("id", "^\(name)".utf8) }
        page.markup(">")
        page.text(source)
        page.markup("</span>")
      }
    }
  }

  /// HTML is shown as words, except `<br>`: a table's cell has no other way to end a line.
  private mutating func html(_ tag: UnsafeBufferPointer<UInt8>) {
    if String(decoding: tag, as: UTF8.self).wholeMatch(of: #/<[bB][rR]\s*/?>/#) != nil {
      page.markup("<br>\n")
    } else {
      page.text(text.source(of: tag))
    }
  }

  private mutating func link(_ node: MarkdownNode, _ isEntering: Bool) {
    guard isEntering else { return end() }
    let url = text.source(of: node.urlBytes)
    let words = String(decoding: url, as: UTF8.self)
    let memo = MarkdownDestination(url: words, url, range: 0..<url.count)
    let title = text.source(of: node.title)
    let destination = Array([url, title].filter { !$0.isEmpty }.joined(separator: [0x20]))
    // The parser takes control characters that are no spaces for part of any destination (CommonMark 0.31.2, 6.3).
    if url.contains(where: { $0 < 0x09 || (0x0E..<0x20).contains($0) || $0 == 0x7F }) {
      page.text((node.type == CMARK_NODE_IMAGE ? "![" : "[").utf8)
      return openLinks.append(.words(end: Array("](".utf8) + destination + Array(")".utf8)))
    }
    if memo.namesMemo, let href = hrefs[Destination(target: memo.target, fragment: memo.fragment)] {
      begin(href: href, title: title, isMemo: true)
    } else if words.leadsOut {
      begin(href: words, title: title, isMemo: false)
    } else {
      begin(href: "", title: destination, isMemo: false)
    }
    if node.first == nil, !url.isEmpty {
      page.text(url)
    } else if node.first == nil {
      page.text((node.type == CMARK_NODE_IMAGE ? "![]()" : "[]()").utf8)
    }
  }

  /// Begins a link; one that leads nowhere, or is within another, is only its words.
  private mutating func begin(href: String, title: [UInt8], isMemo: Bool) {
    let isLink = !href.isEmpty && !openLinks.contains(.anchor)
    openLinks.append(isLink ? .anchor : .span)
    page.markup(isLink ? "<a" : "<span")
    if isLink { page.attribute("href", href.utf8) }
    if isLink, !isMemo { page.markup(" rel=\"noopener noreferrer\"") }
    page.attribute("title", isLink || !title.isEmpty ? title : Array(href.utf8))
    page.markup(">")
  }

  private mutating func end() {
    switch openLinks.popLast() {
    case .anchor: page.markup("</a>")
    case .words(let end): page.text(end)
    case .span, nil: page.markup("</span>")
    }
  }
}

extension String {
  /// Whether it is an address outside of the memos that may be followed.
  fileprivate var leadsOut: Bool {
    let start = prefix(8).lowercased()
    return ["http://", "https://", "mailto:"].contains(where: start.hasPrefix)
  }
}

extension MarkdownNode {
  /// Whether no inline, such as emphasis, goes on from a paragraph's first line to the second.
  fileprivate var firstLineStandsAlone: Bool {
    var child = first
    while let node = child, node.type != CMARK_NODE_SOFTBREAK, node.type != CMARK_NODE_LINEBREAK {
      if node.holdsBreak { return false }
      child = node.next
    }
    return true
  }

  /// Whether it contains a line end.
  private var holdsBreak: Bool {
    guard let iterator = cmark_iter_new(node) else { return false }
    defer { cmark_iter_free(iterator) }
    while true {
      let event = cmark_iter_next(iterator)
      if event == CMARK_EVENT_DONE { return false }
      let type = cmark_node_get_type(cmark_iter_get_node(iterator))
      if type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK { return true }
    }
  }
}
