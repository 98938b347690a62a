public import JSON
public import MemoModel
public import MemoText

/// Why a request was not carried out. Nothing of it was applied.
public enum EngineError: Error, Sendable {
  /// No memo has this identifier, or it is in the trash and a live one is needed.
  case memoNotFound(MemoID)
  /// The client's changes start from another version than the memo has.
  case versionConflict(MemoID, baseVersion: Int, version: Int)
  /// The change at this index has a position that can't be honoured.
  case invalidRange(change: Int, PositionError)
  /// A memo of this identifier is already there, perhaps in the trash.
  case memoExists(MemoID)
  /// A property that the service understands (see ``KnownProperties``) would be malformed; the path starts at the
  /// properties.
  case invalidProperty(JSONTypeError)
  /// The memo's text, or its properties as JSON, would have more bytes than the limit.
  case memoTooLarge(limit: Int, bytes: Int)
  /// The memo's history has no such revision, or not any more.
  case revisionNotFound(MemoID, Int)
  /// Nothing was done to the memo before what is there.
  case nothingToUndo(MemoID)
  /// The last step of the memo is not one that an agent may take back.
  case undoRefused(MemoID, UndoRefusal)
  /// Nothing was undone since the last edit.
  case nothingToRedo(MemoID)
  /// No memo can be made of the template that is named so.
  case templateUnusable(String, TemplateProblem)
  /// The title is that of other memos, or links with these words lead there.
  case titleTaken(String, [MemoID])
  /// Nothing can be called so.
  case renamingRefused(RenamingProblem)
  /// The store can't be read or written now.
  case storeUnavailable(StoreError)
  /// The task that asked was cancelled.
  case cancelled
}

/// Why an agent may not take back the last step of a memo.
public enum UndoRefusal: Sendable {
  /// A person made it, or not one agent alone.
  case ofPerson
  /// There is none: nothing is kept of what was before.
  case nothingBefore
  /// The memo may not become what it was before.
  case notAdmitted
}

/// Asks a store, and makes its errors the engine's.
func asking<Value>(_ body: () throws(StoreError) -> Value) throws(EngineError) -> Value {
  do throws(StoreError) { return try body() } catch { throw .storeUnavailable(error) }
}
