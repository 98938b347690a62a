/// The measure of a stretch of text. Summaries form a monoid under `+`:
///
/// - identity: `.empty + a == a == a + .empty`;
/// - associativity: `(a + b) + c == a + (b + c)`;
/// - homomorphism: the summary of a concatenation is the sum of the summaries, wherever the text is cut between
///   scalars.
///
/// The last law is why the two flags are here: `\r` at the end of one piece and `\n` at the start of the next are one
/// line end, not two.
public struct TextSummary: Hashable, Sendable {
  /// Length in bytes of UTF-8.
  public internal(set) var utf8 = 0
  /// Length in UTF-16 code units.
  public internal(set) var utf16 = 0
  /// Length in Unicode scalars.
  public internal(set) var scalars = 0
  /// Line ends: each `\n`, each `\r\n` and each lone `\r`. Nothing else ends a line.
  public internal(set) var lineEnds = 0
  /// Whether the first byte is `\n`; false for no text.
  public internal(set) var startsWithLF = false
  /// Whether the last byte is `\r`; false for no text.
  public internal(set) var endsWithCR = false

  /// The measure of no text.
  public static let empty = TextSummary()

  /// The measure of no text.
  public init() {}

  /// Length in the units of `encoding`.
  public func length(in encoding: PositionEncoding) -> Int {
    switch encoding {
    case .utf8: utf8
    case .utf16: utf16
    case .utf32: scalars
    }
  }

  /// The measure of the text of `left` with the text of `right` after it.
  public static func + (left: TextSummary, right: TextSummary) -> TextSummary {
    var sum = left
    sum += right
    return sum
  }

  /// Makes `left` the measure of its text with the text of `right` after it.
  public static func += (left: inout TextSummary, right: TextSummary) {
    left.lineEnds += right.lineEnds - (left.endsWithCR && right.startsWithLF ? 1 : 0)
    if left.utf8 == 0 { left.startsWithLF = right.startsWithLF }
    if right.utf8 != 0 { left.endsWithCR = right.endsWithCR }
    left.utf8 += right.utf8
    left.utf16 += right.utf16
    left.scalars += right.scalars
  }

  /// The line ends that a following `
  /// ` would not extend: a `\r` at the end counts only if no `
  /// ` follows.
  func completedLineEnds(followedByLF: Bool) -> Int {
    lineEnds - (endsWithCR && followedByLF ? 1 : 0)
  }

  /// Replaces `old`, the measure of a part of this text, with `new`, which has the same flags, so that no line end is
  /// split or joined.
  mutating func exchange(_ old: TextSummary, for new: TextSummary) {
    utf8 += new.utf8 - old.utf8
    utf16 += new.utf16 - old.utf16
    scalars += new.scalars - old.scalars
    lineEnds += new.lineEnds - old.lineEnds
  }
}
