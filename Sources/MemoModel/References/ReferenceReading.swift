/// What is asked of the references that memos' texts make. Each answer is of one moment, with what unsaved memos say in
/// place of what is stored of them. A memo whose text was not looked at yet has no references: it is found by its
/// identifier alone, written exactly so.
public protocol ReferenceReading {
  /// What links lead to, in the order of their targets.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func destinations(
    of targets: [LinkTarget], over unsaved: UnsavedReferences
  ) throws(StoreError) -> [LinkDestination]

  /// What memos' texts say, trashed ones' too; memos that are not there, or were not looked at, are left out.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func references(
    of ids: [MemoID], over unsaved: UnsavedReferences
  ) throws(StoreError) -> [MemoID: MemoReferences]

  /// A page of the memos that link to a memo, those in the trash left out, with the links that lead there. An ambiguous
  /// link leads to each of its candidates.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func backlinks(
    of id: MemoID, after place: ListPlace?, limit: Int, over unsaved: UnsavedReferences
  ) throws(StoreError) -> LinkedPage

  /// A page of the memos with links of a kind, those in the trash left out.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func linked(
    _ kind: LinkedKind, after place: ListPlace?, limit: Int, over unsaved: UnsavedReferences
  ) throws(StoreError) -> LinkedPage

  /// The memos, those in the trash left out, that have a title or alias in which a text stands, best match first: those
  /// that are the text, that begin with it, that have a word which does, and all others; equal ones in the order of
  /// their names as they are compared, a title before an alias, then in the order of their identifiers. Each memo is
  /// told once, by the name that comes first. A text of white space alone finds all memos that have a title, those
  /// changed last first.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func names(
    matching text: String, limit: Int, over unsaved: UnsavedReferences
  ) throws(StoreError) -> [NameMatch]

  /// Reads ahead a part of what finding memos by their names needs, so that who asks first need not wait for it. To be
  /// called again until all is read that is worth the memory.
  ///
  /// - Returns: whether that is so.
  /// - Throws: ``StoreError`` if the store can't be read.
  func readNamesAhead() throws(StoreError) -> Bool

  /// A page of the tags that memos have, those in the trash left out: the most used first, equal ones in the order of
  /// their forms.
  ///
  /// - Parameter prefix: what they begin with, compared as tags are; nil for all.
  /// - Throws: ``StoreError`` if the store can't be read.
  func tags(
    beginningWith prefix: String?, after place: TagPlace?, limit: Int, over unsaved: UnsavedReferences
  ) throws(StoreError) -> TagPage

  /// All memos that a filter lets through, in the trash or not.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func ids(_ filter: ReferenceFilter, over unsaved: UnsavedReferences) throws(StoreError) -> Set<MemoID>

  /// Memos whose texts were not looked at yet, those made last first, the trash too.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func memosWithoutReferences(limit: Int) throws(StoreError) -> [MemoID]

  /// How many there are.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func countOfMemosWithoutReferences() throws(StoreError) -> Int
}

/// A store that keeps references.
public protocol ReferenceStore: ReferenceReading, Sendable {
  /// Keeps what texts say that were not looked at before, in one transaction. Memos that were changed since, or looked
  /// at, are left as they are. No memo gets another revision by it, and nobody is told of a change. Where nothing was
  /// found any more, what is kept of memos that are not there goes: it would be counted for ever.
  ///
  /// - Throws: ``StoreError`` if the store can't be written; then nothing was changed.
  func fill(_ found: [FoundReferences]) throws(StoreError)
}

/// What the text of a stored memo says.
public struct FoundReferences: Sendable {
  /// What lists are to show of the memo; its titles and preview are stored, too.
  public let row: ListRow
  /// The revision whose text it is.
  public let revision: Int
  /// What the text says.
  public let references: MemoReferences

  /// Creates it.
  public init(row: ListRow, revision: Int, references: MemoReferences) {
    self.row = row
    self.revision = revision
    self.references = references
  }
}
