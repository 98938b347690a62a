public import MemoText

/// What lists show of a text.
package struct Excerpts: Sendable {
  /// The title that its header has, else the first line behind that which is not only white space, trimmed and cut, or "".
  package let title: String
  /// What follows the header, and the title's line where that is one, white space folded, cut, or "".
  package let preview: String

  /// Reads no further than it must; a text with a header costs what reading that costs.
  package init(of text: Rope) {
    guard let header = Header(text) else {
      (title, preview) = (text.displayTitle(from: 0), text.preview(from: 0))
      return
    }
    let end = header.bounds.end
    if let title = HeaderMeaning(header).title.map({ Rope($0).displayTitle(from: 0) }), !title.isEmpty {
      self.title = title
      preview = text.opening(from: end)
    } else {
      (title, preview) = (text.displayTitle(from: end), text.preview(from: end))
    }
  }
}

extension Rope {
  /// The title that its header has, else the first line behind that which is not only white space, trimmed and cut, or "".
  public var displayTitle: String { Excerpts(of: self).title }
}
