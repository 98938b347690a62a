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
    let text: Rope
    (text, hasConflict) = Self.text(base?.text, ours.text, theirs.text)
    memo.text = text
    memo.properties = PropertyMerge.merged(
      base: base?.properties ?? JSONObject(), ours: ours.properties, theirs: theirs.properties)
    memo.trashedAt = TrashMerge.merged(
      ours: ours.trashedAt, theirs: theirs.trashedAt, isWantedHere: base.map(ours.isWanted) ?? true,
      isWantedThere: base.map(theirs.isWanted) ?? true)
    memo.createdAt = min(ours.createdAt, theirs.createdAt)
    memo.modifiedAt = max(ours.modifiedAt, theirs.modifiedAt)
    self.memo = memo
  }

  private static func text(_ base: Rope?, _ ours: Rope, _ theirs: Rope) -> (text: Rope, hasConflict: Bool) {
    if let base {
      let merge = NameMerge.merged(base: base, ours: ours, theirs: theirs)
      if merge.text.doubledLines(of: ours, theirs).isEmpty { return (merge.text, merge.hasConflict) }
    }
    // Both come from something newer than that, which is not here, or was put together from the same parts.
    let presumed = ours.presumedBase(with: theirs, since: base)
    let merge = NameMerge.merged(base: presumed, ours: ours, theirs: theirs)
    // A line that each has elsewhere, and amid lines that the other changed, is still there for either.
    return (merge.text.removing(merge.text.doubledLines(of: ours, theirs)), merge.hasConflict)
  }
}

extension Rope {
  /// The numbers of lines that stand further up, too, though each of two texts has them once.
  fileprivate func doubledLines(of one: Rope, _ other: Rope) -> [Int] {
    let doubled = Set(lineCounts.filter { $0.value > 1 }.keys)
    if doubled.isEmpty { return [] }
    let (here, there) = (one.lineCounts, other.lineCounts)
    var seen: Set<LineBytes> = []
    return (0..<filledLineCount).filter { number in
      let line = line(number)
      let shown = line.prefix { !$0.isNewline }
      let words = LineBytes(shown)
      // What a line has behind other separators is no less a part of it.
      guard doubled.contains(words), line.dropFirst(shown.count + 1).isEmpty else { return false }
      return here[words] == 1 && there[words] == 1 && !seen.insert(words).inserted
    }
  }

  /// The text without some lines.
  fileprivate func removing(_ lines: [Int]) -> Rope {
    replacing(lines.map { TextReplacement(range: offsetOfLine($0)..<offsetOfLine($0 + 1), text: "") })
  }

  /// The number of times that each line stands there.
  fileprivate var lineCounts: [LineBytes: Int] {
    string.split(whereSeparator: \.isNewline).reduce(into: [:]) { $0[LineBytes($1), default: 0] += 1 }
  }
}
