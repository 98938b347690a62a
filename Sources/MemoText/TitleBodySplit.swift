/// A text cut after its first line: `title + separator + body` is the text, byte for byte.
public struct TitleBodySplit: Sendable {
  /// The first line without its terminator.
  public let title: String
  /// The first line's terminator, or nothing if the text has only one line.
  public let separator: String
  /// Everything after the first line.
  public let body: String

  /// Creates a split from its parts.
  public init(title: String, separator: String, body: String) {
    self.title = title
    self.separator = separator
    self.body = body
  }
}

extension TitleBodySplit: Equatable {
  /// Whether all parts are the same bytes; canonical equivalence, as in `String`, is not enough.
  public static func == (left: TitleBodySplit, right: TitleBodySplit) -> Bool {
    left.title.utf8.elementsEqual(right.title.utf8)
      && left.separator.utf8.elementsEqual(right.separator.utf8)
      && left.body.utf8.elementsEqual(right.body.utf8)
  }
}

extension Rope {
  /// The first line, its terminator and the rest. O(n).
  public var titleBodySplit: TitleBodySplit {
    let ranges = titleRanges
    return TitleBodySplit(
      title: string(in: ranges.title), separator: string(in: ranges.separator), body: string(in: ranges.body))
  }

  /// The ranges of the first line, its terminator and the rest, in bytes. O(log n).
  package var titleRanges: (title: Range<Int>, separator: Range<Int>, body: Range<Int>) {
    let end = endOfLine(0)
    let body = offsetOfLine(1)
    return (0..<end, end..<body, body..<summary.utf8)
  }

  /// The first line without its terminator. O(log n + length of the line).
  public var title: String { string(in: 0..<endOfLine(0)) }
}
