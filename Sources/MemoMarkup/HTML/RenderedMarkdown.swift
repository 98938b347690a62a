package import MemoText

/// A text as HTML that runs nothing and loads nothing: it uses only CommonMark's elements, and HTML in the text is
/// shown as words. Only links to `http`, `https` and `mailto`, and those that are given an address, lead anywhere;
/// pictures are links.
package struct RenderedMarkdown {
  /// The structure of the text.
  package let outline: Outline
  private let bytes: [UInt8]
  /// Its blocks of HTML.
  private let html: [Range<Int>]

  /// Reads a text; nil if rendering it may take long, see ``RenderingLimits``.
  package init?(_ text: Rope) {
    bytes = text.utf8Bytes
    let start = text.startOfWords(behind: Header(text))
    let limits = bytes.withUnsafeBufferPointer { RenderingLimits($0, from: start) }
    guard limits.allowReading else { return nil }
    outline = Outline(of: text)
    guard !outline.isCut else { return nil }
    html = Block.all(of: text).filter { $0.kind == .html }.map(\.range)
    guard limits.allowRendering(outline) else { return nil }
  }

  /// The HTML. It starts with a heading for the title if that is only in the header, or is a plain line.
  ///
  /// - Parameter hrefs: the addresses of the outline's links, in order; nil where one leads nowhere.
  package func html(_ hrefs: [String?]) -> HTMLWriter {
    let text = MarkedText(bytes, outline, html: html, hrefs: hrefs)
    let tree = MarkdownTree([.table, .strikethrough]) { feed in text.bytes.withUnsafeBufferPointer(feed) }
    var renderer = HTMLRenderer(text, outline, hrefs: hrefs, slugs: slugs, surplus: surplus)
    tree?.visit { node, isEntering in renderer.visit(node, isEntering) }
    renderer.add(outline.unshown.definitions.map { definition in definition.lines.map { bytes[$0] } })
    return renderer.page
  }

  /// The slugs of headings, by the line behind the header that each begins on, from 1.
  private var slugs: [Int: String] {
    let lines = lines(of: outline.headings.lazy.map(\.range.lowerBound))
    return Dictionary(zip(lines, outline.headings.lazy.map(\.slug))) { _, last in last }
  }

  /// The surplus cells behind a table's last column, by the row's line.
  private var surplus: [Int: ArraySlice<UInt8>] {
    let cells = outline.unshown.cells
    let lines = lines(of: cells.lazy.map(\.lowerBound))
    return Dictionary(zip(lines, cells.lazy.map { bytes[$0] })) { _, last in last }
  }

  /// The lines behind the header, from 1, of places in ascending order.
  private func lines(of places: some Sequence<Int>) -> [Int] {
    var (line, position) = (1, outline.start)
    return places.map { place in
      line += bytes.withUnsafeBufferPointer { $0.lineEnds(position..<place) }
      position = place
      return line
    }
  }
}
