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
  /// The version that is in the store; nil if none of this memo's versions is.
  var savedVersion: Int?
  /// Whether the store has a row of this identifier, whatever its version.
  var hasRow: Bool
  /// Destroyed, but the store does not know yet.
  var isDestroyed = false
  /// When unsaved changes fall due; nil if there are none, or a save has just taken them along.
  var unsaved: Debounce?
  /// The journal's numbers of its last change, and of the first that may not be saved; 0 for none.
  var lastSequence = 0
  var firstUnsavedSequence = 0
  /// Grows with every use; the smallest are forgotten first.
  var lastUsed = 0

  init(generation: Int, metadata: MemoMetadata, text: Rope, savedVersion: Int?, hasRow: Bool) {
    self.generation = generation
    self.metadata = metadata
    self.text = text
    self.textVersion = savedVersion ?? 1
    self.savedVersion = savedVersion
    self.hasRow = hasRow
  }

  /// Whether this version is in the store.
  var isSaved: Bool { !isDestroyed && savedVersion == metadata.version }

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

  /// The memo as a list's row. Reads only the text's beginning, up to where title and preview are full: white space is read
  /// through.
  var row: ListRow {
    let title = text.displayTitle
    return ListRow(
      summary: MemoSummary(metadata: metadata, displayTitle: title, preview: text.preview, bytes: text.summary.utf8),
      sortTitle: title.caseFolded
    )
  }
}

extension JournalRecord.MemoState {
  /// A memo's metadata as the journal keeps them.
  init(_ metadata: MemoMetadata) {
    self.init(
      createdAt: metadata.createdAt, modifiedAt: metadata.modifiedAt, trashedAt: metadata.trashedAt,
      properties: metadata.properties.json)
  }
}
