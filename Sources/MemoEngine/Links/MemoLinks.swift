import MemoMarkup
public import MemoModel
package import MemoText

/// The references of all memos at one moment: what is stored, overlaid with what is unsaved. Usable on any thread;
/// texts and the store are read on a thread of its own.
public struct MemoLinks: Momentary {
  let engine: MemoEngine
  let memos: MemoOverlay
  let queue: BlockingQueue
  /// For work that may take seconds, so that short work need not wait behind it.
  let longQueue: BlockingQueue
  let filling: ReferenceFilling

  var moment: EngineMoment { memos.moment }

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
      let outline = Outline(of: text, isUrgent: true)
      return (outline, outline.hasOwnLinks ? MemoReferences(anchorsOf: outline).anchors : nil)
    }
    let ends = try await ends(of: outline.links, in: file)
    let links = await reading.run {
      outline.links.enumerated().map { index, link in
        if let end = ends.end(of: link, at: index) { return end }
        let isThere = link.fragment.flatMap { own?.has(LinkFragment($0)) } ?? true
        return ResolvedLink(id: id, problem: isThere ? nil : .fragment)
      }
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
    let ends = try await ends(of: links, in: try await place(of: id, inNew: newFile).file)
    return await reading(links).run { links.enumerated().map { ends.end(of: $1, at: $0) } }
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

  /// The queue for reading links.
  private func reading(_ links: [Outline.Link]) -> BlockingQueue { links.count > Self.portion ? longQueue : queue }

  private func ends(of links: [Outline.Link], in file: MemoFile?) async throws(EngineError) -> LinkEnds {
    let (targets, places, inside) = await reading(links).run {
      var targets = LinkTargets(in: file)
      let places = links.map { targets.place(of: $0) }
      return (targets.all, places, Set(zip(links, places).compactMap { $0.fragment == nil ? nil : $1 }))
    }
    // Looked up in batches. Once nobody waits any more, the remaining ones stay unresolved.
    var destinations: [LinkDestination] = []
    for targets in targets.portions(of: Self.portion) where !Task.isCancelled {
      destinations += try await self.destinations(of: targets)
    }
    destinations += repeatElement(.none, count: targets.count - destinations.count)
    var anchors = ResolvedLinks()
    let memos = Array(Set(inside.compactMap { destinations[$0].theOne?.id }))
    for ids in memos.portions(of: Self.portion) where !Task.isCancelled {
      anchors.add(
        try await ask { store, unsaved, _ throws(StoreError) in try store.references(of: ids, over: unsaved) })
    }
    return LinkEnds(targets, places, destinations, anchors)
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

  /// Reads all memos' references as they are at one moment, this one or a later one.
  func atOneMoment<Value: Sendable>(
    _ read: @Sendable (MemoLinks) async throws(EngineError) -> Value
  ) async throws(EngineError) -> Value {
    try await engine.atOneMoment(self, else: { [tag = memos.tag] in $0.links(within: tag) }, read)
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

/// The destinations of a text's links.
private struct LinkEnds: Sendable {
  /// The targets, and the place of each link's among them; nil for what is no link to another memo.
  private let targets: [LinkTarget], places: [Int?]
  private let destinations: [LinkDestination], anchors: ResolvedLinks
  /// The destinations of links that name no heading. Most don't, and lead where others do.
  private let ends: [ResolvedLink]

  init(_ targets: [LinkTarget], _ places: [Int?], _ destinations: [LinkDestination], _ anchors: ResolvedLinks) {
    (self.targets, self.places, self.destinations, self.anchors) = (targets, places, destinations, anchors)
    ends = zip(targets, destinations).map { anchors.resolve($0, nil, leadingTo: $1) }
  }

  /// The destination of a link; nil if it leads into the text itself.
  func end(of link: Outline.Link, at index: Int) -> ResolvedLink? {
    guard let place = places[index] else { return link.namesMemo ? nil : ResolvedLink(id: nil, problem: nil) }
    guard let fragment = link.fragment else { return ends[place] }
    return anchors.resolve(targets[place], LinkFragment(fragment), leadingTo: destinations[place])
  }
}

extension Outline {
  /// Whether some links lead into the text itself.
  var hasOwnLinks: Bool { links.contains { $0.namesMemo && $0.target.isEmpty } }
}

extension MemoEngine {
  /// All memos as they are now, for queries about their references on other threads.
  ///
  /// - Parameter tag: the tag, however written, that a memo must have, or one below it, to count; nil if all count.
  public func links(within tag: String? = nil) -> MemoLinks {
    MemoLinks(
      engine: self, memos: overlay(within: tag), queue: linkQueue, longQueue: longLinkQueue, filling: references)
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
