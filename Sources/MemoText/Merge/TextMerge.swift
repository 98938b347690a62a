/// What became of two texts that started from one: both their changes, line by line.
///
/// - Changes of different lines both survive, those of neighbouring lines too. A stretch that became as many lines as
///   it had counts as changed line by line.
/// - What both insert at one place is kept from both, theirs first; if it is the same, once.
/// - Where both changed the same lines, and not to the same, or one inserted within what the other changed, our text
///   stays and ``hasConflict`` says so. The other changes are merged all the same.
/// - Terminators are no part of a line's text and merge by themselves: ours where we changed them, else theirs.
///
/// So every line that is new in ours is in the result, and every line that is new in theirs is unless there is a
/// conflict.
public struct TextMerge: Sendable {
  /// The text with the changes of both.
  public let text: Rope
  /// The lines of theirs whose changes are missing from ``text``, in order; a range without lines stands before the
  /// line behind those that were taken away.
  public let conflicts: [Range<Int>]

  /// Whether changes of theirs are missing from ``text``.
  public var hasConflict: Bool { !conflicts.isEmpty }

  /// Merges what changed from `base` to `ours` with what changed from `base` to `theirs`. If there is a change on one
  /// side only, or the same text on both, that text is the result to the byte. O(n) in what changed and in what lies
  /// between a side's changes, O(n) comparisons of bytes in the rest.
  public init(base: Rope, ours: Rope, theirs: Rope) {
    if theirs.isIdentical(to: base) || theirs.isIdentical(to: ours) {
      (text, conflicts) = (ours, [])
    } else if ours.isIdentical(to: base) {
      (text, conflicts) = (theirs, [])
    } else {
      var merge = LineMerge(base: base, ours: ours, theirs: theirs)
      merge.run()
      let isEnded = base.isLastLineEmpty != ours.isLastLineEmpty ? ours.isLastLineEmpty : theirs.isLastLineEmpty
      text = merge.writer.finish(isLastLineEnded: isEnded)
      conflicts = merge.conflicts
    }
  }
}
