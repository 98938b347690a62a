public import JSON
public import MemoModel
public import MemoText

/// The reason why a request was not carried out. Nothing was changed.
public enum EngineError: Error, Sendable {
  /// No memo has this identifier, or it is in the trash and must be live.
  case memoNotFound(MemoID)
  /// The client's changes start from a version other than the memo's.
  case versionConflict(MemoID, baseVersion: Int, version: Int)
  /// The change at this index has a position that can't be resolved.
  case invalidRange(change: Int, PositionError)
  /// A memo with this identifier exists already, perhaps in the trash.
  case memoExists(MemoID)
  /// A property that the service understands (see ``KnownProperties``) would be malformed; the path starts at the
  /// properties.
  case invalidProperty(JSONTypeError)
  /// The memo's text, or its properties as JSON, would have more bytes than the limit.
  case memoTooLarge(limit: Int, bytes: Int)
  /// The memo's history has no such revision, or no longer.
  case revisionNotFound(MemoID, Int)
  /// The memo has no earlier state.
  case nothingToUndo(MemoID)
  /// The memo's last step is not one that an agent may undo.
  case undoRefused(MemoID, UndoRefusal)
  /// Nothing was undone since the last edit.
  case nothingToRedo(MemoID)
  /// No memo can be made from the template of this name.
  case templateUnusable(String, TemplateProblem)
  /// Other memos have this title, or links with these words lead there.
  case titleTaken(String, [MemoID])
  /// The new name is not possible.
  case renamingRefused(RenamingProblem)
  /// The store can't be read or written now.
  case storeUnavailable(StoreError)
  /// The calling task was cancelled.
  case cancelled
}

/// The reason why an agent may not undo the last step of a memo.
public enum UndoRefusal: Sendable {
  /// A person made it, or several authors.
  case ofPerson
  /// There is none: no earlier state is kept.
  case nothingBefore
  /// The memo may not return to its earlier state.
  case notAdmitted
}

/// Calls a store, and converts its errors to the engine's.
func asking<Value>(_ body: () throws(StoreError) -> Value) throws(EngineError) -> Value {
  do throws(StoreError) { return try body() } catch { throw .storeUnavailable(error) }
}
