import MemoMarkup
import MemoText

/// The heading of a section, as a person names it.
package struct SectionHeading: Sendable {
  /// The line that makes the heading.
  let line: String
  /// Its words, in the form in which headings are compared.
  private let form: String

  /// Reads a heading's words or, to fix its level, its line with marks; nil if no heading can have these words.
  package init?(reading name: String) {
    let written = Self.heading(of: name) == nil ? "## \(name)" : name
    guard let heading = Self.heading(of: written) else { return nil }
    line = written
    form = heading.text.nameForm
  }

  private static func heading(of line: String) -> Outline.Heading? {
    guard line.hasPrefix("#"), !line.contains(where: \.isNewline) else { return nil }
    return Outline(of: Rope(line)).headings.first { !$0.text.isEmpty }
  }

  /// The line before which the section of the first such heading ends, without blank lines at its end; nil if there is
  /// no such heading. One in a list or a quotation ends none: words before it would tear that apart.
  func endOfSection(in text: Rope) -> Int? {
    let headings = Outline(of: text).headings
    guard let index = headings.firstIndex(where: { $0.text.nameForm == form }) else { return nil }
    let line = { (offset: Int) in text.position(at: offset, in: .utf8).line }
    let around = Block.all(of: text).filter { $0.kind == .item || $0.kind == .quotation }
    let next = headings[(index + 1)...].first { heading in
      heading.level <= headings[index].level && !around.contains { $0.range.contains(heading.range.lowerBound) }
    }
    let first = line(headings[index].range.upperBound)
    var end = next.map { line($0.range.lowerBound) } ?? text.filledLineCount
    while end > first + 1, text.isBlank(line: end - 1) { end -= 1 }
    return end
  }
}
