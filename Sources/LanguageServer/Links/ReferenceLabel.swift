import MemoMarkup
import MemoText

extension Outline.Link {
  /// The range of the label by which the link names its definition; nil if it has its target itself.
  func labelRange(in text: Rope) -> Range<Int>? {
    guard definition != nil else { return nil }
    var bytes: [UInt8] = []
    text.forEachChunk(in: range) { bytes += $0 }
    // `[words][]` has it before the empty brackets.
    var end = bytes.count
    if bytes.hasSuffix("[]") { end -= 2 }
    guard end >= 2, bytes[end - 1] == UInt8(ascii: "]") else { return nil }
    end -= 1
    var start = end
    while start > 0, bytes[start - 1] != UInt8(ascii: "[") || bytes[..<(start - 1)].endsInEscape { start -= 1 }
    return range.lowerBound + start..<range.lowerBound + end
  }

  /// The range of its destination with its fragment; nil if it has that from a definition.
  var destinationRange: Range<Int>? {
    definition == nil ? targetRange.lowerBound..<max(targetRange.upperBound, fragmentRange?.upperBound ?? 0) : nil
  }
}

extension Outline.Definition {
  /// The range of its destination with its fragment.
  var destinationRange: Range<Int> {
    targetRange.lowerBound..<max(targetRange.upperBound, fragmentRange?.upperBound ?? 0)
  }
}

extension [UInt8] {
  fileprivate func hasSuffix(_ suffix: String) -> Bool { self.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) }
}

extension ArraySlice<UInt8> {
  /// Whether a backslash stands at its end that is none of a pair.
  fileprivate var endsInEscape: Bool { reversed().prefix { $0 == UInt8(ascii: "\\") }.count % 2 == 1 }
}
