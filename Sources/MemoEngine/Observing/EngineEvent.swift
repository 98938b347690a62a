public import JSON
public import MemoModel
public import MemoText

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
  /// So many stored memos are still to be looked through for links, titles and tags, because an earlier version stored
  /// them, or because they are very long; none once that is done.
  case lookingThrough(left: Int)
  /// Another process, or another who uses the engine, made a memo, or brought it back.
  case createdByOther(MemoID)
  /// Another deleted a memo.
  case deletedByOther(MemoID, permanent: Bool)
  /// Another changed a memo.
  case changedByOther(ExternalEdit)
  /// Somebody who uses the engine set properties of a memo: the JSON Merge Patch, and all of them after it.
  case propertiesSet(MemoID, patch: JSONObject, all: JSONObject)
  /// No more edits come: whoever has something to add to a memo begins nothing new.
  case ending
}

/// What another's change did to a memo.
public struct ExternalEdit: Sendable {
  /// The memo.
  public let id: MemoID
  /// The version it had.
  public let baseVersion: Int
  /// The version it has now.
  public let version: Int
  /// The text before and after; nil if only the properties changed, or the memo is not in memory.
  public let texts: (before: Rope, after: Rope)?
  /// What was done to the text, if somebody has looked already, because it is long.
  public var difference: TextDifference?
  /// The properties after; nil if they did not change, or the memo is not in memory.
  public let properties: JSONObject?
}
