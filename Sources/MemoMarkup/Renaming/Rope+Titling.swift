package import MemoText

extension String {
  /// Whether it can be the name of a memo or a heading in links: one line with words, without what ends a name in a
  /// link, and without NUL, which Markdown reads as another character.
  package var canBeLedTo: Bool {
    unicodeScalars.contains { !$0.properties.isWhitespace }
      && !unicodeScalars.contains { "[]|#^\n\r\0".unicodeScalars.contains($0) }
  }
}

/// Why a text can't have a title.
package enum TitlingProblem: Error {
  /// It would not be read as the title there, or something else would be misread.
  case misread
  /// The line of the present title is more than a title, such as a task, and would lose that.
  case lineIsMore
  /// The header's title can't be changed alone.
  case headerUnwritable
}

extension Rope {
  /// The text with another title in the place of the present one: in the header, and in a first heading that equals it,
  /// or in a line that keeps its marks or underline.
  ///
  /// - Parameter inLongHeading: whether the present title is a first heading of several lines.
  package func titled(_ title: String, inLongHeading: Bool = false) throws(TitlingProblem) -> Rope {
    if inLongHeading {
      guard let text = Outline(of: self).text(self, withHeading: 0, called: title)?.text else { throw .misread }
      return text
    }
    if let text = retitled(title) { return text }
    // If a plain title can't be there either, the new title is not to blame.
    if retitled("x") != nil { throw .misread }
    throw titledHeader == nil ? .lineIsMore : .headerUnwritable
  }

  private func retitled(_ title: String) -> Rope? {
    // It would begin a header once an end for one is typed.
    if let syntax = HeaderBounds.syntax("\(title)\n".utf8), syntax != .json { return nil }
    let text: Rope
    if let header = titledHeader {
      guard let retitled = retitled(header, title) else { return nil }
      text = retitled
    } else {
      let start = startOfWords(behind: Header(self))
      let words = TitleLine(of: self, from: start)?.words
      let end = words.map { range in range.lowerBound + string(in: range).trimmingWhiteSpace.utf8.count }
      text = replacing([
        TextReplacement(range: (words?.lowerBound ?? start)..<(end ?? start), text: words == nil ? "\(title)\n" : title)
      ])
    }
    // Checked again with more text after it.
    let (after, before) = (text.structure, structure)
    return text.goingOn.displayTitle == title && after == before ? text : nil
  }

  /// The text with a link appended.
  private var goingOn: Rope {
    replacing([TextReplacement(range: summary.utf8..<summary.utf8, text: "\n\n[[x]]\n")])
  }

  /// An editor for the header if it has the title; nil if the title is elsewhere.
  private var titledHeader: HeaderEditor? {
    let title = Header(self).flatMap { HeaderMeaning($0).title }
    guard title?.trimmingWhiteSpace.isEmpty == false else { return nil }
    return HeaderEditor(self)
  }

  /// The text with another title in its header, and in its first heading if that equals it.
  private func retitled(_ header: HeaderEditor, _ title: String) -> Rope? {
    var editor = header
    guard editor.meaning.title == title || editor.changeTitle(to: title) else { return nil }
    let text = replacing([editor.replacement].compactMap(\.self))
    guard Outline(of: self).firstHeadingIsTitle else { return text }
    return Outline(of: text).text(text, withHeading: 0, called: title)?.text
  }

  /// The number of signs of each kind outside the title, also if the text goes on.
  private var structure: [Int] {
    let start = startOfWords(behind: Header(self))
    let title = TitleLine(of: self, from: start)?.words ?? start..<start
    let outline = Outline(of: goingOn)
    return [
      outline.headings.count, outline.tasks.count, outline.blocks.count,
      // A link that begins in the title and ends behind it is more than a title.
      outline.links.count { $0.range.clamped(to: title) != $0.range },
      outline.tags.count { !$0.range.overlaps(title) }, columnSigns(in: title),
    ]
  }

  /// The signs that part the columns of a table whose head the title is, counted from 1; 0 if it is none.
  private func columnSigns(in title: Range<Int>) -> Int {
    let line = position(at: title.lowerBound, in: .utf8).line + 1
    let below = string(in: offsetOfLine(line)..<endOfLine(line)).trimmingWhiteSpace
    let isDelimiter =
      below.contains("-") && below.contains { "|:".contains($0) } && below.allSatisfy { "|:- \t".contains($0) }
    return isDelimiter ? 1 + string(in: title).count { $0 == "|" } : 0
  }
}
