import JSON
package import MemoModel
package import MemoText

/// A change of stored memos that bypasses every engine, as another process would make it: engines that have the memo
/// open take it in, or merge it.
package struct OutsideChange: Sendable {
  /// The change for the store.
  package let change: StoreChange
  /// The memo's new text.
  package let text: Rope
  /// Whether the memo is in the trash afterwards.
  package let isTrashed: Bool

  private init(of stored: MemoContents?, to contents: MemoContents) {
    (text, isTrashed) = (contents.text, contents.metadata.isTrashed)
    let isSame = stored.map { contents.text.isIdentical(to: $0.text) } ?? false
    change = StoreChange(
      contents.metadata.id, base: stored?.revision,
      .put(
        contents.row, text: isSame ? nil : contents.text.update(of: stored?.text ?? Rope()),
        references: isSame ? nil : TextReferences(contents.text, in: contents.file).atSave),
      step: stored == nil ? .first : .edit(of: nil),
      mark: JournalMark(sequence: 0, version: contents.metadata.version, base: stored?.revision ?? 0))
  }

  /// Creates a memo.
  ///
  /// - Parameter file: its file; nil if it has none.
  package init(
    making id: MemoID, of text: Rope, in file: MemoFile? = nil, createdAt: Timestamp, modifiedAt: Timestamp
  ) {
    let metadata = MemoMetadata(
      id: id, version: 1, createdAt: createdAt, modifiedAt: modifiedAt, trashedAt: nil, properties: JSONObject())
    self.init(of: nil, to: MemoContents(metadata: metadata, text: text, in: file))
  }

  /// Makes a memo what another device made of it, or creates it.
  ///
  /// - Parameters:
  ///   - metadata: all but the text; the version is the stored one's next.
  ///   - stored: what is stored; nil if nothing is.
  /// - Throws: ``StoreError`` if what is stored is damaged.
  package init(_ metadata: MemoMetadata, _ text: Rope, over stored: StoredMemo?) throws(StoreError) {
    let old = try stored.map(MemoContents.init)
    var contents = MemoContents(metadata: metadata, text: old?.text.following(text) ?? text, in: old?.file)
    contents.metadata.version = (old?.metadata.version ?? 0) + 1
    self.init(of: old, to: contents)
  }

  /// Moves a memo to the trash.
  ///
  /// - Throws: ``StoreError`` if what is stored is damaged.
  package init(trashing stored: StoredMemo, at now: Timestamp) throws(StoreError) {
    let old = try MemoContents(stored)
    var contents = old
    contents.metadata.version += 1
    contents.metadata.trashedAt = now
    self.init(of: old, to: contents)
  }

  /// Gives a memo a text that was written elsewhere, and takes it out of the trash. If the memo was changed meanwhile,
  /// too, it is merged line by line; if both changed the same line, or the common base is unknown, the memo stays as it
  /// is and the text becomes a memo of its own, the second change.
  ///
  /// - Parameters:
  ///   - base: the common base; nil if unknown.
  ///   - modifiedAt: when the text was written.
  ///   - now: the date of a memo of its own.
  /// - Throws: ``StoreError`` if what is stored is damaged.
  package static func taking(
    _ text: Rope, into stored: StoredMemo, base: StoredMemo?, modifiedAt: Timestamp, now: Timestamp
  ) throws(StoreError) -> [OutsideChange] {
    let ours = try MemoContents(stored)
    let start = try base.map(MemoContents.init)
    var theirs = MemoContents(metadata: (start ?? ours).metadata, text: text)
    theirs.metadata.trashedAt = nil
    theirs.metadata.modifiedAt = modifiedAt
    let merge = MemoMerge(base: start, ours: ours, isDestroyed: false, theirs: theirs, now: now)
    guard case .merged(var contents, let copy) = merge else { return [] }
    // An existing file has a live memo, even without new words.
    contents.metadata.trashedAt = nil
    // A text without changes from here is as old as the file.
    if contents.text.isIdentical(to: text) { contents.metadata.modifiedAt = modifiedAt }
    contents.text = ours.text.following(contents.text)
    contents.file = ours.file
    return [OutsideChange(of: ours, to: contents)] + (copy.map { [OutsideChange(of: nil, to: $0)] } ?? [])
  }
}

extension Rope {
  /// Another text built from this one, so that both share storage.
  fileprivate func following(_ other: Rope) -> Rope {
    var text = self
    for change in changes(to: other) { text.replaceSubrange(change.range, with: change.text) }
    return text
  }
}
