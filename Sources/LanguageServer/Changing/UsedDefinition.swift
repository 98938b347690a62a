import MemoMarkup
import MemoText

/// A definition of links' target or of a footnote, with what uses it.
struct UsedDefinition {
  /// From its label's bracket to the end of its last line.
  let range: Range<Int>
  /// The places of what uses it.
  fileprivate let users: [Int]

  /// The definitions of a text: first those of links, which can't stand directly below words, then those of footnotes.
  static func all(in text: Rope, _ outline: Outline) -> [UsedDefinition] {
    let users = Dictionary(grouping: outline.links) { $0.definition }
    let links = outline.definitions.enumerated().map { number, definition in
      UsedDefinition(range: definition.range, users: users[number, default: []].map(\.range.lowerBound))
    }
    let footnotes = Footnote.all(in: text, outline)
    let references = Dictionary(grouping: footnotes.filter { !$0.isDefinition }, by: \.form)
    let others =
      outline.definitions.map(\.range) + outline.headings.map(\.range)
      + footnotes.filter(\.isDefinition).map(\.range)
    let starts = Set(others.map { text.line(of: $0.lowerBound) })
    var known: Set<[UInt8]> = []
    let notes = footnotes.filter { $0.isDefinition && known.insert($0.form).inserted }.map { note in
      UsedDefinition(
        range: text.footnote(at: note.range.lowerBound - 1, before: starts),
        users: references[note.form, default: []].map(\.range.lowerBound))
    }
    return links + notes
  }
}

extension [UsedDefinition] {
  /// The ranges of those outside a stretch that it uses, be it for others of them.
  func needed(in stretch: Range<Int>) -> [Range<Int>] {
    var needed: Set<Range<Int>> = []
    var rest = [stretch]
    while let user = rest.popLast() {
      let found = filter { !stretch.contains($0.range.lowerBound) && $0.users.contains(where: user.contains) }
      rest += found.map(\.range).filter { needed.insert($0).inserted }
    }
    return map(\.range).filter(needed.contains)
  }
}

extension NoteScope {
  /// The definitions in a stretch that is taken out which are used outside it, as they stand behind what is put there.
  func definitionsKept(of stretch: Range<Int>, _ outline: Outline) -> String {
    let kept = UsedDefinition.all(in: text, outline).filter { definition in
      stretch.contains(definition.range.lowerBound) && !definition.users.allSatisfy(stretch.contains)
    }
    if kept.isEmpty { return "" }
    let blank = text.lineEnd + text.lineEnd
    let isFollowed = stretch.upperBound < text.endOfLine(text.line(of: stretch.upperBound))
    let words = kept.map { text.string(in: $0.range, with: text.withoutMargins($0.range)) }
    return blank + words.joined(separator: text.lineEnd) + (isFollowed ? blank : "")
  }
}

extension Rope {
  /// A footnote's definition: its lines up to a blank one, and indented ones behind that, as long as they are in the
  /// same quotation.
  ///
  /// - Parameter others: the lines on which something else begins.
  fileprivate func footnote(at start: Int, before others: Set<Int>) -> Range<Int> {
    let (first, margin) = (line(of: start), margin(of: start..<start))
    var (last, isApart) = (first, false)
    for line in (first + 1)..<max(first + 1, lineCount) {
      let whole = string(in: offsetOfLine(line)..<endOfLine(line))
      let (words, isInside) = margin?.inside(whole[...]) ?? (whole[...], true)
      if words.allSatisfy(\.isWhitespace) {
        if !isInside { break }
        isApart = true
        continue
      }
      let isApartInside = isInside && ["    ", "\t"].contains(where: words.hasPrefix)
      if others.contains(line) || isApart && !isApartInside { break }
      last = line
    }
    return start..<endOfLine(last)
  }
}
