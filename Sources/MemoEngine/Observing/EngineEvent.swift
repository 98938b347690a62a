public import JSON
public import MemoModel
public import MemoText

/// An event that an engine reports without being asked.
public enum EngineEvent: Sendable {
  /// This version of a memo is stored.
  case saved(MemoID, version: Int)
  /// A transaction with this many memos failed; each is reported by itself, too.
  case saveAttemptFailed(memos: Int, StoreError, retryIn: Duration)
  /// This version of a memo could not be saved; it stays in memory and will be retried.
  case saveFailed(MemoID, version: Int, StoreError, retryIn: Duration)
  /// The journal had been truncated, moved or deleted; the unsaved changes of this many memos were recorded anew.
  case journalRestarted(memos: Int)
  /// Files of the store were found removed or truncated.
  case storeHarmed(StoreNotice)
  /// The number of stored memos that are still to be indexed for links, titles and tags, because an earlier version
  /// stored them, or because they are very long; 0 once that is done.
  case lookingThrough(left: Int)
  /// Another process, or another user of the engine, created a memo, or restored it.
  case createdByOther(MemoID)
  /// Another deleted a memo.
  case deletedByOther(MemoID, permanent: Bool)
  /// Another changed a memo.
  case changedByOther(ExternalEdit)
  /// A user of the engine set properties of a memo: the JSON Merge Patch, and all properties after it.
  case propertiesSet(MemoID, patch: JSONObject, all: JSONObject)
  /// Something was stored: by this engine, after each transaction, or by another process, once that is known.
  case storeChanged
  /// No more edits come: observers start nothing new.
  case ending
}

/// The effect of another's change on a memo.
public struct ExternalEdit: Sendable {
  /// The memo.
  public let id: MemoID
  /// The version it had.
  public let baseVersion: Int
  /// The version it has now.
  public let version: Int
  /// The text before and after; nil if only the properties changed, or the memo is not in memory.
  public let texts: (before: Rope, after: Rope)?
  /// The changes of the text, if they were worked out already, because it is long.
  public var difference: TextDifference?
  /// The properties after; nil if they did not change, or the memo is not in memory.
  public let properties: JSONObject?
}
