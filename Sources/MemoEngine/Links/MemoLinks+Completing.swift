public import MemoModel
import MemoText

extension MemoLinks {
  /// Completions, best first: names equal to the query, that begin with it, with a word that does, that contain it.
  ///
  /// - Parameters:
  ///   - query: what was typed, without `[[` or `#`; empty for everything. For a heading or block it may begin with a
  ///     memo's name and `#`, as in `Plan#st`.
  ///   - id: the memo of the headings or blocks if the query names none.
  ///   - limit: the most items.
  /// - Throws: `storeUnavailable`.
  public func complete(
    _ kind: CompletionKind, query: String, in id: MemoID?, limit: Int
  ) async throws(EngineError) -> Completions {
    try await ask(kind == .link ? .names : .everything) { store, unsaved, isIndexing throws(StoreError) in
      // One more tells whether there are more.
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

  /// Completions of links to the memos with a name that fits, in the order of these names.
  ///
  /// - Parameters:
  ///   - limit: the most items.
  ///   - fits: is asked for titles and aliases in the form in which names are compared, on another thread.
  /// - Throws: `storeUnavailable`.
  public func complete(
    limit: Int, where fits: @escaping @Sendable (_ form: String) -> Bool
  ) async throws(EngineError) -> Completions {
    try await ask(.names) { store, unsaved, isIndexing throws(StoreError) in
      let names = try store.names(limit: limit + 1, over: unsaved, where: fits)
      return Completions(
        items: names.prefix(limit).map(Completion.init), isIncomplete: names.count > limit, isIndexing: isIndexing)
    }
  }
}

extension Completion {
  fileprivate init(_ match: NameMatch) {
    // A memo whose name can't be in a link, or leads elsewhere, is named by its identifier.
    let marks = match.name.unicodeScalars.filter(LinkMark.isMark)
    let isPlain = match.leadsHere && marks.isEmpty && !LinkTarget(naming: match.name).isIdentifier
    // Where there are files, people name a memo by the path of its own.
    let path = match.path.flatMap {
      $0.unicodeScalars.contains(where: LinkMark.isMark) ? nil : $0.withoutMarkdownSuffix
    }
    let shown = String(String.UnicodeScalarView(match.name.unicodeScalars.filter { !LinkMark.isMark($0) }))
    self.init(
      label: match.name, insert: isPlain ? match.name : "\(path ?? match.id.description)|\(shown)", id: match.id,
      detail: match.name == match.title ? nil : match.title)
  }

  fileprivate init(_ tag: TagUse) {
    self.init(label: tag.name, insert: tag.name, id: nil, detail: tag.memos.counted("memo"))
  }
}

extension String {
  /// A path as links have it: without the extension of most notes.
  fileprivate var withoutMarkdownSuffix: String { hasSuffix(".md") ? String(dropLast(3)) : self }
}
