import MemoMarkup
import MemoText

/// The part of a text that a heading stands above: up to the next one of its level or of one above that.
struct Section {
  let heading: Outline.Heading
  /// The range from the heading's first byte to the end of the last line.
  let range: Range<Int>

  /// The sections of a text, in the order of their headings.
  static func all(of outline: Outline, _ text: Rope) -> [Section] {
    var sections: [Section] = []
    var open: [(level: Int, index: Int)] = []
    var places = Places(text, in: .utf8)
    for (index, heading) in outline.headings.enumerated() {
      let line = places.line(of: heading.range.lowerBound)
      while let last = open.last, last.level >= heading.level {
        sections[last.index].end(at: places.end(ofLine: max(0, line - 1)))
        open.removeLast()
      }
      open.append((heading.level, index))
      sections.append(Section(heading, end: text.summary.utf8))
    }
    return sections
  }

  private init(_ heading: Outline.Heading, end: Int) {
    self.heading = heading
    range = heading.range.lowerBound..<max(end, heading.range.upperBound)
  }

  private mutating func end(at end: Int) { self = Section(heading, end: end) }
}
