/// Queries about references in memos' texts. Each answer is of one moment, with unsaved memos in place of their stored
/// states. A memo whose text was not read yet has no references: it is found only by its exact identifier.
public protocol ReferenceReading {
  /// The destinations of links, in the order of their targets.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func destinations(
    of targets: [LinkTarget], over unsaved: UnsavedReferences
  ) throws(StoreError) -> [LinkDestination]

  /// The references of memos, including trashed ones; memos that do not exist, or were not read yet, are left out.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func references(
    of ids: [MemoID], over unsaved: UnsavedReferences
  ) throws(StoreError) -> [MemoID: MemoReferences]

  /// A page of the memos that link to a memo, without those in the trash, with the links that lead there. An ambiguous
  /// link leads to each of its candidates.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func backlinks(
    of id: MemoID, after place: ListPlace?, limit: Int, over unsaved: UnsavedReferences
  ) throws(StoreError) -> LinkedPage

  /// A page of the memos of a kind, without those in the trash.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func linked(
    _ kind: LinkedKind, after place: ListPlace?, limit: Int, over unsaved: UnsavedReferences
  ) throws(StoreError) -> LinkedPage

  /// The memos, without those in the trash, whose title or alias contains a text, best match first: those equal to it,
  /// those that begin with it, those with a word that does, then all others; ties in the order of the compared names, a
  /// title before an alias, then of the identifiers. Each memo appears once, by its best name. A text of white space
  /// alone finds all memos with a title, those changed last first.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func names(
    matching text: String, limit: Int, over unsaved: UnsavedReferences
  ) throws(StoreError) -> [NameMatch]

  /// The memos, without those in the trash, with a title or alias that fits, in the order of the compared names, a
  /// title before an alias, then of the identifiers. Each memo appears once, by the first of its names that fits.
  ///
  /// - Parameter fits: is asked for names in their compared form, in any order.
  /// - Throws: ``StoreError`` if the store can't be read.
  func names(
    limit: Int, over unsaved: UnsavedReferences, where fits: @escaping @Sendable (_ form: String) -> Bool
  ) throws(StoreError) -> [NameMatch]

  /// Reads ahead part of the data for finding memos by name, so that the first query need not wait for it. Call it
  /// until it returns true.
  ///
  /// - Returns: whether everything worth the memory has been read.
  /// - Throws: ``StoreError`` if the store can't be read.
  func readNamesAhead() throws(StoreError) -> Bool

  /// A page of the tags of memos, without those in the trash: the most used first, ties in the order of their forms.
  ///
  /// - Parameter prefix: what they begin with, compared as tags are; nil for all.
  /// - Throws: ``StoreError`` if the store can't be read.
  func tags(
    beginningWith prefix: String?, after place: TagPlace?, limit: Int, over unsaved: UnsavedReferences
  ) throws(StoreError) -> TagPage

  /// All memos that pass a filter, in the trash or not.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func ids(_ filter: ReferenceFilter, over unsaved: UnsavedReferences) throws(StoreError) -> Set<MemoID>

  /// Memos whose texts were not read yet, the newest first, including trashed ones.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func memosWithoutReferences(limit: Int) throws(StoreError) -> [MemoID]

  /// The number of those memos.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func countOfMemosWithoutReferences() throws(StoreError) -> Int
}

/// A store that keeps references.
public protocol ReferenceStore: ReferenceReading, Sendable {
  /// Stores the references of texts that were not read before, in one transaction. Memos that were changed or read
  /// since are left as they are. No memo gets a new revision, and nobody is told of a change. If nothing was found,
  /// references of memos that no longer exist are deleted: they would be counted for ever.
  ///
  /// - Throws: ``StoreError`` if the store can't be written; then nothing was changed.
  func fill(_ found: [FoundReferences]) throws(StoreError)
}

/// The references found in a stored memo's text.
public struct FoundReferences: Sendable {
  /// The memo as lists are to show it; its titles and preview are stored, too.
  public let row: ListRow
  /// The revision that has this text.
  public let revision: Int
  /// The references.
  public let references: MemoReferences

  /// Creates found references.
  public init(row: ListRow, revision: Int, references: MemoReferences) {
    self.row = row
    self.revision = revision
    self.references = references
  }
}
