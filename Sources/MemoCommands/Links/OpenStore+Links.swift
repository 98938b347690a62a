import MemoEngine

extension OpenStore {
  /// The references of all memos. Memos that were not indexed yet, as in a store of an earlier version, are indexed
  /// first.
  func links() async -> MemoLinks {
    let progress = ProgressLine("looking through memos", in: environment)
    let observation = await engine.observe { event in
      if case .lookingThrough(let left) = event { progress.show("\(left) left", percentage: nil) }
    }
    await engine.finishFilling()
    observation.end()
    progress.end()
    return await engine.links()
  }

  /// The structure of a memo's text, with the destinations of its links.
  func outline(of memo: MemoSnapshot) async throws(CommandError) -> ResolvedOutline {
    let links = await links()
    let outline = try await asking { _ throws(EngineError) in
      try await links.outline(of: memo.text, in: memo.metadata.id)
    }
    if outline.isIndexing { complainOfIndexing() }
    return outline
  }

  /// A memo's links as commands show them.
  func shownLinks(_ outline: ResolvedOutline, in text: Rope) async throws(CommandError) -> [ShownLink] {
    let ids = Array(Set(outline.links.compactMap(\.id)))
    let destinations = try await asking { engine throws(EngineError) in
      try await engine.links().destinations(of: ids.map(LinkTarget.init(to:)))
    }
    let memos = destinations.flatMap(\.memos)
    let named = Dictionary(memos.map { ($0.id, $0) }) { first, _ in first }
    return zip(outline.outline.links, outline.links).map { link, resolved in
      ShownLink(
        link.range, in: text, fragment: link.fragment, destination: resolved.id.flatMap { named[$0] },
        problem: resolved.problem)
    }
  }

  /// The most memos of a page, whose texts are in memory together.
  private static let mostOnPage = 3200

  /// Hands over memos with links page by page, so that not all texts are in memory at once. Each page is searched anew
  /// among all links, so each is twice as long as the one before it, up to a limit.
  ///
  /// - Parameter limit: the most memos in all.
  /// - Returns: how many memos were handed over, how many there were at the first page, and whether some may be
  ///   missing.
  func forEachPage(
    limit: Int,
    _ page: (_ after: ListPlace?, _ limit: Int) async throws(EngineError) -> LinkedMemos,
    _ body: ([LinkingMemo]) -> Void
  ) async throws(CommandError) -> (count: Int, total: Int, isIndexing: Bool) {
    var (count, total): (Int, Int?) = (0, nil)
    var isIndexing = false
    var after: ListPlace?
    var most = 50
    repeat {
      let size = min(most, limit - count)
      most = min(2 * most, Self.mostOnPage)
      let found = try await asking { _ throws(EngineError) in try await page(after, size) }
      if total == nil, found.isIndexing {
        isIndexing = true
        complainOfIndexing()
      }
      body(found.memos)
      count += found.memos.count
      total = total ?? found.total
      after = found.next
    } while after != nil && count < limit
    return (count, total ?? 0, isIndexing)
  }

  /// Indexes memos that were not indexed yet, for commands that filter by references, and reports if that fails.
  func lookThrough() async throws(CommandError) {
    let links = await links()
    if try await asking({ _ throws(EngineError) in try await links.isIndexing() }) { complainOfIndexing() }
  }

  /// Reports that the references of some memos are missing.
  func complainOfIndexing() {
    let advice =
      environment.isReadOnly(path)
      ? "\(path) is read-only: copy it to a folder of yours, and name that with --store" : "memo-ls check tells more"
    let remark = "not all memos could be looked through, so links and tags may be missing; \(advice)"
    environment.complain(TerminalSanitizer.line(remark) + "\n")
  }
}

extension LinkTarget {
  /// The target for a memo's identifier.
  init(to id: MemoID) { self.init(name: id.description.nameForm, identifier: id, isIdentifier: true) }
}

extension LinkingMemo {
  /// Its links as commands show them.
  var shownLinks: [ShownLink] {
    links.map { ShownLink($0.range, in: text, fragment: $0.fragment, destination: nil, problem: $0.problem) }
  }
}

extension MemoSnapshot {
  /// The memo as lists show it.
  var summary: MemoSummary {
    let (excerpts, outline) = (Excerpts(of: text, inFile: file?.title), Outline(of: text))
    let tags = outline.headerTags + outline.tags.map(\.name)
    return MemoSummary(
      metadata: metadata, displayTitle: excerpts.title, preview: excerpts.preview, bytes: text.summary.utf8,
      textTags: tags.tags(beside: metadata.properties.tags))
  }
}
