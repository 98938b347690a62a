public import MemoModel
public import MemoText

/// A memo in memory. Belongs to one engine and is touched on its executor only.
final class OpenMemo {
  /// Tells apart memos that had the same identifier one after the other.
  let generation: Int
  var metadata: MemoMetadata
  var text: Rope
  /// The version whose change was the last to touch the text.
  var textVersion: Int
  /// The version that the store has, whatever it is called there; nil if none of this memo's versions is.
  var savedVersion: Int?
  /// What the store has under this identifier, as far as this process knows; nil if nothing.
  var stored: MemoContents?
  /// What saves were to store that failed, by revision: one may have been stored all the same.
  var failedSaves: [Int: MemoContents] = [:]
  /// Memos that keep another process's text and must be stored with this one.
  var copies: Set<MemoID> = []
  /// How it comes to be what it is from what is stored.
  var step: HistoryStep
  /// Whose the edits are that are not stored, and of them those that no save has taken along yet.
  private(set) var authorship = Authorship.nobody
  private var laterAuthorship = Authorship.nobody
  /// The version that it was called here before it was read anew from what another process had stored; nil if it was
  /// not, or if that was told.
  var outrunVersion: Int?
  /// Whether a client has read it since it came into memory, and so knows what is stored.
  var wasRead = false
  /// Destroyed, but the store does not know yet.
  var isDestroyed = false
  /// When unsaved changes fall due; nil if there are none, or a save has just taken them along.
  var unsaved: Debounce?
  /// Set while it can't be saved though others can: then it waits for this.
  var retry: RetryDelay?
  /// When it was last changed, since the engine began; nil if not since it was read.
  var lastChange: Duration?
  /// The journal's numbers of its last change, and of the first that may not be saved; 0 for none.
  var lastSequence = 0
  var firstUnsavedSequence = 0
  /// How much memory it was last found to take, in bytes; 0 while it is not among those in memory.
  var countedBytes = 0
  /// Grows with every use; the smallest are forgotten first.
  var lastUsed = 0
  /// What a text of it says, and one that is stored, from the last time that this was asked for.
  private var lastReferences: TextReferences?, lastStoredReferences: TextReferences?

  init(
    generation: Int, contents: MemoContents, savedVersion: Int?, stored: MemoContents?,
    step: HistoryStep = .edit(of: nil)
  ) {
    self.generation = generation
    self.metadata = contents.metadata
    self.text = contents.text
    self.textVersion = savedVersion ?? 1
    self.savedVersion = savedVersion
    self.stored = stored
    self.step = step
  }

  /// What the store calls the state that this one stands on; 0 for none.
  var storedRevision: Int { stored?.revision ?? 0 }

  var contents: MemoContents { MemoContents(metadata: metadata, text: text) }

  /// Whether this version is in the store.
  var isSaved: Bool { !isDestroyed && savedVersion == metadata.version }

  /// Where it is; nowhere before its first change.
  var presence: MemoPresence {
    isDestroyed || metadata.version == 0 ? .absent : metadata.isTrashed ? .trashed : .live
  }

  /// Takes over what a change makes of it, but for the version.
  ///
  /// - Parameter result: what the edits make of the text, if that is known.
  func become(_ metadata: MemoMetadata, _ edits: [JournalRecord.TextEdit], text result: Rope? = nil) {
    if let result {
      text = result
    } else {
      for edit in edits { text.replaceSubrange(edit.range, with: edit.text) }
    }
    if !edits.isEmpty { textVersion = self.metadata.version + 1 }
    self.metadata = metadata
  }

  /// Notes that somebody has edited it; nil stands for a person.
  func noteEdit(by agent: String?) {
    authorship = authorship.joined(by: agent)
    laterAuthorship = laterAuthorship.joined(by: agent)
  }

  /// Notes that a save takes along what was edited.
  func noteSaveBegun() { laterAuthorship = .nobody }

  /// Notes that what the save took along is stored.
  func noteSaveDone() { authorship = laterAuthorship }

  /// Notes that all it is comes from elsewhere: what is stored, or what was brought back.
  func forgetAuthorship() { (authorship, laterAuthorship) = (.nobody, .nobody) }

  /// What its text says, to be worked out elsewhere. The same as before as long as the text is.
  var references: TextReferences {
    if let lastReferences, lastReferences.text.isIdentical(to: text) { return lastReferences }
    let references = TextReferences(text)
    lastReferences = references
    return references
  }

  /// What the stored text says, to be worked out elsewhere, and the rest of what is stored; nil if nothing is.
  var storedReferences: (text: TextReferences, metadata: MemoMetadata)? {
    guard let stored else { return nil }
    let known = [lastStoredReferences, lastReferences].compactMap(\.self)
    let references = known.first { $0.text.isIdentical(to: stored.text) } ?? TextReferences(stored.text)
    lastStoredReferences = references
    return (references, stored.metadata)
  }

  /// Forgets what its texts say: the store knows what is saved.
  func forgetReferences() { (lastReferences, lastStoredReferences) = (nil, nil) }

  /// An immutable copy, at the price of a few references.
  var snapshot: MemoSnapshot { MemoSnapshot(metadata: metadata, text: text, isSaved: isSaved) }
}

/// A memo as it was at one moment; reading it needs no engine.
public struct MemoSnapshot: Sendable {
  /// All but the text.
  public let metadata: MemoMetadata
  /// The text.
  public let text: Rope
  /// Whether this version was in the store.
  public let isSaved: Bool

  var contents: MemoContents { MemoContents(metadata: metadata, text: text) }
}
