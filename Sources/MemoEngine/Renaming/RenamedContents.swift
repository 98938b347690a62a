import MemoModel
import MemoText

/// A memo that a renaming changes, with its new version.
struct RenamedContents: Sendable {
  /// The stored state, and the new one.
  let stored: MemoContents, contents: MemoContents
  private let references: TextReferences
  /// The agent that renames; nil for a person.
  private let agent: String?

  init(_ change: RenamingPlan.Change, version: Int, by agent: String?) {
    self.agent = agent
    var contents = change.contents
    contents.metadata.version = version
    (stored, references, self.contents) = (change.stored, change.references, contents)
  }

  var id: MemoID { contents.metadata.id }

  /// Whether the references are left to be filled in later.
  var leavesReferences: Bool { references.isLate }

  /// The change for the store. It is in no journal: if somebody types into the memo meanwhile, that is merged with it
  /// as with another process's change, even after a crash. Must be called off the engine's executor.
  var change: StoreChange {
    let isSame = contents.text.isIdentical(to: stored.text)
    return StoreChange(
      id, base: stored.revision,
      .put(
        contents.row, text: isSame ? nil : contents.text.update(of: stored.text),
        references: isSame ? nil : references.atSave),
      by: agent,
      mark: JournalMark(
        sequence: 0, version: contents.metadata.version, base: stored.revision, revision: contents.revision))
  }

  /// Its effect on the memo, for clients that show it though it is not in memory.
  ///
  /// - Parameter version: its version here.
  func edit(to version: Int) -> ExternalEdit {
    let (old, new) = (stored.metadata.properties, contents.metadata.properties)
    let isSame = contents.text.isIdentical(to: stored.text)
    return ExternalEdit(
      id: id, baseVersion: contents.metadata.version - 1, version: version,
      texts: isSame ? nil : (stored.text, contents.text), properties: old.json == new.json ? nil : new)
  }
}
