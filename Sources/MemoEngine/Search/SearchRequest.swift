import MemoModel
import MemoText

/// One search: its memos, its query, and the page.
struct SearchRequest: Sendable {
  let memos: MemoOverlay
  let query: SearchQuery
  let place: SearchPlace
  let trashed: Bool
  let after: ListPlace?
  let limit: Int

  /// The page, of the snapshot overlaid with what is unsaved; nil if the search was stopped.
  func page(
    _ snapshot: any StoreSnapshot, _ index: inout SearchIndex, isCancelled: () -> Bool
  ) throws(StoreError) -> SearchPage? {
    guard try index.update(from: snapshot, isCancelled: isCancelled),
      index.update(unsaved: self.memos.unsaved, isCancelled: isCancelled)
    else { return nil }
    if place == .headings { index.readHeadings() }
    let hidden = self.memos.hidden
    index.setHidden(true, hidden)
    defer { index.setHidden(false, hidden) }
    // The rarest term is looked for first.
    let terms = query.terms.map { SearchTerm($0, histogram: index.histogram) }.sorted { $0.frequency < $1.frequency }
    var damaged = index.damaged.subtracting(hidden)
    guard let chosen = try chosen(snapshot, isCancelled: isCancelled),
      let (memos, total) = try find(terms, chosen, snapshot, index, &damaged, isCancelled: isCancelled)
    else { return nil }
    var shown: [FoundMemo] = []
    for memo in memos.prefix(limit) {
      if isCancelled() { return nil }
      if let memo = try read(memo.source, terms, snapshot, index, &damaged) { shown.append(memo) }
    }
    let next = memos.count > limit ? memos[limit - 1] : nil
    return SearchPage(
      memos: shown, total: total, damaged: damaged,
      next: next.map { ListPlace(value: .time($0.modifiedAt), id: id(of: $0.source, index)) })
  }

  /// The memos that pass the filters on references; nil inside if all do, and outside if the search was stopped.
  private func chosen(_ snapshot: any StoreSnapshot, isCancelled: () -> Bool) throws(StoreError) -> Set<MemoID>?? {
    let filters = query.references + (memos.tag.map { [.tagged($0)] } ?? [])
    if filters.isEmpty { return .some(nil) }
    let unsaved = memos.references()
    var chosen: Set<MemoID>?
    for filter in filters {
      if isCancelled() { return nil }
      let memos = try snapshot.ids(filter, over: unsaved)
      chosen = chosen?.intersection(memos) ?? memos
    }
    return .some(chosen)
  }

  /// The page's memos and one more, which tells whether there is a next page; and the number of all found.
  private func find(
    _ terms: [SearchTerm], _ chosen: Set<MemoID>?, _ snapshot: any StoreSnapshot, _ index: SearchIndex,
    _ damaged: inout Set<MemoID>, isCancelled: () -> Bool
  ) throws(StoreError) -> ([FirstFound.Memo], total: Int)? {
    var found = FirstFound(after: after, limit: limit + 1) { id(of: $0, index) }
    // The last chunks likely have the newest memos: then most of those before are only counted.
    for number in index.chunks.indices.reversed() {
      if isCancelled() { return nil }
      let chunk = index.chunks[number]
      for memo in (place == .headings ? chunk.headingMatches(terms) : chunk.matches(terms)).reversed() {
        let modifiedAt = chunk.modifiedAt[memo]
        if admits(modifiedAt, chunk.createdAt[memo], chunk.traits[memo]), chosen?.contains(chunk.ids[memo]) ?? true {
          found.take(modifiedAt, .index(SearchIndex.Place(chunk: number, number: memo)))
        }
      }
    }
    for (id, memo) in index.others where admits(memo, chosen) && self.memos.unsaved[id] == nil {
      if isCancelled() { return nil }
      guard let stored = try stored(id, snapshot, &damaged), terms.occur(in: place, of: stored.searchText.searchForm)
      else {
        continue
      }
      found.take(memo.modifiedAt, .store(id))
    }
    for (id, row) in self.memos.unsaved {
      guard let memo = row.contents?.metadata, admits(memo, chosen), let form = index.unsaved[id]?.form,
        terms.occur(in: place, of: form)
      else { continue }
      found.take(memo.modifiedAt, .unsaved(row))
    }
    return (found.sorted(), found.total)
  }

  private func admits(_ memo: MemoMetadata, _ chosen: Set<MemoID>?) -> Bool {
    admits(memo.modifiedAt, memo.createdAt, SearchTraits(memo)) && chosen?.contains(memo.id) ?? true
  }

  @inline(__always)
  private func admits(_ modifiedAt: Timestamp, _ createdAt: Timestamp, _ traits: SearchTraits) -> Bool {
    traits.intersection(.standing) == (trashed ? .trashed : []) && query.admits(modifiedAt, createdAt, traits)
  }

  private func id(of source: FirstFound.Source, _ index: SearchIndex) -> MemoID {
    switch source {
    case .index(let place): index.chunks[place.chunk].ids[place.number]
    case .store(let id): id
    case .unsaved(let row): row.id
    }
  }

  /// A memo of the page, with the matches of the terms in it.
  private func read(
    _ source: FirstFound.Source, _ terms: [SearchTerm], _ snapshot: any StoreSnapshot, _ index: SearchIndex,
    _ damaged: inout Set<MemoID>
  ) throws(StoreError) -> FoundMemo? {
    if case .unsaved(let row) = source {
      let places = terms.places(in: index.unsaved[row.id]?.form ?? [])
      return row.contents.map {
        FoundMemo($0, tags: row.text.names(beside: []), isSaved: false, places: places, numberedBy: SortedMap())
      }
    }
    guard let stored = try stored(id(of: source, index), snapshot, &damaged) else { return nil }
    let contents = MemoContents(metadata: stored.metadata, text: stored.searchText, in: stored.file)
    let places =
      if case .index(let place) = source {
        terms.places(in: index.chunks[place.chunk].form(place.number))
      } else {
        terms.places(in: contents.text.searchForm)
      }
    let id = contents.metadata.id
    let tags = try snapshot.references(of: [id], over: UnsavedReferences())[id]?.tags ?? []
    return FoundMemo(contents, tags: tags, isSaved: true, places: places, numberedBy: self.memos.versionAliases)
  }

  /// A stored memo; nil if it is gone or can't be read: this must not hide others.
  private func stored(
    _ id: MemoID, _ snapshot: any StoreSnapshot, _ damaged: inout Set<MemoID>
  ) throws(StoreError) -> StoredMemo? {
    do throws(StoreError) {
      return try snapshot.memo(id)
    } catch  where error.reason == .corrupt {
      damaged.insert(id)
      return nil
    }
  }
}

extension [SearchTerm] {
  fileprivate func occur(in place: SearchPlace, of form: [UInt8]) -> Bool {
    form.withUnsafeBufferPointer { form in
      switch place {
      case .text: allSatisfy { $0.occurs(in: form) }
      case .headings:
        HeadingLines(form).ranges.contains { line in
          allSatisfy { $0.occurs(in: UnsafeBufferPointer(rebasing: form[line])) }
        }
      }
    }
  }

  fileprivate func places(in form: some Collection<UInt8>) -> [Range<Int>] {
    form.withContiguousStorageIfAvailable { places(in: $0, limit: FoundMemo.matchLimit) } ?? []
  }
}
