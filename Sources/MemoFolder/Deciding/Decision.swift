/// A text, as far as one must know to tell it from another; or that there is none.
package enum Content: Hashable, Sendable {
  /// A text with this hash.
  case text(UInt128)
  /// No file; in the trash, or nowhere.
  case gone

  /// Whether there is a text.
  package var isText: Bool { self != .gone }
}

/// The state of a path: what stands there, or that nothing does.
package enum FileState: Hashable, Sendable {
  /// A file with this text.
  case text(UInt128)
  /// Nothing, since less than a second ago: it may be about to be replaced.
  case missing
  /// Nothing.
  case gone
  /// Something that is no memo.
  case skipped(SkipReason)
}

/// The state of a memo in the store.
package enum FolderMemoState: Hashable, Sendable {
  /// A memo among the living, with this text.
  case text(UInt128)
  /// A memo in the trash.
  case trashed
  /// Nowhere: it was destroyed, or there never was one.
  case none
}

/// The state that a file and its memo had in common when they were last equal.
package struct Agreement: Hashable, Sendable {
  /// The content of both.
  package var content: Content
  /// Whether they go their own ways since, because the file is none for us any more.
  package var isReleased: Bool

  /// Creates one from its parts.
  package init(_ content: Content, isReleased: Bool = false) { (self.content, self.isReleased) = (content, isReleased) }
}

/// The step that makes a file and its memo equal.
package enum Decision: Hashable, Sendable {
  /// They are, and the row says so.
  case nothing
  /// They are, and the row is to say so.
  case agree
  /// They are and will be nowhere: the row can go.
  case forget
  /// The file may come back any moment.
  case wait
  /// The file can't be read now: it keeps its bytes, people are told, and it is tried again.
  case hold
  /// The file is none for us: the row says so, and neither is touched.
  case release
  /// A memo is made of the file.
  case makeMemo
  /// The memo takes the file's text, as one step of history.
  case takeIn
  /// The memo comes back, and takes the file's text.
  case bringBack
  /// The memo goes to the trash.
  case trashMemo
  /// The file takes the memo's text, or is made.
  case writeFile
  /// The file goes.
  case removeFile
  /// Both changed: line by line from what they had in common; where both changed the same line, the file's text
  /// becomes a memo and a file of its own.
  case merge

  /// Decides what is to be done: a merge of three, any of which may be "gone", where a text wins over that.
  ///
  /// - Parameter row: what was last equal; nil if they never were.
  package init(_ row: Agreement?, file: FileState, memo: FolderMemoState) {
    let mine: Content = if case .text(let hash) = memo { .text(hash) } else { .gone }
    switch file {
    case .skipped(let reason):
      self = !reason.releases ? .hold : row == nil || row?.isReleased == true ? .nothing : .release
    case .missing where row?.content.isText == true: self = .wait
    case .missing, .gone: self = Self.withoutFile(row, mine, memo)
    case .text(let hash): self = Self.withFile(row, .text(hash), mine, memo)
    }
  }

  private static func withoutFile(_ row: Agreement?, _ mine: Content, _ memo: FolderMemoState) -> Decision {
    guard let row else { return mine.isText ? .writeFile : .nothing }
    if memo == .none { return .forget }
    // Whoever took away a file that was none for us said nothing of its memo.
    if mine.isText { return row.content == mine && !row.isReleased ? .trashMemo : .writeFile }
    return row == Agreement(.gone) ? .nothing : .agree
  }

  private static func withFile(
    _ row: Agreement?, _ theirs: Content, _ mine: Content, _ memo: FolderMemoState
  ) -> Decision {
    if theirs == mine { return row == Agreement(theirs) ? .nothing : .agree }
    let base = row?.content
    if !mine.isText {
      if row == Agreement(theirs) { return .removeFile }
      return row == nil && memo == .none ? .makeMemo : .bringBack
    }
    if base == theirs { return .writeFile }
    return base == mine ? .takeIn : .merge
  }
}

/// Keeps a drive that is not mounted, or a folder that was emptied by mistake, from sending all memos to the trash.
package enum MassDeletion {
  /// The most files that may go at once without a question, as long as others stay; more may where as many stay.
  package static let most = 20

  /// Whether people are to be asked before anything is done.
  ///
  /// - Parameters:
  ///   - gone: how many files are gone that were there.
  ///   - all: how many were.
  package static func isToBeConfirmed(gone: Int, of all: Int) -> Bool {
    gone > 0 && (gone >= all || gone > most && gone > all - gone)
  }
}
