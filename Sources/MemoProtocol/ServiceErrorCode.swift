/// The service's own error codes. The name is in an error's `data.kind`.
package enum ServiceErrorCode: Int, Sendable, CaseIterable {
  /// No memo has this id, or it is in the trash and must be live. `data`: `id`.
  case memoNotFound = 1
  /// `baseVersion` is not the memo's version. `data`: `id`, `baseVersion`, `version`.
  case versionConflict = 2
  /// A position can't be resolved. `data`: `change`, `position`, `reason`.
  case invalidRange = 3
  /// The id of a new memo is taken. `data`: `id`.
  case memoExists = 4
  /// Something is larger than allowed. `data`: `limit`, `value`.
  case limitExceeded = 5
  /// The store can't be read or written now. `data`: `reason`, `retryable`.
  case storeUnavailable = 6
  /// The memo's history has no such revision, or no longer. `data`: `id`, `revision`.
  case revisionNotFound = 7
  /// There is nothing to undo, or to redo. `data`: `id`; `kind` tells which.
  case nothingToUndo = 8

  /// Other memos have this title, or links with these words lead to them. `data`: `ids`.
  case titleTaken = 9

  /// The name for `data.kind`.
  package var kind: String { String(describing: self) }
}
