import JSON
import MemoMarkup
import MemoModel
import MemoText

/// The merge of a memo that two processes changed: nobody's words are lost, and this process wins where only one can.
enum MemoMerge {
  /// It is gone for both.
  case gone
  /// It is still to be destroyed.
  case destroyed
  /// The merged memo; if the texts could not be merged, the other's whole text is to become a memo of its own, unless
  /// it is empty.
  case merged(MemoContents, copy: MemoContents?)

  /// Merges a memo.
  ///
  /// - Parameters:
  ///   - base: the state that both started from; nil if each created the memo by itself.
  ///   - ours: the state here.
  ///   - isDestroyed: whether it was destroyed here.
  ///   - theirs: the stored state; nil if it was destroyed there.
  ///   - now: the date for a copy.
  ///   - merged: the text and the copy, if they are known.
  init(
    base: MemoContents?, ours: MemoContents, isDestroyed: Bool, theirs: MemoContents?, now: Timestamp,
    merged: (text: Rope, copy: MemoContents?)? = nil
  ) {
    guard let theirs else {
      self = Self.afterEnd(base, ours, isDestroyed)
      return
    }
    let isEditedThere = base.map { !theirs.saysTheSame(as: $0) } ?? true
    let isRestoredThere = base?.metadata.isTrashed == true && !theirs.metadata.isTrashed
    var metadata = theirs.metadata
    metadata.version = max(ours.metadata.version, theirs.metadata.version) + 1
    if isDestroyed {
      // An edit there brings back what was destroyed here.
      self =
        isEditedThere || isRestoredThere
        ? .merged(MemoContents(metadata: metadata, text: theirs.text), copy: nil) : .destroyed
      return
    }
    metadata.modifiedAt = max(ours.metadata.modifiedAt, theirs.metadata.modifiedAt)
    metadata.properties = PropertyMerge.merged(
      base: base?.metadata.properties ?? JSONObject(), ours: ours.metadata.properties,
      theirs: theirs.metadata.properties)
    let isEditedHere = base.map { !ours.saysTheSame(as: $0) } ?? true
    let isRestoredHere = base?.metadata.isTrashed == true && !ours.metadata.isTrashed
    metadata.trashedAt = TrashMerge.merged(
      ours: ours.metadata.trashedAt, theirs: theirs.metadata.trashedAt, isWantedHere: isEditedHere || isRestoredHere,
      isWantedThere: isEditedThere || isRestoredThere)
    if let merged {
      self = .merged(MemoContents(metadata: metadata, text: merged.text), copy: merged.copy)
    } else {
      let (text, hasConflict) = Self.text(base?.text, ours.text, theirs.text)
      let copy = hasConflict ? Self.copy(of: theirs, now) : nil
      self = .merged(MemoContents(metadata: metadata, text: text), copy: copy)
    }
  }

  private static func afterEnd(_ base: MemoContents?, _ ours: MemoContents, _ isDestroyed: Bool) -> MemoMerge {
    if isDestroyed { return .gone }
    // A memo that was merely trashed here has no words to save from its destruction there.
    if let base, ours.saysTheSame(as: base), ours.metadata.isTrashed, !base.metadata.isTrashed { return .gone }
    var ours = ours
    ours.metadata.version += 1
    return .merged(ours, copy: nil)
  }

  private static func text(_ base: Rope?, _ ours: Rope, _ theirs: Rope) -> (text: Rope, hasConflict: Bool) {
    // Two unrelated memos with one identifier are not mixed.
    guard let base else { return (ours, !ours.isIdentical(to: theirs)) }
    let merge = NameMerge.merged(base: base, ours: ours, theirs: theirs)
    return (merge.text, merge.hasConflict)
  }

  /// The other's text as a new memo; nil if it is empty: then there are no words to keep.
  static func copy(of theirs: MemoContents, _ now: Timestamp) -> MemoContents? {
    if theirs.text.isEmpty { return nil }
    var metadata = MemoMetadata(
      id: .unique(at: now), version: 1, createdAt: now, modifiedAt: now, trashedAt: nil,
      properties: theirs.metadata.properties)
    metadata.properties["conflictOf"] = .string(theirs.metadata.id.description)
    return MemoContents(metadata: metadata, text: theirs.text)
  }
}
