import MemoMarkup
import MemoModel
import MemoText

/// A memo at one version.
struct MemoContents: Sendable {
  var metadata: MemoMetadata
  var text: Rope
  /// The revision of this state; 0 if it was not stored.
  var revision = 0
  /// The memo's file; nil if it has none.
  var file: MemoFile?

  init(metadata: MemoMetadata, text: Rope, in file: MemoFile? = nil) {
    self.metadata = metadata
    self.text = text
    self.file = file
  }

  /// Takes a stored memo.
  ///
  /// - Throws: ``StoreError`` if its text is not UTF-8.
  init(_ stored: StoredMemo) throws(StoreError) {
    self.init(metadata: stored.metadata, text: try stored.checkedText(), in: stored.file)
    revision = stored.revision
  }

  /// Whether text and properties are byte for byte the same in another state.
  func saysTheSame(as other: MemoContents) -> Bool {
    text.isIdentical(to: other.text) && metadata.properties.json == other.metadata.properties.json
  }

  /// The memo as a list's row. Reads only the beginning of the text, until title and preview are full: that includes
  /// white space and a header.
  var row: ListRow {
    let excerpts = Excerpts(of: text, inFile: file?.title)
    return ListRow(
      summary: MemoSummary(
        metadata: metadata, displayTitle: excerpts.title, preview: excerpts.preview, bytes: text.summary.utf8),
      sortTitle: excerpts.title.caseFolded,
      tags: Set(metadata.properties.tags.map(\.tagForm)),
      file: file
    )
  }
}

extension Rope {
  /// This text for the journal.
  var whole: WholeText { WholeText(count: summary.utf8) { forEachChunk($0) } }

  /// The edits that turn this text into another.
  func edits(to other: Rope) -> [JournalRecord.TextEdit] {
    changes(to: other).map { JournalRecord.TextEdit(range: $0.range, text: $0.text) }
  }

  /// This text as its differences from a stored one.
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
  /// A memo's metadata for the journal.
  init(_ metadata: MemoMetadata) { self.init(metadata, properties: metadata.properties.json) }

  /// The same with the properties given as JSON.
  init(_ metadata: MemoMetadata, properties: [UInt8]) {
    self.init(
      createdAt: metadata.createdAt, modifiedAt: metadata.modifiedAt, trashedAt: metadata.trashedAt,
      properties: properties)
  }
}
