import MemoMarkup
import MemoText

/// The list of a text's headings that stands between `<!-- toc -->` and `<!-- /toc -->`.
struct TableOfContents: Sendable {
  /// The range of the list, marks included; nil if there is none.
  let place: Range<Int>?
  /// Whether it is to be made, or brought up to date.
  private(set) var isToBeMade = false
  private let headings: [Outline.Heading]
  /// The heading that is the text's title, and no part of its own contents.
  private let title: Outline.Heading?
  private static let (begin, end) = ("<!-- toc -->", "<!-- /toc -->")

  init(of outline: Outline, in text: Rope) {
    let start = text.mark(Self.begin, from: 0, outline)
    place = start.flatMap { start in
      text.mark(Self.end, from: start.upperBound, outline).map { start.lowerBound..<$0.upperBound }
    }
    title = outline.titleHeading(inFile: true).map { outline.headings[$0] }
    headings = outline.headings.filter { [title] in $0 != title && !$0.text.isEmpty }
    isToBeMade = place.map { !text.holds(list(in: text), at: $0) } ?? !headings.isEmpty
  }

  /// The list, marks included.
  private func list(in text: Rope) -> String {
    let least = headings.map(\.level).min() ?? 1
    let lines = headings.map { heading in
      let label = heading.text.replacing("[", with: "\\[").replacing("]", with: "\\]")
      return String(repeating: "  ", count: heading.level - least) + "- [\(label)](#\(heading.slug.percentEncoded))"
    }
    return ([Self.begin] + lines + [Self.end]).joined(separator: text.lineEnd)
  }

  /// The replacement that makes the list, or brings it up to date; nil if there is nothing to do.
  ///
  /// - Parameter offset: where it is wanted: there on a blank line between blocks, else behind the title.
  func replacement(at offset: Int, in text: Rope, _ blocks: [Block]) -> TextReplacement? {
    guard isToBeMade else { return nil }
    let (lineEnd, new) = (text.lineEnd, list(in: text))
    if let place { return TextReplacement(range: place, text: new) }
    let line = line(for: offset, in: text, blocks)
    let start = text.offsetOfLine(line)
    let isApart = start > text.startOfWords && !text.isBlank(line: line - 1)
    let isFollowed = !text.isBlank(line: line)
    return TextReplacement(
      range: start..<start, text: (isApart ? lineEnd : "") + new + lineEnd + (isFollowed ? lineEnd : ""))
  }

  /// The line before which it is to stand. There is one behind the title, since there are headings.
  private func line(for offset: Int, in text: Rope, _ blocks: [Block]) -> Int {
    let wanted = text.position(at: offset, in: .utf8).line
    let start = text.offsetOfLine(wanted)
    let isBetween = !blocks.contains { $0.range.lowerBound <= start && start <= $0.range.upperBound }
    if isBetween, text.isBlank(line: wanted), start >= text.startOfWords { return wanted }
    let behind = title.map { text.position(at: $0.range.upperBound, in: .utf8).line + 1 }
    return behind ?? text.position(at: text.startOfWords, in: .utf8).line
  }
}

extension Rope {
  /// The place behind the front matter, or behind a byte order mark, which begins a file and says nothing.
  var startOfWords: Int {
    if let header = Header(self) { return header.bounds.end }
    return summary.utf8 >= 3 && hasScalarBorders(0..<3) && string(in: 0..<3) == "\u{FEFF}" ? 3 : 0
  }

  /// The range of a comment that is a mark, stands by itself and is no part of code.
  fileprivate func mark(_ words: String, from start: Int, _ outline: Outline) -> Range<Int>? {
    let bytes = utf8Bytes
    let mark = Array(words.utf8)
    var place = start
    while let found = bytes[place...].firstIndex(of: mark[0]) {
      place = found + 1
      let isFirst = found == 0 || bytes[found - 1] == 0x0A || bytes[found - 1] == 0x0D
      guard isFirst, bytes[found...].starts(with: mark),
        !outline.code.contains(where: { $0.range.contains(found) })
      else { continue }
      return found..<found + mark.count
    }
    return nil
  }
}
