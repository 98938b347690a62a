import MemoModel

/// What a memo's row says of its history.
struct HistoryState {
  /// Where undoing and redoing lead from what is stored.
  var links = UndoLinks()
  /// When there is something to thin.
  var due = Timestamp(millisecondsSince1970: .max)
  /// How many bytes may be added before the rows are looked at whatever the time is.
  var room = RevisionRows.budget
}
