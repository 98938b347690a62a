import JSON
import MemoMarkup
import MemoModel
import MemoText

/// The changes of two devices to a memo, in one.
struct SyncMerge {
  /// The memo with the changes of both.
  let memo: SyncMemo
  /// Whether changes of theirs are missing from the text.
  let hasConflict: Bool

  /// Merges.
  ///
  /// - Parameters:
  ///   - base: what both come from; nil if nobody knows, or each made it by itself.
  ///   - ours: what it is here.
  ///   - theirs: what it is on the hub.
  init(base: SyncMemo?, ours: SyncMemo, theirs: SyncMemo) {
    var memo = theirs
    let text = Self.text(base?.text, ours.text, theirs.text)
    memo.text = text.text
    memo.properties = PropertyMerge.merged(
      base: base?.properties ?? JSONObject(), ours: ours.properties, theirs: theirs.properties)
    memo.trashedAt = TrashMerge.merged(
      ours: ours.trashedAt, theirs: theirs.trashedAt, isWantedHere: base.map(ours.isWanted) ?? true,
      isWantedThere: base.map(theirs.isWanted) ?? true)
    memo.createdAt = min(ours.createdAt, theirs.createdAt)
    memo.modifiedAt = max(ours.modifiedAt, theirs.modifiedAt)
    (self.memo, hasConflict) = (memo, text.hasConflict)
  }

  private static func text(_ base: Rope?, _ ours: Rope, _ theirs: Rope) -> TextMerge {
    if let base {
      let merge = NameMerge.merged(base: base, ours: ours, theirs: theirs)
      if !hasDoubled(merge.text, ours, theirs) { return merge }
    }
    // Both come from something newer than that, which is not here, or was put together from the same parts.
    return NameMerge.merged(base: ours.presumedBase(with: theirs, since: base), ours: ours, theirs: theirs)
  }

  /// Whether a line that stands once in either text stands in another one more often.
  private static func hasDoubled(_ text: Rope, _ ours: Rope, _ theirs: Rope) -> Bool {
    let doubled = text.lineCounts.filter { $0.value > 1 }
    if doubled.isEmpty { return false }
    let (here, there) = (ours.lineCounts, theirs.lineCounts)
    return doubled.contains { here[$0.key] == 1 && there[$0.key] == 1 }
  }
}

extension Rope {
  /// The number of times that each line stands there.
  fileprivate var lineCounts: [Substring: Int] {
    string.split(whereSeparator: \.isNewline).reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}
