import MemoMarkup
import MemoModel
import MemoText
import Synchronization

/// What a text says that others can name or look for. It is worked out once, for whoever asks first: a save, a list or
/// a question about links. That takes as long as reading the text, so it is never asked for on the engine's executor.
final class TextReferences: Sendable {
  /// A text of more bytes than this is stored without them: the save would take too long. They are filled in later.
  private static let longestAtSave = 4 << 20

  /// The text.
  let text: Rope
  private let said: Mutex<Said?>

  /// What a text says, with the forms in which that is compared.
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

  /// - Parameter outline: what the text was found to say; nil if nobody has looked yet.
  init(_ text: Rope, saying outline: Outline? = nil) {
    self.text = text
    said = Mutex(outline.map { Said(MemoReferences($0)) })
  }

  /// Whether they are stored only after the text.
  var isLate: Bool { text.summary.utf8 > Self.longestAtSave }

  /// What is stored with the text; nil if that would take too long.
  var atSave: MemoReferences? { isLate ? nil : read().references }

  /// What counts of a memo that has this text in place of what is stored.
  func unsaved(_ metadata: MemoMetadata) -> UnsavedReferences.UnsavedMemo {
    let said = read()
    let summary = MemoSummary(
      metadata: metadata, displayTitle: said.references.title, preview: "", bytes: text.summary.utf8,
      textTags: said.references.tags.tags(beside: metadata.properties.tags))
    return UnsavedReferences.UnsavedMemo(
      row: ListRow(summary: summary, sortTitle: said.sortTitle, tags: tags(with: metadata.properties.tags)),
      references: said.references)
  }

  /// Whether somebody has asked already.
  var isRead: Bool { said.withLock { $0 != nil } }

  /// The tags of the text that a memo has beside these of its own.
  func names(beside own: [String]) -> [String] { read().references.tags.tags(beside: own) }

  /// The tags of a memo that has this text and these tags of its own, and those that they are in, in the form in which
  /// tags are compared.
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
      let said = Said(MemoReferences(Outline(of: text)))
      known = said
      return said
    }
  }
}
