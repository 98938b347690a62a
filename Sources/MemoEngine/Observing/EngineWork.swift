/// What an engine does when nobody calls it, such as the end of a save. Whoever shares its executor wants to know what
/// kept that.
public enum EngineWork: String, Sendable {
  /// A save begins or ends.
  case saving = "a save"
  /// A memo comes into memory.
  case opening = "opening a memo"
  /// What other processes did is taken in.
  case pulling = "taking in what others did"
  /// Something is undone, redone or restored.
  case bringingBack = "bringing back what a memo was"
  /// A long change, worked out elsewhere, is made.
  case changing = "a long change"
  /// Stored memos are looked through.
  case lookingThrough = "looking through memos"
  /// Links and headings are renamed.
  case renaming = "renaming"
  /// Memos come from elsewhere.
  case importing = "importing"
}

extension MemoEngine {
  /// Tells somebody what the engine is about to do, whenever it goes on with something by itself, on its executor.
  public func watchWork(_ watcher: @escaping @Sendable (EngineWork) -> Void) { workWatcher = watcher }

  /// Says what is done next.
  func note(_ work: EngineWork) { workWatcher?(work) }
}
