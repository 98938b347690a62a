import MemoMarkup
public import MemoModel
import MemoText

extension MemoLinks {
  /// Completions, best first: names equal to the query, that begin with it, with a word that does, that contain it.
  ///
  /// - Parameters:
  ///   - query: what was typed, without `[[` or `#`; empty for everything. For a heading or block it may begin with a
  ///     memo's name and `#`, as in `Plan#st`.
  ///   - id: the memo with the link, whose headings or blocks are meant if the query names none; nil if there is none.
  ///   - limit: the most items.
  ///   - inText: whether only tags are meant that `#` makes of their names in a text: those of front matter and
  ///     properties may have any.
  /// - Throws: `storeUnavailable`.
  public func complete(
    _ kind: CompletionKind, query: String, in id: MemoID?, limit: Int, inText: Bool = false
  ) async throws(EngineError) -> Completions {
    try await ask(kind == .link ? .names : .everything) { store, unsaved, isIndexing throws(StoreError) in
      // One more tells whether there are more.
      var hidesNames = false
      let items: [Completion]
      switch kind {
      case .link:
        let names = try store.names(matching: query, limit: limit + 1, over: unsaved)
        hidesNames = names.contains(where: \.isOneOfSeveral)
        items = try Completion.all(of: names, in: id, store)
      case .tag:
        var (tags, place) = ([TagUse](), TagPlace?.none)
        repeat {
          let page = try store.tags(beginningWith: query, after: place, limit: limit + 1, over: unsaved).tags
          tags += inText ? page.filter(\.name.isTagInText) : page
          place = page.count > limit ? page.last?.place : nil
        } while place != nil && tags.count <= limit
        items = tags.map(Completion.init)
      case .heading, .block:
        items = try FragmentCompletion(query, in: id, store, over: unsaved).items(kind)
      }
      return Completions(
        items: Array(items.prefix(limit)), isIncomplete: items.count > limit, hidesNames: hidesNames,
        isIndexing: isIndexing)
    }
  }

  /// Completions of links to the memos with a name that fits, in the order of these names.
  ///
  /// - Parameters:
  ///   - id: the memo with the link; nil if there is none.
  ///   - limit: the most items.
  ///   - fits: is asked for titles and aliases in the form in which names are compared, on another thread.
  /// - Throws: `storeUnavailable`.
  public func complete(
    in id: MemoID?, limit: Int, where fits: @escaping @Sendable (_ form: String) -> Bool
  ) async throws(EngineError) -> Completions {
    try await ask(.names) { store, unsaved, isIndexing throws(StoreError) in
      let names = try store.names(limit: limit + 1, over: unsaved, where: fits)
      return Completions(
        items: try Completion.all(of: Array(names.prefix(limit)), in: id, store),
        isIncomplete: names.count > limit,
        hidesNames: names.contains(where: \.isOneOfSeveral),
        isIndexing: isIndexing)
    }
  }
}

extension Completion {
  /// Links to memos by their names.
  ///
  /// - Parameter id: the memo with the link; nil if there is none.
  fileprivate static func all(
    of matches: [NameMatch], in id: MemoID?, _ store: any MemoStore
  ) throws(StoreError) -> [Completion] {
    let others = matches.filter { !$0.isPlain }.map(\.id)
    let files = others.isEmpty ? [:] : try store.files(of: others + [id].compactMap(\.self))
    let place = id.flatMap { files[$0] }
    return matches.map { Completion($0, files[$0.id], in: place) }
  }

  /// Where there are files, a memo whose name can't be in a link, or leads elsewhere, is named by the path of its own,
  /// which leads there from any copy of them; else by its identifier.
  private init(_ match: NameMatch, _ file: MemoFile?, in place: MemoFile?) {
    var insert = match.name
    if !match.isPlain {
      let path = file.map { LinkPath.name(of: $0.path, in: place?.path) }
      insert = "\(path ?? match.id.description)|\(match.name.shownInWikiLink)"
    }
    self.init(
      label: match.name, insert: insert, id: match.id, detail: match.name == match.title ? nil : match.title)
  }

  fileprivate init(_ tag: TagUse) {
    self.init(label: tag.name, insert: tag.name, id: nil, detail: tag.memos.counted("memo"))
  }
}

extension NameMatch {
  /// Whether a link can have the name as it is.
  fileprivate var isPlain: Bool { leadsHere && name.standsInWikiLink && !LinkTarget.isIdentifier(name) }
}
