import MemoMarkup
public import MemoModel
package import MemoText

/// The references of all memos at one moment: what is stored, overlaid with what is unsaved. Usable on any thread;
/// texts and the store are read on a thread of its own.
public struct MemoLinks: Sendable {
  let memos: MemoOverlay
  let queue: BlockingQueue
  /// For work that may take seconds, so that short work need not wait behind it.
  let longQueue: BlockingQueue
  let filling: ReferenceFilling

  /// Whether the last changes of ended processes are missing from it.
  public var isRecovering: Bool { memos.isRecovering }

  /// The longest text, in bytes, that is read on the queue for short work.
  private static let shortText = 64 << 10
  /// The most targets, or memos, that are looked up in one go, so that other queries come in between.
  private static let portion = 500

  /// Whether some stored memos were not indexed yet, so that their references are missing.
  ///
  /// - Throws: `storeUnavailable`.
  public func isIndexing() async throws(EngineError) -> Bool {
    try await ask { _, _, isIndexing throws(StoreError) in isIndexing }
  }

  /// The structure of a text, with the destinations of its links.
  ///
  /// - Parameters:
  ///   - id: the memo that has the text; nil if none does.
  ///   - newFile: the file that the text will be in if it is in no memo; nil if in none.
  /// - Throws: `storeUnavailable`.
  package func outline(
    of text: Rope, in id: MemoID? = nil, inNew newFile: MemoFile? = nil
  ) async throws(EngineError) -> ResolvedOutline {
    let (isIndexing, file) = try await place(of: id, inNew: newFile)
    let reading = text.summary.utf8 > Self.shortText ? longQueue : queue
    let (outline, own) = await reading.run {
      let outline = Outline(of: text)
      return (outline, MemoReferences(anchorsOf: outline).anchors)
    }
    let ends = try await ends(of: outline.links, in: file)
    let links = zip(outline.links, ends).map { link, end in
      end ?? ResolvedLink(id: id, problem: link.fragment.map { own.has(LinkFragment($0)) } ?? true ? nil : .fragment)
    }
    return ResolvedOutline(
      outline: outline, title: outline.title(inFile: file?.title), links: links, isIndexing: isIndexing)
  }

  /// The destinations of some links of a text, in order, as its outline has them; nil for those that lead into the text
  /// itself.
  ///
  /// - Parameters:
  ///   - id: the memo that has the text; nil if none does.
  ///   - newFile: the file that the text will be in if it is in no memo; nil if in none.
  /// - Throws: `storeUnavailable`.
  package func destinations(
    of links: [Outline.Link], in id: MemoID?, inNew newFile: MemoFile? = nil
  ) async throws(EngineError) -> [ResolvedLink?] {
    try await ends(of: links, in: try await place(of: id, inNew: newFile).file)
  }

  /// The file that a text is in, and whether some memos were not indexed yet.
  private func place(
    of id: MemoID?, inNew newFile: MemoFile?
  ) async throws(EngineError) -> (isIndexing: Bool, file: MemoFile?) {
    let unsaved = id.flatMap { memos.unsaved[$0]?.contents }
    return try await ask(.names) { store, _, isIndexing throws(StoreError) in
      guard let id, unsaved == nil else { return (isIndexing, unsaved?.file ?? newFile) }
      return (isIndexing, try store.files(of: [id])[id])
    }
  }

  private func ends(of links: [Outline.Link], in file: MemoFile?) async throws(EngineError) -> [ResolvedLink?] {
    let reading = links.count > Self.portion ? longQueue : queue
    let (targets, places, inside) = await reading.run {
      var targets = LinkTargets(in: file)
      let places = links.map { targets.place(of: $0) }
      let inside = Set(zip(links, places).compactMap { $0.fragment == nil ? nil : $1 })
      return (targets.all, places, inside.map { targets.all[$0] })
    }
    let resolution = try await self.resolution(of: targets, inside: inside)
    return await reading.run {
      // Most links name no heading, and lead where others do.
      let ends = targets.map { resolution.resolve($0, nil) }
      return zip(links, places).map { link, place in
        guard let place else { return link.namesMemo ? nil : ResolvedLink(id: nil, problem: nil) }
        return link.fragment.map { resolution.resolve(targets[place], LinkFragment($0)) } ?? ends[place]
      }
    }
  }

  /// The destinations of targets, looked up in batches. Once nobody waits any more, the remaining ones stay unresolved.
  ///
  /// - Parameter inside: those of the targets with which links name a heading or a block.
  private func resolution(
    of targets: [LinkTarget], inside: [LinkTarget]
  ) async throws(EngineError) -> ResolvedLinks {
    var resolution = ResolvedLinks()
    for targets in Array(Set(targets)).portions(of: Self.portion) where !Task.isCancelled {
      resolution.add(
        targets,
        leadingTo: try await ask(.names) { store, unsaved, _ throws(StoreError) in
          try store.destinations(of: targets, over: unsaved)
        })
    }
    for ids in resolution.memos(of: inside).portions(of: Self.portion) where !Task.isCancelled {
      resolution.add(
        try await ask { store, unsaved, _ throws(StoreError) in try store.references(of: ids, over: unsaved) })
    }
    return resolution
  }

  /// The destinations of names, in order.
  ///
  /// - Throws: `storeUnavailable`.
  public func destinations(of targets: [LinkTarget]) async throws(EngineError) -> [LinkDestination] {
    try await ask(.names) { store, unsaved, _ throws(StoreError) in
      try store.destinations(of: targets, over: unsaved)
    }
  }

  /// The memos that pass a filter, in the trash or not.
  ///
  /// - Throws: `storeUnavailable`.
  func ids(_ filter: ReferenceFilter) async throws(EngineError) -> Set<MemoID> {
    try await ask { store, unsaved, _ throws(StoreError) in try store.ids(filter, over: unsaved) }
  }

  /// A page of the tags of all memos outside the trash, the most used first.
  ///
  /// - Parameters:
  ///   - prefix: what they begin with; nil for all.
  ///   - after: the end of the previous page; nil for the first.
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

  /// What is asked of memos.
  enum Asked {
    /// What they are called.
    case names
    /// All that they refer to.
    case everything
  }

  /// Reads texts and the store on one of its threads.
  ///
  /// - Parameter isLong: whether it may take seconds.
  func ask<Value: Sendable>(
    _ asked: Asked = .everything, isLong: Bool = false,
    _ body: @escaping @Sendable (any MemoStore, UnsavedReferences, _ isIndexing: Bool) throws(StoreError) -> Value
  ) async throws(EngineError) -> Value {
    try await (isLong ? longQueue : queue).run {
      Result { () throws(EngineError) in
        try memos.shared.read { store throws(StoreError) in
          try body(store, asked == .names ? memos.names() : memos.references(), !filling.isComplete())
        }
      }
    }.get()
  }
}

extension MemoEngine {
  /// All memos as they are now, for queries about their references on other threads.
  ///
  /// - Parameter tag: the tag, however written, that a memo must have, or one below it, to count; nil if all count.
  public func links(within tag: String? = nil) -> MemoLinks {
    MemoLinks(memos: overlay(within: tag), queue: linkQueue, longQueue: longLinkQueue, filling: references)
  }
}

extension Array {
  /// Its elements in order, this many at a time.
  fileprivate func portions(of size: Int) -> [[Element]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}

extension MemoOverlay {
  /// The references of unsaved memos. Reads their texts that were not read yet: must not be called on the engine's
  /// executor.
  func references() -> UnsavedReferences {
    UnsavedReferences(hidden: hidden, memos: living { $0.unsaved($1) }, within: tag)
  }

  /// The same for queries that ask only what memos are called.
  func names() -> UnsavedReferences {
    // Which memos have a tag only their whole texts say.
    if tag != nil { return references() }
    return UnsavedReferences(hidden: hidden, memos: living { $0.unsavedNames($1) })
  }

  private func living<Result>(_ result: (TextReferences, MemoMetadata) -> Result) -> [Result] {
    unsaved.compactMap { _, row in row.contents.map { result(row.text, $0.metadata) } }
  }
}
