public import MemoModel

/// What an engine tells without being asked.
public enum EngineEvent: Sendable {
  /// This version of a memo is in the store.
  case saved(MemoID, version: Int)
  /// A transaction with this many memos failed; each is told by itself, too.
  case saveAttemptFailed(memos: Int, StoreError, retryIn: Duration)
  /// This version of a memo could not be saved; it stays in memory and is tried again.
  case saveFailed(MemoID, version: Int, StoreError, retryIn: Duration)
  /// The journal had been cut short, moved or deleted; the unsaved changes of this many memos were recorded anew.
  case journalRestarted(memos: Int)
  /// Files of the store were found taken away or cut short.
  case storeHarmed(StoreNotice)
  /// Another process made a memo, or brought it back.
  case createdByOther(MemoID)
  /// Another process deleted a memo.
  case deletedByOther(MemoID, permanent: Bool)
  /// Another process changed a memo.
  case changedByOther(ExternalEdit)
  /// A memo was given the weather of its place: its properties are others, its text is the same.
  case weatherFilledIn(ExternalEdit)
  /// The weather of some memos' place is not known; they stay as they are.
  case weatherFailed(WeatherFailure)
}
