import MemoMarkup
public import MemoModel
package import MemoText

/// What the words of all memos name and lead to, as they were at one moment: what is stored, with what is not saved yet
/// laid over it. May be asked anywhere; texts and the store are read on a thread of its own.
public struct MemoLinks: Sendable {
  let memos: MemoOverlay
  let queue: BlockingQueue
  /// For what may take seconds: nothing that is short waits behind it.
  let longQueue: BlockingQueue
  let filling: ReferenceFilling

  /// Whether what ended processes did last was missing from them.
  public var isRecovering: Bool { memos.isRecovering }

  /// A text of more bytes is read behind others that are as long.
  private static let shortText = 64 << 10
  /// The most targets, or memos, that are looked up in one go, so that other questions come in between.
  private static let portion = 500

  /// Whether some stored memos were not looked through yet, so that what their texts say is missing.
  ///
  /// - Throws: `storeUnavailable`.
  public func isIndexing() async throws(EngineError) -> Bool {
    try await ask { _, _, isIndexing throws(StoreError) in isIndexing }
  }

  /// What a text says, and what its links lead to.
  ///
  /// - Parameter id: the memo whose text it is; nil if it is no memo's.
  /// - Throws: `storeUnavailable`.
  package func outline(of text: Rope, in id: MemoID? = nil) async throws(EngineError) -> ResolvedOutline {
    let reading = text.summary.utf8 > Self.shortText ? longQueue : queue
    let (outline, own, links) = await reading.run {
      let outline = Outline(of: text)
      var targets = LinkTargets()
      let links = outline.links.map { link in
        (link, target: targets.target(of: link), fragment: link.fragment.map { LinkFragment($0) })
      }
      return (outline, MemoReferences(anchorsOf: outline).anchors, links)
    }
    let isIndexing = try await ask { _, _, isIndexing throws(StoreError) in isIndexing }
    let resolution = try await self.resolution(of: links.compactMap { link in link.target.map { ($0, link.fragment) } })
    let resolved = await reading.run {
      links.map { link, target, fragment in
        if let target { return resolution.resolve(target, fragment) }
        guard link.namesMemo else { return ResolvedLink(id: nil, problem: nil) }
        return ResolvedLink(id: id, problem: fragment.map(own.has) ?? true ? nil : .fragment)
      }
    }
    return ResolvedOutline(outline: outline, links: resolved, isIndexing: isIndexing)
  }

  /// What links lead to, looked up by portions. Once nobody waits any more, that of the others is not looked for.
  private func resolution(
    of links: [(target: LinkTarget, fragment: LinkFragment?)]
  ) async throws(EngineError) -> ResolvedLinks {
    var resolution = ResolvedLinks()
    for targets in Array(Set(links.map(\.target))).portions(of: Self.portion) where !Task.isCancelled {
      resolution.add(
        targets,
        leadingTo: try await ask { store, unsaved, _ throws(StoreError) in
          try store.destinations(of: targets, over: unsaved)
        })
    }
    for ids in resolution.memosInside(links).portions(of: Self.portion) where !Task.isCancelled {
      resolution.add(
        try await ask { store, unsaved, _ throws(StoreError) in try store.references(of: ids, over: unsaved) })
    }
    return resolution
  }

  /// What names lead to, in their order.
  ///
  /// - Throws: `storeUnavailable`.
  public func destinations(of targets: [LinkTarget]) async throws(EngineError) -> [LinkDestination] {
    try await ask { store, unsaved, _ throws(StoreError) in try store.destinations(of: targets, over: unsaved) }
  }

  /// The memos that a filter lets through, in the trash or not.
  ///
  /// - Throws: `storeUnavailable`.
  func ids(_ filter: ReferenceFilter) async throws(EngineError) -> Set<MemoID> {
    try await ask { store, unsaved, _ throws(StoreError) in try store.ids(filter, over: unsaved) }
  }

  /// A page of the tags of all memos that are not in the trash, the most used first.
  ///
  /// - Parameters:
  ///   - prefix: what they begin with; nil for all.
  ///   - after: where the page before ended; nil for the first.
  ///   - limit: the most tags of the page.
  /// - Throws: `storeUnavailable`.
  public func tags(prefix: String?, after: TagPlace?, limit: Int) async throws(EngineError) -> UsedTags {
    try await ask { store, unsaved, isIndexing throws(StoreError) in
      let page = try store.tags(beginningWith: prefix, after: after, limit: limit + 1, over: unsaved)
      let shown = Array(page.tags.prefix(limit))
      return UsedTags(
        tags: shown, total: page.total, next: page.tags.count > limit ? shown.last?.place : nil,
        isIndexing: isIndexing)
    }
  }

  /// Reads texts and the store on the thread for that.
  ///
  /// - Parameter isLong: whether it may take seconds.
  func ask<Value: Sendable>(
    isLong: Bool = false,
    _ body: @escaping @Sendable (any MemoStore, UnsavedReferences, _ isIndexing: Bool) throws(StoreError) -> Value
  ) async throws(EngineError) -> Value {
    let result = await (isLong ? longQueue : queue).run {
      Result { () throws(StoreError) in
        try body(memos.store, memos.references(), !filling.isComplete())
      }
    }
    return try asking { () throws(StoreError) in try result.get() }
  }
}

extension MemoEngine {
  /// All memos as they are now, to be asked elsewhere what their words lead to.
  ///
  /// - Parameter tag: the tag, however written, that a memo must have, or one in it, to count; nil if all count.
  public func links(within tag: String? = nil) -> MemoLinks {
    MemoLinks(memos: overlay(within: tag), queue: linkQueue, longQueue: longLinkQueue, filling: references)
  }
}

extension Array {
  /// Its elements in order, so many at a time.
  fileprivate func portions(of size: Int) -> [[Element]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}

extension MemoOverlay {
  /// What the unsaved memos say. Reads those of their texts that nobody has read yet: not to be asked for on the
  /// engine's executor.
  func references() -> UnsavedReferences {
    UnsavedReferences(hidden: hidden, memos: zip(unsaved, texts).map { $1.unsaved($0.metadata) }, within: tag)
  }
}
