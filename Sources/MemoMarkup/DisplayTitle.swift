public import MemoText

/// The title and preview of a text in lists.
package struct Excerpts: Sendable {
  /// The header's title, else the first line after the header that is neither white space nor an empty heading, trimmed
  /// and cut, without a heading's marks; an empty heading if there is nothing else, or "". If the text's file has a
  /// name, that line counts only as a heading of level 1, and else the name is the title.
  package let title: String
  /// The title that the text itself has in a file: in its header, or in a first heading of level 1; nil if it has none.
  let titleInFile: String?
  /// Whether that is a heading of several lines, of which ``title`` is only the first if the text is in no file.
  package let isLongHeading: Bool
  /// Whether the text itself has the title.
  package var saysTitle: Bool { titleInFile != nil }
  /// The start of the words of the heading that is the title in no file, and in one; nil if none is.
  let (heading, headingInFile): (Int?, Int?)
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
      (self.title, end, titleInFile, isLongHeading) = (title, start, title, false)
      (heading, headingInFile) = (nil, nil)
      return
    }
    let line = TitleLine(of: text, from: start)
    let long = line?.longHeading
    isLongHeading = long != nil
    let top = line.flatMap { $0.isTopHeading ? text.slice($0.words).displayTitle(from: 0) : nil }
    titleInFile = long.map { text.onOneLine($0.words) } ?? top
    heading = line.flatMap { $0.isHeading ? $0.words.lowerBound : nil }
    headingInFile = titleInFile == nil ? nil : line?.words.lowerBound
    if let name {
      (title, end) = (titleInFile ?? Self.shown(name), titleInFile == nil ? start : long?.end ?? line?.end ?? start)
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

  /// The words of some lines as a title.
  fileprivate func onOneLine(_ range: Range<Int>) -> String {
    let lines = string(in: range).split(whereSeparator: \.isNewline).map { $0.trimmingWhiteSpace }
    return Rope(lines.joined(separator: " ")).displayTitle(from: 0)
  }

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
