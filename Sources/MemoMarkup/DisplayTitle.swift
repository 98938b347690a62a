public import MemoText

/// The title and preview of a text in lists.
package struct Excerpts: Sendable {
  /// The header's title, else the first line after the header that is neither white space nor an empty heading, trimmed
  /// and cut, without a heading's marks; an empty heading if there is nothing else, or "". If the text's file has a
  /// name, that line counts only as a heading of level 1, and else the name is the title.
  package let title: String
  /// Whether the text itself has the title: in its header, or in a first heading of level 1.
  package let saysTitle: Bool
  private let text: Rope
  /// The end of all that the title is read from: the header, and the title's line with its underline.
  private let end: Int

  /// The text after the title, white space folded, cut, or "".
  package var preview: String { text.opening(from: end) }

  /// Reads no further than it must; a text with a header costs as much as reading that.
  ///
  /// - Parameter name: the name of the text's file, without the extension; nil if it is in none.
  package init(of text: Rope, inFile name: String? = nil) {
    let header = Header(text)
    let start = text.startOfWords(behind: header)
    self.text = text
    if let title = header.flatMap({ HeaderMeaning($0).title }).map({ Rope($0).displayTitle(from: 0) }), !title.isEmpty {
      (self.title, end, saysTitle) = (title, start, true)
      return
    }
    let line = TitleLine(of: text, from: start)
    saysTitle = line?.isTopHeading ?? false
    if let name, !saysTitle {
      (title, end) = (Self.shown(name), start)
    } else if let line {
      (title, end) = (text.slice(line.words).displayTitle(from: 0), line.end)
    } else {
      (title, end) = ("", start)
    }
  }

  /// A file's name as a title.
  static func shown(_ name: String) -> String { Rope(name).displayTitle(from: 0) }
}

extension Rope {
  /// The header's title, else the first line after the header that is neither white space nor an empty heading, trimmed
  /// and cut, without a heading's marks; an empty heading if there is nothing else, or "".
  public var displayTitle: String { Excerpts(of: self).title }

  /// The start of the text behind its header, or else behind a byte order mark.
  func startOfWords(behind header: Header?) -> Int {
    if let header { return header.bounds.end }
    let mark = HeaderBounds.byteOrderMark
    guard summary.utf8 >= mark.count else { return 0 }
    var isMarked = false
    forEachChunk(in: 0..<mark.count) { isMarked = $0.elementsEqual(mark) }
    return isMarked ? mark.count : 0
  }
}
