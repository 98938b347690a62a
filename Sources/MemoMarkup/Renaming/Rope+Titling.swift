package import MemoText

extension String {
  /// Whether it can be the name of a memo or a heading that links lead by: one line that says something, without what
  /// ends a name in a link, and without NUL, which Markdown reads as another character.
  package var canBeLedTo: Bool {
    unicodeScalars.contains { !$0.properties.isWhitespace }
      && !unicodeScalars.contains { "[]|#^\n\r\0".unicodeScalars.contains($0) }
  }
}

extension Rope {
  /// The text under another title, which stands where the one before it stood: in the header, or in a line that keeps
  /// its marks or underline. Nil if it would not be read as the title there, or something else would be read otherwise.
  package func titled(_ title: String) -> Rope? {
    // It would begin a header as soon as that ends somewhere.
    if let syntax = HeaderBounds.syntax("\(title)\n".utf8), syntax != .json { return nil }
    let text: Rope
    if let retitled = retitledHeader(title) {
      text = retitled
    } else {
      let start = startOfWords(behind: Header(self))
      let words = TitleLine(of: self, from: start)?.words
      let end = words.map { range in range.lowerBound + string(in: range).trimmingWhiteSpace.utf8.count }
      text = replacing([
        TextReplacement(range: (words?.lowerBound ?? start)..<(end ?? start), text: words == nil ? "\(title)\n" : title)
      ])
    }
    // Also where something else is written behind it.
    let (after, before) = (text.structure, structure)
    return text.goingOn.displayTitle == title && after == before ? text : nil
  }

  /// The text with a link behind it.
  private var goingOn: Rope {
    replacing([TextReplacement(range: summary.utf8..<summary.utf8, text: "\n\n[[x]]\n")])
  }

  private func retitledHeader(_ title: String) -> Rope? {
    guard let header = Header(self), HeaderMeaning(header).title?.trimmingWhiteSpace.isEmpty == false,
      var editor = HeaderEditor(self), editor.changeTitle(to: title), let replacement = editor.replacement
    else { return nil }
    return replacing([replacement])
  }

  /// How much of each kind there is outside the title, also if the text goes on.
  private var structure: [Int] {
    let start = startOfWords(behind: Header(self))
    let title = TitleLine(of: self, from: start)?.words ?? start..<start
    let outline = Outline(of: goingOn)
    return [
      outline.headings.count, outline.tasks.count, outline.blocks.count,
      outline.links.count { !$0.range.overlaps(title) }, outline.tags.count { !$0.range.overlaps(title) },
    ]
  }
}
