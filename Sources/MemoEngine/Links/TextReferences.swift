import MemoMarkup
import MemoModel
import MemoText
import Synchronization

/// The references of a text. They are worked out once, for the first who asks: a save, a list or a query about links.
/// That takes as long as reading the text, so it must not happen on the engine's executor.
final class TextReferences: Sendable {
  /// The longest text, in bytes, that is stored with its references; those of longer ones, which would delay the save,
  /// are filled in later.
  private static let longestAtSave = 4 << 20

  /// The text, and its file; nil if it has none.
  let text: Rope, file: MemoFile?
  private let said: Mutex<Said?>

  /// The references of a text, with the compared forms of its tags.
  private struct Said {
    let references: MemoReferences
    let sortTitle: String
    let tags: Set<String>

    init(_ references: MemoReferences) {
      self.references = references
      sortTitle = references.title.caseFolded
      tags = TextReferences.forms(references.tags)
    }
  }

  /// - Parameter outline: the text's structure; nil if it was not read yet.
  init(_ text: Rope, in file: MemoFile?, saying outline: Outline? = nil) {
    (self.text, self.file) = (text, file)
    said = Mutex(outline.map { Said(MemoReferences($0, in: file)) })
  }

  /// Whether they are those of a text. One so long that it must not be compared on the executor is known by its storage
  /// alone: put together anew, it is read once more.
  func isOf(_ text: Rope) -> Bool {
    text.summary.utf8 > TextDifference.longText ? self.text.isSameStorage(as: text) : self.text.isIdentical(to: text)
  }

  /// Whether they are stored later than the text.
  var isLate: Bool { text.summary.utf8 > Self.longestAtSave }

  /// The references to store with the text; nil if that would take too long.
  var atSave: MemoReferences? { isLate ? nil : read().references }

  /// The unsaved state, for queries, of a memo that has this text.
  func unsaved(_ metadata: MemoMetadata) -> UnsavedReferences.UnsavedMemo {
    let said = read()
    let summary = MemoSummary(
      metadata: metadata, displayTitle: said.references.title, preview: "", bytes: text.summary.utf8,
      textTags: said.references.tags.tags(beside: metadata.properties.tags))
    return UnsavedReferences.UnsavedMemo(
      row: ListRow(
        summary: summary, sortTitle: said.sortTitle, tags: tags(with: metadata.properties.tags), file: file),
      references: said.references)
  }

  /// The same for queries that ask only what memos are called. Unless the text was read already, only its names are.
  func unsavedNames(_ metadata: MemoMetadata) -> UnsavedReferences.UnsavedMemo {
    if isRead { return unsaved(metadata) }
    let names = MemoReferences(namesOf: text, in: file)
    let summary = MemoSummary(
      metadata: metadata, displayTitle: names.title, preview: "", bytes: text.summary.utf8)
    return UnsavedReferences.UnsavedMemo(
      row: ListRow(summary: summary, sortTitle: names.title.caseFolded, file: file), references: names)
  }

  /// Whether they were worked out already.
  var isRead: Bool { said.withLock { $0 != nil } }

  /// The tags of the text besides a memo's own.
  func names(beside own: [String]) -> [String] { read().references.tags.tags(beside: own) }

  /// The tags of a memo with this text and these tags of its own, and their parents, in the form in which tags are
  /// compared.
  func tags(with own: [String]) -> Set<String> {
    let tags = read().tags
    return own.isEmpty ? tags : tags.union(Self.forms(own))
  }

  private static func forms(_ tags: [String]) -> Set<String> {
    Set(tags.flatMap(\.tagAndAncestors).map(\.canonicalCaseless))
  }

  private func read() -> Said {
    said.withLock { known in
      if let known { return known }
      let said = Said(MemoReferences(Outline(of: text), in: file))
      known = said
      return said
    }
  }
}
