package import MemoText

/// A stretch of a text and its replacement.
package struct TextReplacement: Sendable, Equatable {
  /// The stretch, in UTF-8 bytes.
  package let range: Range<Int>
  /// The new text.
  package let text: String

  /// Creates a replacement.
  package init(range: Range<Int>, text: String) { (self.range, self.text) = (range, text) }
}

extension Rope {
  /// The text with stretches replaced, which must not overlap, in any order; of several for one stretch the first
  /// counts.
  package func replacing(_ replacements: [TextReplacement]) -> Rope {
    var text = self
    var start = summary.utf8 + 1
    for replacement in replacements.sorted(by: { $0.range.lowerBound > $1.range.lowerBound })
    where replacement.range.upperBound <= start {
      guard replacement.range.lowerBound < start else { continue }
      text.replaceSubrange(replacement.range, with: replacement.text)
      start = replacement.range.lowerBound
    }
    return text
  }
}
