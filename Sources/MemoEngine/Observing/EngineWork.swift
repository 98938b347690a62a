/// Work that an engine does when nobody calls it, such as the end of a save: the name for whoever shares its executor
/// and measures what keeps that.
public enum EngineWork: String, Sendable {
  /// A save starts or ends.
  case saving = "a save"
  /// A memo comes into memory.
  case opening = "opening a memo"
  /// Other processes' changes are taken in.
  case pulling = "taking in what others did"
  /// Something is undone, redone or restored.
  case bringingBack = "bringing back what a memo was"
  /// A long change, worked out elsewhere, is made.
  case changing = "a long change"
  /// Stored memos are indexed.
  case lookingThrough = "looking through memos"
  /// Links and headings are renamed.
  case renaming = "renaming"
  /// Memos are imported.
  case importing = "importing"
  /// What is unsaved is noted once more, since a save came in between.
  case rereading = "reading once more"
}

extension MemoEngine {
  /// Sets a function that is called on the engine's executor before each piece of background work.
  public func watchWork(_ watcher: @escaping @Sendable (EngineWork) -> Void) { workWatcher = watcher }

  /// Names the next piece of work.
  func note(_ work: EngineWork) { workWatcher?(work) }
}
