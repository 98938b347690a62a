import MemoMarkup
package import MemoModel
import MemoText
import Synchronization

extension TestStore {
  /// As the port says.
  package func fileRows() throws(StoreError) -> [FileRow] {
    shelf.state.withLock { $0.files }.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// As the port says.
  package func note(_ rows: [FileRow], forgetting memos: [MemoID]) throws(StoreError) {
    let writer = writer
    shelf.state.withLock { state in
      let before = state
      state.files.removeAll { memos.contains($0.id) }
      for (id, _) in state.wanted {
        let path = before.files.first { $0.id == id }?.path ?? ""
        let isSame = rows.allSatisfy { row in
          row.id == id ? row.path.utf8.elementsEqual(path.utf8) : !row.path.utf8.elementsEqual(path.utf8)
        }
        if !isSame || memos.contains(id) { state.wanted[id] = nil }
      }
      for row in rows {
        state.files.removeAll { $0.id == row.id || $0.path.utf8.elementsEqual(row.path.utf8) }
        state.files.append(row)
      }
      Self.callAsFiles(since: before, by: writer, &state)
    }
  }

  /// As the port says.
  package func fileRow(at path: String) throws(StoreError) -> FileRow? {
    shelf.state.withLock { $0.files.first { $0.path.utf8.elementsEqual(path.utf8) } }
  }

  /// As the port says.
  package func openFiles(of ids: [MemoID]) throws(StoreError) {
    let writer = writer
    shelf.state.withLock { state in
      let before = state
      state.open[writer, default: []].formUnion(ids)
      for index in state.files.indices where ids.contains(state.files[index].id) {
        state.files[index].followsTitle = false
      }
      Self.callAsFiles(since: before, by: writer, &state)
    }
  }

  /// As the port says.
  package func closeFiles(of ids: [MemoID]) throws(StoreError) {
    let writer = writer
    shelf.state.withLock { state in
      state.open[writer]?.subtract(ids)
      for id in ids { Self.noteFiling(of: id, by: writer, &state) }
    }
  }

  /// As the port says.
  package func filesOpen() throws(StoreError) -> FilesOpen {
    let open = shelf.state.withLock { $0.open }
    let others = open.filter { $0.key != writer }.values
    return FilesOpen(here: open[writer] ?? [], elsewhere: others.reduce(into: []) { $0.formUnion($1) })
  }

  private static func noteFiling(of id: MemoID, by writer: Int, _ state: inout Shelf.State) {
    guard let memo = memo(id, state) else { return }
    let place: MemoPresence = memo.metadata.isTrashed ? .trashed : .live
    let change = ExternalChanges.Change(
      id: id, before: place, after: place, baseVersion: memo.metadata.version, version: memo.metadata.version,
      revision: memo.revision, isFiling: true)
    state.changes.append((writer, change))
  }

  private static func callAsFiles(since before: Shelf.State, by writer: Int, _ state: inout Shelf.State) {
    for id in state.memos.keys where file(of: id, before) != file(of: id, state) {
      callAsFile(id, &state)
      noteFiling(of: id, by: writer, &state)
    }
  }

  /// As the port says.
  package func wantedPaths() throws(StoreError) -> [MemoID: String] { shelf.state.withLock(\.wanted) }

  /// As the port says.
  package func write(_ changes: [StoreChange], moving files: [FileMove]) throws(StoreError) -> [StaleMemo] {
    let writer = writer
    let stale =
      stale(changes)
      + shelf.state.withLock { state in
        files.filter { Self.file(of: $0.id, state) != $0.old }.map {
          StaleMemo(id: $0.id, stored: Self.memo($0.id, state))
        }
      }
    guard stale.isEmpty else { return stale }
    shelf.state.withLock { state in
      let before = state
      for move in files {
        for index in state.files.indices where state.files[index].id == move.id {
          let isThere = state.files[index].path.utf8.elementsEqual(move.new.path.utf8)
          state.wanted[move.id] = isThere ? nil : move.new.path
          state.files[index].followsTitle = move.new.followsTitle
        }
      }
      Self.callAsFiles(since: before, by: writer, &state)
    }
    return try write(changes, journal: nil, together: true)
  }

  private func stale(_ changes: [StoreChange]) -> [StaleMemo] {
    shelf.state.withLock { state in
      changes.compactMap { change in
        let old = Self.memo(change.id, state)
        let isRight = old?.revision == change.base || old?.revision == change.mark.revision
        return isRight || old == nil && change.isRemoval ? nil : StaleMemo(id: change.id, stored: old)
      }
    }
  }

  /// As the port says.
  package func files(of ids: [MemoID]) throws(StoreError) -> [MemoID: MemoFile] {
    shelf.state.withLock { state in
      Dictionary(ids.compactMap { id in Self.file(of: id, state).map { (id, $0) } }) { first, _ in first }
    }
  }

  static func file(of id: MemoID, _ state: Shelf.State) -> MemoFile? {
    state.files.first { $0.id == id && !$0.isReleased && !$0.isAside }.map {
      MemoFile(path: state.wanted[id] ?? $0.path, followsTitle: $0.followsTitle)
    }
  }

  /// Gives a memo the title that its text and its file make.
  static func callAsFile(_ id: MemoID, _ state: inout Shelf.State) {
    guard let memo = state.memos[id], let text = Rope(validatingUTF8: memo.text) else { return }
    let file = file(of: id, state)
    let excerpts = Excerpts(of: text, inFile: file?.title)
    let summary = memo.row.summary
    state.memos[id]?.row = ListRow(
      summary: MemoSummary(
        metadata: summary.metadata, displayTitle: excerpts.title, preview: excerpts.preview, bytes: summary.bytes,
        textTags: summary.textTags),
      sortTitle: excerpts.title.caseFolded, tags: memo.row.tags, file: file)
    state.references[id]?.title = excerpts.title
    state.references[id]?.slug = Slug.ofMemo(titled: excerpts.title)
    state.references[id]?.path = file?.path
    let folder = (file?.path.split(separator: "/").dropLast().map(\.nameForm).joined(separator: "/"))
    for index in (state.references[id]?.links ?? []).indices {
      let target = state.references[id]?.links[index].target
      if let target { state.references[id]?.links[index].target = target.from(folder) }
    }
  }

  /// As the port says.
  package func memosUnlikeFiles() throws(StoreError) -> [MemoID] {
    shelf.state.withLock { state in
      let rows = Dictionary(uniqueKeysWithValues: state.files.map { ($0.id, $0.revision) })
      let unlike = state.memos.filter { id, memo in
        rows[id].map { $0 != memo.revision } ?? !memo.row.summary.metadata.isTrashed
      }
      return Array(unlike.keys) + rows.keys.filter { state.memos[$0] == nil }
    }
  }

  /// As the port says.
  package func write(
    _ changes: [StoreChange], noting rows: [FileRow], forgetting memos: [MemoID]
  ) throws(StoreError) -> [StaleMemo] {
    let stale = stale(changes)
    guard stale.isEmpty else { return stale }
    let before = shelf.state.withLock { $0 }
    try note(rows, forgetting: memos)
    do throws(StoreError) {
      return try write(changes, journal: nil, together: true)
    } catch {
      // Either neither was done, or both were and the error is a lie.
      shelf.state.withLock { state in
        if changes.contains(where: { Self.memo($0.id, state)?.revision != $0.mark.revision }) { state = before }
      }
      throw error
    }
  }
}
