import MemoMarkup
import MemoModel
import MemoText

/// All there is of a memo at one version.
struct MemoContents: Sendable {
  var metadata: MemoMetadata
  var text: Rope
  /// What the store calls this state; 0 if it has not stored it.
  var revision = 0

  init(metadata: MemoMetadata, text: Rope) {
    self.metadata = metadata
    self.text = text
  }

  /// What is stored of a memo.
  ///
  /// - Throws: ``StoreError`` if its text is not UTF-8.
  init(_ stored: StoredMemo) throws(StoreError) {
    guard let text = Rope(validatingUTF8: stored.text) else {
      throw StoreError(
        .corrupt,
        "the text of memo \(stored.metadata.id) is damaged; copy the store's files, then save what can be read with: "
          + "memo-ls recover"
      )
    }
    self.init(metadata: stored.metadata, text: text)
    revision = stored.revision
  }

  /// Whether text and properties are, byte for byte, those of another.
  func saysTheSame(as other: MemoContents) -> Bool {
    text.isIdentical(to: other.text) && metadata.properties.json == other.metadata.properties.json
  }

  /// The memo as a list's row. Reads only the text's beginning, up to where title and preview are full: white space is
  /// read through, and so is a header.
  var row: ListRow {
    let excerpts = Excerpts(of: text)
    return ListRow(
      summary: MemoSummary(
        metadata: metadata, displayTitle: excerpts.title, preview: excerpts.preview, bytes: text.summary.utf8),
      sortTitle: excerpts.title.caseFolded,
      tags: Set(metadata.properties.tags.map(\.tagForm))
    )
  }
}

extension Rope {
  /// This text as it is recorded.
  var whole: WholeText { WholeText(count: summary.utf8) { forEachChunk($0) } }

  /// What makes another text of this one.
  func edits(to other: Rope) -> [JournalRecord.TextEdit] {
    changes(to: other).map { JournalRecord.TextEdit(range: $0.range, text: $0.text) }
  }

  /// This text as what it does not share with one that is stored.
  func update(of stored: Rope) -> TextUpdate {
    let splices = stored.splices(to: self).map { TextUpdate.Splice(old: $0.old, new: $0.new) }
    return TextUpdate(count: summary.utf8, splices: splices) { range in
      var bytes: [UInt8] = []
      bytes.reserveCapacity(range.count)
      self.forEachChunk(in: range) { bytes.append(contentsOf: $0) }
      return bytes
    }
  }
}

extension JournalRecord.State {
  /// A memo's metadata as the journal keeps them.
  init(_ metadata: MemoMetadata) { self.init(metadata, properties: metadata.properties.json) }

  /// The same, the properties being known as JSON.
  init(_ metadata: MemoMetadata, properties: [UInt8]) {
    self.init(
      createdAt: metadata.createdAt, modifiedAt: metadata.modifiedAt, trashedAt: metadata.trashedAt,
      properties: properties)
  }
}
