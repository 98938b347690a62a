import MemoMarkup
public import MemoModel
public import MemoText

/// A memo in memory. Belongs to one engine and is used only on its executor.
final class OpenMemo {
  /// Tells apart successive memos with the same identifier.
  let generation: Int
  var metadata: MemoMetadata
  var text: Rope
  /// Its file, as far as this process knows; nil if it has none.
  var file: MemoFile?
  /// The version whose change last touched the text.
  var textVersion: Int
  /// The version that is stored, whatever its number in the store; nil if none of this memo's versions is.
  var savedVersion: Int?
  /// The stored state, as far as this process knows; nil if there is none.
  var stored: MemoContents?
  /// The states of failed saves, by revision: one may have been stored all the same.
  var failedSaves: [Int: MemoContents] = [:]
  /// Memos that keep another process's text and must be stored with this one.
  var copies: Set<MemoID> = []
  /// The step from the stored state to the present one.
  var step: HistoryStep
  /// The author of the edits that are not stored, and of those among them that no save has taken along yet.
  private(set) var authorship = Authorship.nobody
  private var laterAuthorship = Authorship.nobody
  /// Its version here before it was reread from what another process had stored; nil if it was not, or if observers
  /// know.
  var outrunVersion: Int?
  /// Whether a client has read it since it came into memory, and so knows the stored state.
  var wasRead = false
  /// Whether it is destroyed, though the store does not know yet.
  var isDestroyed = false
  /// The time when unsaved changes fall due; nil if there are none, or a save has just taken them along.
  var unsaved: Debounce?
  /// Set while it can't be saved though others can: then it waits for this.
  var retry: RetryDelay?
  /// The time when it was last changed, since the engine began; nil if not since it was read.
  var lastChange: Duration?
  /// The journal's numbers of its last change, and of the first that may be unsaved; 0 for none.
  var lastSequence = 0
  var firstUnsavedSequence = 0
  /// The memory that it is counted with, in bytes; 0 while it is not among those in memory.
  var countedBytes = 0
  /// Grows with every use; the memos with the smallest numbers are dropped first.
  var lastUsed = 0
  /// The references of its text, and of its stored text, from the last time they were needed.
  private var lastReferences: TextReferences?, lastStoredReferences: TextReferences?

  init(
    generation: Int, contents: MemoContents, savedVersion: Int?, stored: MemoContents?,
    step: HistoryStep = .edit(of: nil)
  ) {
    self.generation = generation
    self.metadata = contents.metadata
    self.text = contents.text
    self.file = contents.file
    self.textVersion = savedVersion ?? 1
    self.savedVersion = savedVersion
    self.stored = stored
    self.step = step
  }

  /// The revision of the stored state that this one is based on; 0 for none.
  var storedRevision: Int { stored?.revision ?? 0 }

  var contents: MemoContents { MemoContents(metadata: metadata, text: text, in: file) }

  /// Whether this version is stored.
  var isSaved: Bool { !isDestroyed && savedVersion == metadata.version }

  /// Where it is; absent before its first change.
  var presence: MemoPresence {
    isDestroyed || metadata.version == 0 ? .absent : metadata.isTrashed ? .trashed : .live
  }

  /// Takes over the result of a change, except for the version.
  ///
  /// - Parameter result: the text after the edits, if it is known.
  func become(_ metadata: MemoMetadata, _ edits: [JournalRecord.TextEdit], text result: Rope? = nil) {
    if let result {
      text = result
    } else {
      for edit in edits { text.replaceSubrange(edit.range, with: edit.text) }
    }
    if !edits.isEmpty { textVersion = self.metadata.version + 1 }
    self.metadata = metadata
  }

  /// Records an edit; nil stands for a person.
  func noteEdit(by agent: String?) {
    authorship = authorship.joined(by: agent)
    laterAuthorship = laterAuthorship.joined(by: agent)
  }

  /// Records that a save takes the edits along.
  func noteSaveBegun() { laterAuthorship = .nobody }

  /// Records that the edits of the save are stored.
  func noteSaveDone() { authorship = laterAuthorship }

  /// Records that its state comes from elsewhere: from the store, or from undo.
  func forgetAuthorship() { (authorship, laterAuthorship) = (.nobody, .nobody) }

  /// The references of its text, to be worked out elsewhere. The same object as long as the text is the same.
  var references: TextReferences {
    if let lastReferences, lastReferences.isOf(text), lastReferences.file == file { return lastReferences }
    let references = TextReferences(text, in: file)
    lastReferences = references
    return references
  }

  /// The references of the stored text, to be worked out elsewhere, and the stored metadata; nil if nothing is stored.
  var storedReferences: (text: TextReferences, metadata: MemoMetadata)? {
    guard let stored else { return nil }
    let known = [lastStoredReferences, lastReferences].compactMap(\.self)
    let references = known.first { $0.isOf(stored.text) } ?? TextReferences(stored.text, in: file)
    lastStoredReferences = references
    return (references, stored.metadata)
  }

  /// Drops the references of its texts: the store knows those of saved ones.
  func forgetReferences() { (lastReferences, lastStoredReferences) = (nil, nil) }

  /// An immutable copy, at the price of a few references.
  var snapshot: MemoSnapshot { MemoSnapshot(metadata: metadata, text: text, isSaved: isSaved, file: file) }
}

/// A memo at one moment; reading it needs no engine.
public struct MemoSnapshot: Sendable {
  /// All but the text.
  public let metadata: MemoMetadata
  /// The text.
  public let text: Rope
  /// Whether this version was stored.
  public let isSaved: Bool
  /// The memo's file; nil if it has none.
  public internal(set) var file: MemoFile?

  /// The memo's title. Reads no further than it must.
  public var displayTitle: String { Excerpts(of: text, inFile: file?.title).title }

  var contents: MemoContents { MemoContents(metadata: metadata, text: text, in: file) }
}
