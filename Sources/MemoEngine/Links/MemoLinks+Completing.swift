public import MemoModel
import MemoText

extension MemoLinks {
  /// What may be typed next, best first: what is the query, begins with it, has a word that does, has it anywhere.
  ///
  /// - Parameters:
  ///   - query: what stands there already, without `[[` or `#`; empty for everything. Where a heading or block is
  ///     wanted it may begin with a memo's name and `#`, as in `Plan#st`.
  ///   - id: the memo whose headings or blocks are wanted where the query names none.
  ///   - limit: the most items.
  /// - Throws: `storeUnavailable`.
  public func complete(
    _ kind: CompletionKind, query: String, in id: MemoID?, limit: Int
  ) async throws(EngineError) -> Completions {
    try await ask { store, unsaved, isIndexing throws(StoreError) in
      // One more tells whether that is all.
      let items =
        switch kind {
        case .link:
          try store.names(matching: query, limit: limit + 1, over: unsaved).map(Completion.init)
        case .tag:
          try store.tags(beginningWith: query, after: nil, limit: limit + 1, over: unsaved).tags.map(Completion.init)
        case .heading, .block:
          try FragmentCompletion(query, in: id, store, over: unsaved).items(kind)
        }
      return Completions(
        items: Array(items.prefix(limit)), isIncomplete: items.count > limit, isIndexing: isIndexing)
    }
  }
}

extension Completion {
  fileprivate init(_ match: NameMatch) {
    // What can't stand in a link, and what leads to others, is named by the identifier.
    let marks = match.name.unicodeScalars.filter(LinkMark.isMark)
    let isPlain = match.leadsHere && marks.isEmpty
    let shown = String(String.UnicodeScalarView(match.name.unicodeScalars.filter { !LinkMark.isMark($0) }))
    self.init(
      label: match.name, insert: isPlain ? match.name : "\(match.id)|\(shown)", id: match.id,
      detail: match.name == match.title ? nil : match.title)
  }

  fileprivate init(_ tag: TagUse) {
    self.init(label: tag.name, insert: tag.name, id: nil, detail: tag.memos.counted("memo"))
  }
}
