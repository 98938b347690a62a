import MemoModel

/// The destinations of several links, looked up together.
struct ResolvedLinks {
  private var destinations: [LinkTarget: LinkDestination] = [:]
  /// The anchors of the memos that fragments lead into.
  private var anchors: [MemoID: Anchors] = [:]

  /// Creates an empty table.
  init() {}

  init(
    of links: [(target: LinkTarget, fragment: LinkFragment?)], in store: any MemoStore, over unsaved: UnsavedReferences
  ) throws(StoreError) {
    let targets = Array(Set(links.map(\.target)))
    let found = targets.isEmpty ? [] : try store.destinations(of: targets, over: unsaved)
    add(targets, leadingTo: found)
    let inside = memosInside(links)
    if !inside.isEmpty { add(try store.references(of: inside, over: unsaved)) }
  }

  /// Adds the destinations of targets, in order.
  mutating func add(_ targets: [LinkTarget], leadingTo found: [LinkDestination]) {
    for (target, destination) in zip(targets, found) { destinations[target] = destination }
  }

  /// Adds the references of memos.
  mutating func add(_ references: [MemoID: MemoReferences]) { add(references.mapValues(Anchors.init)) }

  /// Adds the anchors of memos.
  mutating func add(_ anchors: [MemoID: Anchors]) { self.anchors.merge(anchors) { _, new in new } }

  /// The memos whose anchors are needed, once the destinations of the links are known.
  func memosInside(_ links: [(target: LinkTarget, fragment: LinkFragment?)]) -> [MemoID] {
    memos(of: links.compactMap { $0.fragment == nil ? nil : $0.target })
  }

  private func memos(of targets: [LinkTarget]) -> [MemoID] {
    Array(Set(targets.compactMap { destinations[$0]?.theOne?.id }))
  }

  /// The destination of a link.
  func resolve(_ target: LinkTarget, _ fragment: LinkFragment?) -> ResolvedLink {
    resolve(target, fragment, leadingTo: destinations[target] ?? .none)
  }

  /// The same where the destination is known. A memo that was not indexed yet may have any heading.
  func resolve(
    _ target: LinkTarget, _ fragment: LinkFragment?, leadingTo destination: LinkDestination
  ) -> ResolvedLink {
    switch destination {
    case .none:
      if target.isOwn, fragment != nil { return ResolvedLink(id: nil, problem: .fragment) }
      return ResolvedLink(id: nil, problem: target.isFile ? nil : .broken)
    case .renamed(let memo): return ResolvedLink(id: nil, problem: .renamed(memo))
    case .trashed(let memos): return ResolvedLink(id: memos.count == 1 ? memos.first?.id : nil, problem: .trashed)
    case .live(let memos):
      guard memos.count == 1, let memo = memos.first else {
        return ResolvedLink(id: nil, problem: .ambiguous(memos))
      }
      let isThere = fragment.map { anchors[memo.id]?.has($0) ?? true } ?? true
      return ResolvedLink(id: memo.id, problem: isThere ? nil : .fragment)
    }
  }

  /// The memo that a link leads to, perhaps in the trash, and the anchor in it.
  func place(_ target: LinkTarget, _ fragment: LinkFragment?) -> LinkPlace? {
    guard let id = resolve(target, fragment).id else { return nil }
    return LinkPlace(id: id, anchor: fragment.flatMap { anchors[id]?.anchor(of: $0) })
  }
}

extension LinkDestination {
  /// The one live memo that is meant; nil if there is none, or several.
  var theOne: LeadsTo? { if case .live(let memos) = self, memos.count == 1 { memos.first } else { nil } }
}
