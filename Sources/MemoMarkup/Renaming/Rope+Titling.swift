package import MemoText

extension String {
  /// Whether it can be the name of a memo or a heading in links: one line with words, without what ends a name in a
  /// link, and without NUL, which Markdown reads as another character.
  package var canBeLedTo: Bool {
    unicodeScalars.contains { !$0.properties.isWhitespace }
      && !unicodeScalars.contains { "[]|#^\n\r\0".unicodeScalars.contains($0) }
  }
}

/// Why a text can't have another title or heading.
package enum TitlingProblem: Error {
  /// The name would not be read as that there, or something else would be misread.
  case misread
  /// The words are more than a name, such as a task or a link, and would lose that.
  case lineIsMore
  /// The header, or what begins like one, can't be changed alone.
  case headerUnwritable
}

extension Rope {
  /// The text with another title in the place of the present one: in the header, and in a first heading that equals it,
  /// or in a line that keeps its marks or underline, and the tags and the block name at its end.
  ///
  /// - Parameter inLongHeading: whether the present title is a first heading of several lines.
  package func titled(_ title: String, inLongHeading: Bool = false) throws(TitlingProblem) -> Rope {
    if inLongHeading { return try Outline(of: self).text(self, withHeading: 0, called: title).text }
    if let text = retitled(title) { return text }
    // If a plain title can't be there either, the new title is not to blame.
    if retitled("x") != nil { throw .misread }
    throw titledHeader == nil && !beginsLikeHeader ? .lineIsMore : .headerUnwritable
  }

  private func retitled(_ title: String) -> Rope? {
    // It would begin a header once an end for one is typed.
    if let syntax = HeaderBounds.syntax("\(title)\n".utf8), syntax != .json { return nil }
    if let header = titledHeader {
      guard let text = retitled(header, title), text.goingOn.displayTitle == title else { return nil }
      return text
    }
    let start = startOfWords(behind: Header(self))
    guard var line = TitleLine(of: self, from: start)?.words else {
      let text = replacing([TextReplacement(range: start..<start, text: "\(title)\n")])
      return text.goingOn.displayTitle == title ? text : nil
    }
    line = line.lowerBound..<line.lowerBound + string(in: line).trimmingWhiteSpace.utf8.count
    guard !beginsLikeHeader, let words = Outline(of: self).name(in: line, of: self) else { return nil }
    let text = replacing([TextReplacement(range: words, text: title)])
    let new = words.lowerBound..<words.lowerBound + title.utf8.count
    let rest = string(in: words.upperBound..<line.upperBound)
    // Checked again with more text after it.
    guard text.goingOn.displayTitle == title + rest else { return nil }
    let (before, after) = (structure(beside: words), text.structure(beside: new))
    guard after.signs == before.signs, after.surroundings == before.surroundings, after.wordless <= before.wordless
    else { return nil }
    return text
  }

  /// Whether the first line is one that begins a header, though there is none that can be read.
  private var beginsLikeHeader: Bool {
    guard Header(self) == nil else { return false }
    let start = startOfWords(behind: nil)
    return ["---", "+++", "{"].contains(string(in: start..<endOfLine(0)).trimmingWhiteSpace)
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
    return try? Outline(of: text).text(text, withHeading: 0, called: title).text
  }

  /// What is read beside the words of a title, also if the text goes on, and whether a heading in its place has no
  /// words by which links lead there.
  private func structure(
    beside title: Range<Int>
  ) -> (signs: [Int], surroundings: TitleSurroundings, wordless: Int) {
    let outline = Outline(of: goingOn)
    let signs = [
      outline.headings.count, outline.tasks.count, outline.blocks.count,
      outline.links.count { $0.range.clamped(to: title) != $0.range },
      outline.tags.count { !$0.range.overlaps(title) },
    ]
    let wordless = outline.headings.count { $0.range.overlaps(title) && $0.text.isEmpty }
    let line = offsetOfLine(position(at: title.lowerBound, in: .utf8).line)
    let start = max(line, startOfWords(behind: Header(self)))
    return (signs, TitleSurroundings(of: self, from: start, behind: title.upperBound), wordless)
  }
}
