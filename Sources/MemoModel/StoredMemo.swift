import JSON
package import MemoText

/// A memo as it is stored.
public struct StoredMemo: Sendable {
  /// All but the text.
  public let metadata: MemoMetadata
  /// The text in UTF-8; the reader must check it.
  public let text: [UInt8]
  /// A number that no other state of the memo has. A version is not enough: a memo that was destroyed and created again
  /// counts from 1 again.
  public let revision: Int
  /// The memo's present file; nil if it has none. An earlier state has none.
  public var file: MemoFile?

  /// Creates a memo from its parts.
  public init(metadata: MemoMetadata, text: [UInt8], revision: Int, file: MemoFile? = nil) {
    self.metadata = metadata
    self.text = text
    self.revision = revision
    self.file = file
  }

  /// The text as a rope.
  ///
  /// - Throws: ``StoreError`` if it is not UTF-8.
  package func checkedText() throws(StoreError) -> Rope {
    guard let text = Rope(validatingUTF8: text) else {
      throw StoreError(
        .corrupt,
        "the text of memo \(metadata.id) is damaged; copy the store's files, then save what can be read with: "
          + "memo-ls recover"
      )
    }
    return text
  }

  /// Whether text and properties are byte for byte the same in another state.
  package func saysTheSame(as other: StoredMemo) -> Bool {
    text == other.text && metadata.properties.json == other.metadata.properties.json
  }
}

/// A memo that another process has changed since it was read.
public struct StaleMemo: Sendable {
  /// The memo.
  public let id: MemoID
  /// What is stored now; nil if the memo is gone.
  public let stored: StoredMemo?

  /// Creates a stale memo.
  public init(id: MemoID, stored: StoredMemo?) {
    self.id = id
    self.stored = stored
  }
}

/// A page of a list from the store.
public struct StoredPage: Sendable {
  /// The rows in order, at most as many as were asked for.
  public let rows: [ListRow]
  /// The number of memos that the whole list has.
  public let total: Int

  /// Creates a page.
  public init(rows: [ListRow], total: Int) {
    self.rows = rows
    self.total = total
  }
}
