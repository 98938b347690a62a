import JSONRPC
package import MemoEngine

extension MemoSnapshot {
  /// The memo on the wire, without its text: an answer to an edit, which is no longer for a longer first line.
  package func state(_ encoding: PositionEncoding) -> MemoState { state(encoding, title: text.titleStart) }

  private func state(_ encoding: PositionEncoding, title: String) -> MemoState {
    MemoState(
      id: metadata.id.description, version: metadata.version, title: title, length: text.length(in: encoding),
      createdAt: metadata.createdAt.description, modifiedAt: metadata.modifiedAt.description,
      properties: metadata.properties, saved: isSaved, trashedAt: metadata.trashedAt?.description)
  }

  /// How the memo stands after an update, on the wire.
  package func update(_ encoding: PositionEncoding) -> UpdateMemo.Result {
    UpdateMemo.Result(
      id: metadata.id.description, version: metadata.version, title: text.titleStart, length: text.length(in: encoding),
      modifiedAt: metadata.modifiedAt.description)
  }

  /// The memo on the wire.
  package func memo(_ encoding: PositionEncoding) -> Memo {
    Memo(state: state(encoding, title: text.title), text: RopeString(rope: text))
  }
}

/// A text that writes itself leaf by leaf, without being put together first.
private struct RopeString: JSONWritable, Sendable {
  let rope: Rope

  func write(to writer: inout JSONWriter) {
    writer.beginString()
    rope.forEachChunk { writer.appendToString($0) }
    writer.endString()
  }
}

extension Rope {
  /// The text of a string that was read, and so is valid UTF-8.
  package init(_ string: JSONString) { self = string.withUTF8 { Rope(validUTF8: $0) } }

  /// The text's parts on the wire.
  package var split: TitleBodySplitRequest.Result {
    let parts = titleBodySplit
    return TitleBodySplitRequest.Result(
      title: parts.title, separator: parts.separator, body: parts.body, displayTitle: displayTitle)
  }
}

extension ListPage {
  /// The page on the wire.
  package func result(of query: ListQuery) -> ListMemos.Result {
    ListMemos.Result(
      memos: memos.map(Summary.init), total: total, nextCursor: next.map { ListCursor.text(of: $0, in: query) },
      isRecovering: isRecovering)
  }
}

extension Summary {
  /// What a list shows of a memo.
  package init(_ memo: ListedMemo) {
    let summary = memo.summary
    let metadata = summary.metadata
    self.init(
      id: metadata.id.description, version: metadata.version, displayTitle: summary.displayTitle,
      preview: summary.preview, createdAt: metadata.createdAt.description,
      modifiedAt: metadata.modifiedAt.description, bytes: summary.bytes, properties: metadata.properties,
      saved: memo.isSaved, trashedAt: metadata.trashedAt?.description)
  }
}

extension EngineStatistics {
  /// The counters on the wire.
  ///
  /// - Parameter path: where the store was opened.
  package func result(path: String, slowTurns: Int = 0) -> Stats.Result {
    Stats.Result(
      editsReceived: counters.editsReceived,
      savesWritten: counters.savesWritten,
      memosWritten: counters.memosWritten,
      memosDirty: memosUnsaved,
      journalBytes: journalBytes,
      uptimeMs: uptime.milliseconds,
      slowTurns: slowTurns,
      store: Stats.Store(
        path: path, schemaVersion: store.schemaVersion, memos: store.memos, bytes: store.bytes)
    )
  }
}

extension History.Result {
  /// A page on the wire, made of one with a state more, if there is one.
  package init(_ page: HistoryPage, limit: Int, of id: String) {
    let shown = page.entries.prefix(limit)
    let hasNext = page.entries.count > shown.count
    self.init(
      revisions: shown.map(History.Revision.init), total: page.total,
      nextCursor: hasNext ? shown.last.map { HistoryCursor.text(of: $0, in: id) } : nil)
  }
}

extension History.Revision {
  fileprivate init(_ entry: HistoryEntry) {
    self.init(
      revision: String(entry.revision), version: entry.version, modifiedAt: entry.modifiedAt.description,
      bytes: entry.bytes, displayTitle: entry.displayTitle)
  }
}

extension FoundSummary {
  /// A memo that was found, on the wire.
  package init(_ memo: FoundMemo, _ encoding: PositionEncoding) {
    let matches = memo.matches.map { range in
      Match(
        range: ContentChange.Range(
          start: Position(memo.text.position(at: range.lowerBound, in: encoding)),
          end: Position(memo.text.position(at: range.upperBound, in: encoding))),
        line: memo.text.excerpt(around: range))
    }
    self.init(summary: Summary(memo.listed), matches: matches)
  }
}

extension Position {
  /// A place in a text, on the wire.
  package init(_ position: TextPosition) { self.init(line: position.line, character: position.character) }
}
