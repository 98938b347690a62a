import JSON
import MemoMarkup
import MemoModel

/// The names by which links go on leading to files that are moved or renamed, and those of moved texts to what they led
/// to. To be worked out as long as the store has the old paths; never on an engine's executor.
///
/// A link follows if it led by a path, or a number, to one memo alone, and would not do so any more. What was ambiguous
/// or broken stays, whatever it leads to now.
struct MovedLinkNames: Sendable {
  /// The file of a text before and after; nil if it has none.
  struct Place: Sendable {
    let old: MemoFile?, new: MemoFile?
  }

  /// The memo to which a target leads by a path, and how exactly it will.
  struct Lead: Sendable {
    let memo: MemoID
    fileprivate let was: LinkPath.Exactness, now: LinkPath.Exactness?

    /// Whether it will do as it is. In a wiki link the end of a path is as good as all of it; what a link of Markdown
    /// says is, for other programs, the path from the text's folder.
    func isKept(isWiki: Bool) -> Bool {
      isWiki ? now != nil : now == was || now == .relative || now == .root && was == .end
    }
  }

  /// A link with the names that it may get.
  struct Wish: Sendable {
    /// Its index among the links of its text.
    let index: Int
    let link: Outline.Link
    fileprivate let memo: MemoID
    fileprivate let names: [String]
    fileprivate let folder: String?

    fileprivate func target(_ name: String) -> LinkTarget { LinkTarget(naming: name).from(folder) }
  }

  private let moves: [MemoID: FileMove]
  private let leaving: Set<MemoID>
  private let store: any MemoStore
  /// The memos in memory as they are, and with all that has another path then.
  private let present: UnsavedReferences, moved: UnsavedReferences

  /// - Parameters:
  ///   - moves: where files are, as the store has it, and where they will be.
  ///   - arriving: the paths of files that are no memos yet.
  ///   - leaving: the memos that will have no path; nothing is said of links to them.
  ///   - unsaved: the memos in memory, by what they are called at least.
  /// - Throws: ``StoreError`` if the store can't be read.
  init(
    _ moves: [FileMove], arriving: [String] = [], leaving: Set<MemoID> = [], of store: any MemoStore,
    over unsaved: UnsavedReferences = UnsavedReferences(), now: Timestamp
  ) throws(StoreError) {
    self.moves = Dictionary(moves.map { ($0.id, $0) }) { first, _ in first }
    (self.leaving, self.store, present) = (leaving, store, unsaved)
    let known = try store.references(of: moves.map(\.id), over: unsaved)
    let hidden = leaving.union(moves.map(\.id))
    var memos = unsaved.memos.filter { !hidden.contains($0.row.summary.metadata.id) }
    for move in moves { memos.append(Self.unsaved(move.id, known[move.id], at: move.new.path, now)) }
    for path in arriving { memos.append(Self.unsaved(.unique(at: now), nil, at: path, now)) }
    moved = UnsavedReferences(hidden: unsaved.hidden.union(leaving), memos: memos)
  }

  /// A memo by whose new path links lead to it.
  private static func unsaved(
    _ id: MemoID, _ known: MemoReferences?, at path: String, _ now: Timestamp
  ) -> UnsavedReferences.UnsavedMemo {
    var references = known ?? MemoReferences(title: "")
    (references.links, references.path) = ([], path)
    let metadata = MemoMetadata(
      id: id, version: 1, createdAt: now, modifiedAt: now, trashedAt: nil, properties: JSONObject())
    let summary = MemoSummary(metadata: metadata, displayTitle: references.title, preview: "", bytes: 0)
    return UnsavedReferences.UnsavedMemo(row: ListRow(summary: summary, sortTitle: ""), references: references)
  }

  /// The targets in some texts that lead to one memo by its path, as they are from where their text is now.
  func leads(of texts: [(place: Place, targets: [LinkTarget])]) throws(StoreError) -> [[LinkTarget: Lead]] {
    var pairs: [LinkTarget: Set<LinkTarget>] = [:]
    let targets = texts.map { place, targets in
      let (old, new) = (place.old?.folderForm, place.new?.folderForm)
      var all: [LinkTarget: LinkTarget] = [:]
      for target in targets where !target.isOwn && !target.isIdentifier {
        let (before, after) = (target.from(old), target.from(new))
        all[before] = after
        pairs[before, default: []].insert(after)
      }
      return all
    }
    let before = try only(Array(pairs.keys), over: present)
    let after = try only(Array(pairs.values.reduce(into: Set()) { $0.formUnion($1) }), over: moved)
    let files = try store.files(of: Array(Set(before.values)))
    return targets.map { targets in
      var leads: [LinkTarget: Lead] = [:]
      for (old, new) in targets {
        guard let memo = before[old], !leaving.contains(memo), let file = files[memo],
          let was = Self.exactness(of: old, leadingTo: file)
        else { continue }
        let now = after[new] == memo ? Self.exactness(of: new, leadingTo: moves[memo]?.new ?? file) : nil
        leads[old] = Lead(memo: memo, was: was, now: now)
      }
      return leads
    }
  }

  /// The memos that targets lead to alone.
  private func only(
    _ targets: [LinkTarget], over unsaved: UnsavedReferences
  ) throws(StoreError) -> [LinkTarget: MemoID] {
    var found: [LinkTarget: MemoID] = [:]
    for (target, destination) in zip(targets, try store.destinations(of: targets, over: unsaved)) {
      if case .live(let memos) = destination, memos.count == 1 { found[target] = memos[0].id }
    }
    return found
  }

  private static func exactness(of target: LinkTarget, leadingTo file: MemoFile) -> LinkPath.Exactness? {
    LinkPath.exactness(of: target.name, leadingTo: FileForm(file.path), from: target.folderNames)
  }

  /// The links of a text that need other names.
  ///
  /// - Parameter leads: where the targets of the text lead, see ``leads(of:)``.
  func wishes(
    _ links: [Outline.Link], at place: Place, _ leads: [LinkTarget: Lead]
  ) throws(StoreError) -> [Wish] {
    let files = try store.files(of: Array(Set(leads.values.map(\.memo))))
    let folder = place.new?.folderForm
    return links.enumerated().compactMap { index, link in
      let isWiki = link.kind == .wiki || link.kind == .embed
      guard let target = link.memoTarget(from: place.old?.folderForm), let lead = leads[target],
        let file = files[lead.memo], !lead.isKept(isWiki: isWiki)
      else { return nil }
      let names = LinkPath.names(
        like: link.target, target.name, leadingTo: FileForm(file.path), from: target.folderNames,
        to: (moves[lead.memo]?.new ?? file).path, from: place.new.map(\.folder), isWiki: isWiki)
      return Wish(index: index, link: link, memo: lead.memo, names: names, folder: folder)
    }
  }

  /// The first name of each link, in each text, that will lead to its memo alone; nil if none will.
  func names(for texts: [[Wish]]) throws(StoreError) -> [[String?]] {
    let targets = Set(texts.flatMap { wishes in wishes.flatMap { wish in wish.names.map(wish.target) } })
    let leads = try only(Array(targets), over: moved)
    return texts.map { wishes in
      wishes.map { wish in
        let file = moves[wish.memo]?.new
        return wish.names.first { name in
          let target = wish.target(name)
          return leads[target] == wish.memo && file.map { Self.exactness(of: target, leadingTo: $0) != nil } ?? true
        }
      }
    }
  }
}

extension LinkTarget {
  /// The names of the folders that the text with the link is in.
  fileprivate var folderNames: [String]? { folder.map { $0.split(separator: "/").map(String.init) } }
}

extension MemoFile {
  /// The path of its folder.
  fileprivate var folder: String { String(path[..<name.startIndex].dropLast()) }
}
