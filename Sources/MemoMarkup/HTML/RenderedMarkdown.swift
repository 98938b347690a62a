package import MemoText

/// A text as HTML that runs nothing and loads nothing: the elements are those of CommonMark, and what was written as
/// HTML is words. Of links only those to `http`, `https` and `mailto` lead anywhere, and those that are given an
/// address; pictures are links.
package struct RenderedMarkdown {
  /// What the text says.
  package let outline: Outline
  private let bytes: [UInt8]

  /// Reads a text; nil if rendering it may take long, see ``RenderingLimits``.
  package init?(_ text: Rope) {
    bytes = text.utf8Bytes
    let start = text.startOfWords(behind: Header(text))
    let limits = bytes.withUnsafeBufferPointer { RenderingLimits($0, from: start) }
    guard limits.allowReading else { return nil }
    outline = Outline(of: text)
    guard limits.allowRendering(outline) else { return nil }
  }

  /// The HTML, with a heading for the title first if the text has one only in its header, or as a plain line.
  ///
  /// - Parameter hrefs: the addresses that the outline's links lead to, in its order; nil where one leads nowhere.
  package func html(_ hrefs: [String?]) -> HTMLWriter {
    let text = MarkedText(bytes, outline, hrefs: hrefs)
    let tree = MarkdownTree([.table, .strikethrough]) { feed in text.bytes.withUnsafeBufferPointer(feed) }
    var renderer = HTMLRenderer(text, outline, hrefs: hrefs, slugs: slugs, surplus: surplus)
    tree?.visit { node, isEntering in renderer.visit(node, isEntering) }
    renderer.add(outline.unshown.definitions.map { definition in definition.lines.map { bytes[$0] } })
    return renderer.page
  }

  /// What headings are called in addresses, by the line behind the header that each begins on, from 1.
  private var slugs: [Int: String] {
    let lines = lines(of: outline.headings.lazy.map(\.range.lowerBound))
    return Dictionary(zip(lines, outline.headings.lazy.map(\.slug))) { _, last in last }
  }

  /// What stands in rows behind their table's last column, by the row's line.
  private var surplus: [Int: ArraySlice<UInt8>] {
    let cells = outline.unshown.cells
    let lines = lines(of: cells.lazy.map(\.lowerBound))
    return Dictionary(zip(lines, cells.lazy.map { bytes[$0] })) { _, last in last }
  }

  /// The lines behind the header on which places stand that are in order, from 1.
  private func lines(of places: some Sequence<Int>) -> [Int] {
    var (line, position) = (1, outline.start)
    return places.map { place in
      line += bytes.withUnsafeBufferPointer { $0.lineEnds(position..<place) }
      position = place
      return line
    }
  }
}
