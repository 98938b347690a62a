public import MemoModel
import MemoMarkup
import MemoText

extension MemoLinks {
  /// A page of the memos that link to a memo, newest first, including those with an ambiguous link that may mean it;
  /// all of it as it is at one moment.
  ///
  /// - Parameters:
  ///   - after: the end of the previous page; nil for the first.
  ///   - limit: the most memos of the page.
  /// - Throws: `storeUnavailable`.
  public func backlinks(of id: MemoID, after: ListPlace?, limit: Int) async throws(EngineError) -> LinkedMemos {
    try await atOneMoment { present throws(EngineError) in
      try await present.ask { store, unsaved, isIndexing throws(StoreError) in
        let page = try store.backlinks(of: id, after: after, limit: limit + 1, over: unsaved)
        return try present.linked(page, limit: limit, isIndexing: isIndexing) { links throws(StoreError) in
          links.map { LinkInText(range: $0.range, fragment: $0.fragment?.text, problem: nil) }
        }
      }
    }
  }

  /// A page of the memos of one kind, newest first, each with those of its links that make it one.
  ///
  /// - Parameters:
  ///   - after: the end of the previous page; nil for the first.
  ///   - limit: the most memos of the page.
  /// - Throws: `storeUnavailable`.
  public func linked(
    _ kind: LinkedKind, after: ListPlace?, limit: Int
  ) async throws(EngineError) -> LinkedMemos {
    try await ask(isLong: true) { store, unsaved, isIndexing throws(StoreError) in
      let page = try store.linked(kind, after: after, limit: limit + 1, over: unsaved)
      return try linked(page, limit: limit, isIndexing: isIndexing) { links throws(StoreError) in
        let resolution = try ResolvedLinks(of: links.map { ($0.target, $0.fragment) }, in: store, over: unsaved)
        return links.map { link in
          let problem = resolution.resolve(link.target, link.fragment).problem
          return LinkInText(range: link.range, fragment: link.fragment?.text, problem: problem)
        }
      }
    }
  }

  /// The memos of a page with their texts.
  private func linked(
    _ page: LinkedPage, limit: Int, isIndexing: Bool,
    _ links: ([LinkReference]) throws(StoreError) -> [LinkInText]
  ) throws(StoreError) -> LinkedMemos {
    var shown: [LinkingMemo] = []
    let ids = page.memos.prefix(limit).map(\.row.summary.metadata.id)
    let saved = try readable(ids.filter { memos.unsaved[$0]?.contents == nil })
    for entry in page.memos.prefix(limit) {
      let id = entry.row.summary.metadata.id
      let stored = saved[id]
      guard let contents = memos.unsaved[id]?.contents ?? stored else { continue }
      // References stored with a text that is unchanged need not be read from it again.
      var summary =
        stored?.metadata.version == entry.row.summary.metadata.version
        ? entry.row.summary : contents.row.summary
      summary.textTags = entry.row.summary.textTags
      shown.append(
        LinkingMemo(
          listed: ListedMemo(
            summary: stored == nil ? summary : summary.numbered(by: memos.versionAliases), isSaved: stored != nil),
          text: contents.text, links: try links(entry.links(in: contents))))
    }
    let last = page.memos.prefix(limit).last?.row.linkedPlace
    return LinkedMemos(
      memos: shown, total: page.total, next: page.memos.count > limit ? last : nil, isIndexing: isIndexing)
  }

  /// Stored memos, without those that were destroyed meanwhile or are damaged: these must not hide the others.
  private func readable(_ ids: [MemoID]) throws(StoreError) -> [MemoID: MemoContents] {
    do throws(StoreError) {
      let contents = try memos.shared.store.memos(ids).map { stored throws(StoreError) in try MemoContents(stored) }
      return Dictionary(contents.map { ($0.metadata.id, $0) }) { first, _ in first }
    } catch  where error.reason == .corrupt {
      if ids.count < 2 { return [:] }
      // Halves, so that one damaged memo among many costs few reads.
      let middle = ids.count / 2
      return try readable(Array(ids[..<middle])).merging(readable(Array(ids[middle...]))) { first, _ in first }
    }
  }
}

extension LinkedMemo {
  /// The ranges of its links in its text, which another process may have saved anew since the page was read.
  fileprivate func links(in contents: MemoContents) -> [LinkReference] {
    let isSame = contents.metadata.version == row.summary.metadata.version
    if isSame, links.allSatisfy({ contents.text.hasScalarBorders($0.range) }) { return links }
    let targets = Set(links.map(\.target))
    return MemoReferences(Outline(of: contents.text), in: contents.file).links.filter { targets.contains($0.target) }
  }
}
