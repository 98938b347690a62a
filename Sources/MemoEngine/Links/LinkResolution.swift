import MemoModel

/// What some links lead to, looked up together.
struct LinkResolution {
  private let destinations: [LinkTarget: LinkDestination]
  /// What those memos say that fragments lead into.
  private let references: [MemoID: MemoReferences]

  init(
    of links: [(target: LinkTarget, fragment: LinkFragment?)], in store: any MemoStore, over unsaved: UnsavedReferences
  ) throws(StoreError) {
    let targets = Array(Set(links.map(\.target)))
    let found = targets.isEmpty ? [] : try store.destinations(of: targets, over: unsaved)
    let destinations = Dictionary(uniqueKeysWithValues: zip(targets, found))
    let inside = Set(links.compactMap { $0.fragment == nil ? nil : destinations[$0.target]?.theOne?.id })
    self.destinations = destinations
    references = inside.isEmpty ? [:] : try store.references(of: Array(inside), over: unsaved)
  }

  /// What a link leads to. A memo that was not looked through yet may have any heading.
  func resolve(_ target: LinkTarget, _ fragment: LinkFragment?) -> ResolvedLink {
    switch destinations[target] ?? .none {
    case .none: return ResolvedLink(id: nil, problem: .broken)
    case .renamed(let memo): return ResolvedLink(id: nil, problem: .renamed(memo))
    case .trashed(let memos): return ResolvedLink(id: memos.count == 1 ? memos.first?.id : nil, problem: .trashed)
    case .live(let memos):
      guard memos.count == 1, let memo = memos.first else {
        return ResolvedLink(id: nil, problem: .ambiguous(memos))
      }
      let isThere = fragment.map { references[memo.id]?.has($0) ?? true } ?? true
      return ResolvedLink(id: memo.id, problem: isThere ? nil : .fragment)
    }
  }
}

extension LinkDestination {
  /// The one living memo that is meant; nil if there is none, or several.
  var theOne: LeadsTo? { if case .live(let memos) = self, memos.count == 1 { memos.first } else { nil } }
}
