import MemoModel
import MemoText

/// A memo that a renaming changes, with the version that it makes.
struct RenamedContents: Sendable {
  /// What is stored, and what is to be.
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

  /// Whether what the text says is left to be looked for later.
  var leavesReferences: Bool { references.isLate }

  /// The change for the store. It stands in no journal: where the memo is typed into meanwhile, that is merged with it
  /// as with another process's change, also after a crash. To be asked for off the engine's executor.
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

  /// What it does to the memo, for those who show it though it is not in memory.
  ///
  /// - Parameter version: what its state is called here.
  func edit(to version: Int) -> ExternalEdit {
    let (old, new) = (stored.metadata.properties, contents.metadata.properties)
    let isSame = contents.text.isIdentical(to: stored.text)
    return ExternalEdit(
      id: id, baseVersion: contents.metadata.version - 1, version: version,
      texts: isSame ? nil : (stored.text, contents.text), properties: old.json == new.json ? nil : new)
  }
}
