import MemoMarkup
import MemoText

/// The heading of a section, as a person names it.
package struct SectionHeading: Sendable {
  /// The line that makes the heading.
  let line: String
  /// Its words without marks.
  private let words: String

  /// Reads a heading's words or, to fix its level, its line with marks; nil if no heading can have these words.
  package init?(reading name: String) {
    let written = Self.heading(of: name) == nil ? "## \(name)" : name
    guard let heading = Self.heading(of: written) else { return nil }
    line = written
    words = heading.text
  }

  private static func heading(of line: String) -> Outline.Heading? {
    guard line.hasPrefix("#"), !line.contains(where: \.isNewline) else { return nil }
    return Outline(of: Rope(line)).headings.first { !$0.text.isEmpty }
  }

  /// The line before which the section of the first such heading ends, without blank lines at its end; nil if there is
  /// no such heading. One in a list or a quotation ends none: words before it would tear that apart.
  func endOfSection(in text: Rope) -> Int? {
    let outline = Outline(of: text)
    guard let index = outline.heading(called: words, in: text) else { return nil }
    let headings = outline.headings
    let line = { (offset: Int) in text.position(at: offset, in: .utf8).line }
    let next = text.separateHeadings(from: headings[index].range.upperBound).first {
      $0.level <= headings[index].level
    }
    let first = line(headings[index].range.upperBound)
    var end = next.map { line($0.range.lowerBound) } ?? text.filledLineCount
    while end > first + 1, text.isBlank(line: end - 1) { end -= 1 }
    return end
  }
}

extension Rope {
  /// The headings from a place on that are in no list and no quotation.
  func separateHeadings(from start: Int) -> [Outline.Heading] {
    let around = Block.all(of: self).filter { $0.kind == .item || $0.kind == .quotation }
    return Outline(of: self).headings.filter { heading in
      heading.range.lowerBound >= start && !around.contains { $0.range.contains(heading.range.lowerBound) }
    }
  }
}
