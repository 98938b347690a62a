package import MemoModel
import MemoText
import Synchronization

/// References that are worked out anew for each question.
extension TestStore {
  /// Sets the observer that is told before backlinks are looked for.
  package func observeBacklinks(_ observer: @escaping @Sendable () -> Void) {
    backlinkObserver.withLock { $0 = observer }
  }

  /// Sets the observer that is told the names that are looked up, before they are.
  package func observeDestinations(_ observer: @escaping @Sendable (_ names: [String]) -> Void) {
    destinationObserver.withLock { $0 = observer }
  }

  /// As the port says.
  package func destinations(
    of targets: [LinkTarget], over unsaved: UnsavedReferences
  ) throws(StoreError) -> [LinkDestination] {
    destinationObserver.withLock(\.self)(targets.map(\.name))
    let memos = memos(over: unsaved)
    return targets.map { memos.destination(of: $0) }
  }

  /// As the port says.
  package func references(
    of ids: [MemoID], over unsaved: UnsavedReferences
  ) throws(StoreError) -> [MemoID: MemoReferences] {
    let found = memos(over: unsaved).memos.filter { ids.contains($0.id) }
    return Dictionary(found.compactMap { memo in memo.references.map { (memo.id, $0) } }) { first, _ in first }
  }

  /// As the port says.
  package func backlinks(
    of id: MemoID, after place: ListPlace?, limit: Int, over unsaved: UnsavedReferences
  ) throws(StoreError) -> LinkedPage {
    backlinkObserver.withLock(\.self)()
    let memos = memos(over: unsaved)
    return memos.page(place, limit) { memo in
      let links = memos.links(from: memo, to: id)
      return links.isEmpty ? nil : links
    }
  }

  /// As the port says.
  package func linked(
    _ kind: LinkedKind, after place: ListPlace?, limit: Int, over unsaved: UnsavedReferences
  ) throws(StoreError) -> LinkedPage {
    let memos = memos(over: unsaved)
    return memos.page(place, limit) { memos.links(of: $0, kind) }
  }

  /// As the port says.
  package func names(
    matching text: String, limit: Int, over unsaved: UnsavedReferences
  ) throws(StoreError) -> [NameMatch] {
    memos(over: unsaved).names(matching: text, limit: limit)
  }

  /// As the port says.
  package func names(
    limit: Int, over unsaved: UnsavedReferences, where fits: @escaping @Sendable (_ form: String) -> Bool
  ) throws(StoreError) -> [NameMatch] {
    memos(over: unsaved).names(limit: limit, where: fits)
  }

  /// As the port says.
  package func tags(
    beginningWith prefix: String?, after place: TagPlace?, limit: Int, over unsaved: UnsavedReferences
  ) throws(StoreError) -> TagPage {
    memos(over: unsaved).tags(beginningWith: prefix, after: place, limit: limit)
  }

  /// As the port says.
  package func ids(_ filter: ReferenceFilter, over unsaved: UnsavedReferences) throws(StoreError) -> Set<MemoID> {
    memos(over: unsaved).ids(filter)
  }

  /// As the port says.
  package func memosWithoutReferences(limit: Int) throws(StoreError) -> [MemoID] {
    shelf.state.withLock { state in
      Array(state.order.reversed().filter { state.references[$0] == nil }.prefix(limit))
    }
  }

  /// As the port says.
  package func countOfMemosWithoutReferences() throws(StoreError) -> Int {
    shelf.state.withLock { $0.memos.count - $0.references.count }
  }

  /// As the port says.
  package func fill(_ found: [FoundReferences]) throws(StoreError) {
    shelf.state.withLock { state in
      for found in found {
        let id = found.row.summary.metadata.id
        guard let old = state.memos[id], old.revision == found.revision, state.references[id] == nil else { continue }
        state.references[id] = found.references
        let (shown, summary) = (found.row.summary, old.row.summary)
        state.memos[id]?.row = ListRow(
          summary: MemoSummary(
            metadata: summary.metadata, displayTitle: shown.displayTitle, preview: shown.preview, bytes: summary.bytes),
          sortTitle: found.row.sortTitle)
        Self.completeTags(of: id, &state)
        if Self.file(of: id, state) != found.row.file { Self.callAsFile(id, &state) }
        guard let (entry, links) = state.histories[id]?.popLast() else { continue }
        let renamed = HistoryEntry(
          revision: entry.revision, version: entry.version, modifiedAt: entry.modifiedAt, bytes: entry.bytes,
          displayTitle: shown.displayTitle)
        state.histories[id]?.append((renamed, links))
      }
    }
  }

  /// Makes lists find a memo by all the tags that it has.
  static func completeTags(of id: MemoID, _ state: inout Shelf.State) {
    guard let row = state.memos[id]?.row else { return }
    let tags = ReferencingMemos.tags(of: row.summary.metadata, state.references[id])
    var summary = row.summary
    summary.textTags = state.references[id]?.tags.tags(beside: summary.metadata.properties.tags) ?? []
    state.memos[id]?.row = ListRow(
      summary: summary, sortTitle: row.sortTitle, tags: Set(tags.keys), file: row.file)
  }

  private func memos(over unsaved: UnsavedReferences) -> ReferencingMemos {
    ReferencingMemos(shelf.state.withLock(\.self), over: unsaved)
  }
}

extension ReferencingMemos {
  /// All memos that are stored, with what unsaved ones say laid over them.
  init(_ state: TestStore.Shelf.State, over unsaved: UnsavedReferences) {
    let stored = state.memos.filter { !unsaved.hidden.contains($0.key) }.map {
      Memo(row: $0.value.row, references: state.references[$0.key])
    }
    let all = stored + unsaved.memos.map { Memo(row: $0.row, references: $0.references) }
    memos = unsaved.tag.map { tag in all.filter { $0.row.tags.contains(tag) } } ?? all
    titles =
      unsaved.tag != nil
      ? []
      : state.histories.flatMap { id, history in
        history.map { (form: $0.entry.displayTitle.nameForm, id: id, time: $0.entry.modifiedAt) }
      }
  }
}
