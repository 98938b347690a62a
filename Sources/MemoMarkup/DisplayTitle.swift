public import MemoText

/// What lists show of a text.
package struct Excerpts: Sendable {
  /// The title that its header has, else the first line behind that which is neither white space nor a heading's marks
  /// alone, trimmed and cut, without a heading's marks; or such a line if there is nothing else, or "".
  package let title: String
  private let text: Rope
  /// Where it goes on behind the header, and the title's line where that is one, and the line below that makes it a
  /// heading.
  private let end: Int

  /// What follows all that the title is read from, white space folded, cut, or "".
  package var preview: String { text.opening(from: end) }

  /// Reads no further than it must; a text with a header costs what reading that costs.
  package init(of text: Rope) {
    let header = Header(text)
    let start = text.startOfWords(behind: header)
    self.text = text
    if let title = header.flatMap({ HeaderMeaning($0).title }).map({ Rope($0).displayTitle(from: 0) }), !title.isEmpty {
      (self.title, end) = (title, start)
    } else if let line = TitleLine(of: text, from: start) {
      (title, end) = (text.slice(line.words).displayTitle(from: 0), line.end)
    } else {
      (title, end) = ("", start)
    }
  }
}

extension Rope {
  /// The title that its header has, else the first line behind that which is neither white space nor a heading's marks
  /// alone, trimmed and cut, without a heading's marks; or such a line if there is nothing else, or "".
  public var displayTitle: String { Excerpts(of: self).title }

  /// Where the text begins behind its header, or else behind a byte order mark.
  func startOfWords(behind header: Header?) -> Int {
    if let header { return header.bounds.end }
    let mark = HeaderBounds.byteOrderMark
    guard summary.utf8 >= mark.count else { return 0 }
    var isMarked = false
    forEachChunk(in: 0..<mark.count) { isMarked = $0.elementsEqual(mark) }
    return isMarked ? mark.count : 0
  }
}
