/// The service's own error codes. `data.kind` of an error bears the name.
package enum ServiceErrorCode: Int, Sendable, CaseIterable {
  /// No memo has this id, or it is in the trash and the method needs a live one. `data`: `id`.
  case memoNotFound = 1
  /// `baseVersion` is not the memo's version. `data`: `id`, `baseVersion`, `version`.
  case versionConflict = 2
  /// A position can't be honoured. `data`: `change`, `position`, `reason`.
  case invalidRange = 3
  /// The id of a memo to be made is taken. `data`: `id`.
  case memoExists = 4
  /// Something is larger than allowed. `data`: `limit`, `value`.
  case limitExceeded = 5
  /// The store can't be read or written now. `data`: `reason`, `retryable`.
  case storeUnavailable = 6
  /// The memo's history has no such revision, or not any more. `data`: `id`, `revision`.
  case revisionNotFound = 7
  /// There is nothing to undo, or to redo. `data`: `id`; `kind` tells which.
  case nothingToUndo = 8

  /// A memo can't be called so: others are, or links with these words lead to them. `data`: `ids`.
  case titleTaken = 9

  /// The name that goes into `data.kind`.
  package var kind: String { String(describing: self) }
}
