/// The merge of two texts that started from one: both their changes, line by line.
///
/// - Changes of different lines both survive, even of neighbouring ones. A stretch that was replaced by as many lines
///   counts as changed line by line.
/// - Insertions of both at one place are both kept, theirs first; but if one begins or ends with the other, or is the
///   same, the longer one stands for both.
/// - Where both changed the same lines differently, or one inserted within what the other changed, our text stays and
///   ``hasConflict`` says so. The other changes are merged all the same.
/// - Terminators are not part of a line's text and merge by themselves: ours where we changed them, else theirs.
///
/// So every line that is new in ours is in the result, and every line that is new in theirs is unless there is a
/// conflict.
public struct TextMerge: Sendable {
  /// The text with the changes of both.
  public let text: Rope
  /// The lines of theirs whose changes are missing from ``text``, in order; an empty range stands where theirs removed
  /// lines.
  public let conflicts: [Range<Int>]

  /// Whether changes of theirs are missing from ``text``.
  public var hasConflict: Bool { !conflicts.isEmpty }

  /// Merges the changes from `base` to `ours` with those from `base` to `theirs`. If only one side has changes, or both
  /// have the same text, the result is that text to the byte. O(n) in what changed and in what lies between a side's
  /// changes, O(n) comparisons of bytes in the rest.
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
