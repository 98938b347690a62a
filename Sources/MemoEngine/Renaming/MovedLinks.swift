import JSON
import MemoMarkup
package import MemoModel
import MemoText

/// The edits by which links go on leading to files that another program has moved or renamed, and those of moved texts
/// to what they led to. To be worked out as long as the store has the old paths; never on an engine's executor.
///
/// A link follows if it led by a path, or a number, to one memo alone, and would not do so any more. What was ambiguous
/// or broken stays, whatever it leads to now.
package struct MovedLinks: Sendable {
  /// The changed memos, still to be stored, together with the new paths.
  package private(set) var changes: [OutsideChange] = []
  /// The number of links that are changed.
  package private(set) var links = 0

  private let moves: [MemoID: FileMove]
  private let store: any MemoStore
  /// The memos with their new paths, and those that will be.
  private let moved: UnsavedReferences

  /// The most links to look at: more than anybody has.
  private static let most = 1 << 30

  /// - Parameters:
  ///   - moves: where files were, as the store has it, and where they are.
  ///   - arriving: the paths of files that are no memos yet.
  ///   - namesakes: memos whose files are called as these are now, so that links to them may become ambiguous.
  ///   - excluded: memos that are not to be changed.
  ///   - limit: the most bytes that a text may have.
  /// - Throws: ``StoreError`` if the store can't be read.
  package init(
    _ moves: [FileMove], arriving: [String], beside namesakes: [MemoID], leavingOut excluded: Set<MemoID>,
    of store: any MemoStore, limit: Int, now: Timestamp
  ) throws(StoreError) {
    self.moves = Dictionary(moves.map { ($0.id, $0) }) { first, _ in first }
    self.store = store
    let known = try store.references(of: moves.map(\.id), over: UnsavedReferences())
    var memos = moves.map { Self.unsaved($0.id, known[$0.id], at: $0.new.path, now) }
    for path in arriving { memos.append(Self.unsaved(.unique(at: now), nil, at: path, now)) }
    moved = UnsavedReferences(memos: memos)
    var linking = Set(moves.filter { $0.old.folderForm != $0.new.folderForm }.map(\.id))
    for id in moves.map(\.id) + namesakes {
      let page = try store.backlinks(of: id, after: nil, limit: Self.most, over: UnsavedReferences())
      linking.formUnion(page.memos.map(\.row.summary.metadata.id))
    }
    let meant = try meant(in: linking.subtracting(excluded))
    try rewrite(meant, limit: limit, now)
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

  // MARK: What links meant

  /// The targets in a memo's links that are to lead on, and to which memo.
  private struct Meant {
    /// The memo's file before and after; nil if it has none.
    let old: MemoFile?, new: MemoFile?
    let memos: [LinkTarget: Lead]
  }

  private struct Lead {
    let memo: MemoID
    /// Whether the target still leads there, if only by the end of the path, which is as good in a wiki link.
    let isEnd: Bool
  }

  private func meant(in ids: Set<MemoID>) throws(StoreError) -> [MemoID: Meant] {
    let ids = Array(ids)
    let (files, references) = (
      try store.files(of: ids), try store.references(of: ids, over: UnsavedReferences())
    )
    var pairs: [LinkTarget: Set<LinkTarget>] = [:]
    var targets: [MemoID: [LinkTarget: LinkTarget]] = [:]
    for (id, references) in references {
      let (old, new) = (files[id]?.folderForm, (moves[id]?.new ?? files[id])?.folderForm)
      for link in references.links where !link.target.isOwn && !link.target.isIdentifier {
        let (before, after) = (link.target.from(old), link.target.from(new))
        targets[id, default: [:]][before] = after
        pairs[before, default: []].insert(after)
      }
    }
    let before = try only(Array(pairs.keys), over: UnsavedReferences())
    let after = try only(Array(pairs.values.reduce(into: Set()) { $0.formUnion($1) }), over: moved)
    let places = try store.files(of: Array(Set(before.values)))
    var meant: [MemoID: Meant] = [:]
    for (id, targets) in targets {
      var memos: [LinkTarget: Lead] = [:]
      for (old, new) in targets {
        guard let target = before[old], let file = places[target], let was = Self.exactness(of: old, leadingTo: file)
        else { continue }
        let now = after[new] == target ? Self.exactness(of: new, leadingTo: moves[target]?.new ?? file) : nil
        if now != was, now != .whole { memos[old] = Lead(memo: target, isEnd: now == .end) }
      }
      if !memos.isEmpty { meant[id] = Meant(old: files[id], new: moves[id]?.new ?? files[id], memos: memos) }
    }
    return meant
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

  // MARK: Rewriting

  /// A link with the names that it may get.
  fileprivate struct Wish {
    /// Its index among the links that lead to memos.
    let index: Int
    let link: Outline.Link
    let memo: MemoID
    let names: [String]
    let folder: String?

    func target(_ name: String) -> LinkTarget { LinkTarget(naming: name).from(folder) }
  }

  fileprivate struct Text {
    let memo: StoredMemo
    let text: Rope
    let outline: Outline
    let wishes: [Wish]
  }

  private mutating func rewrite(_ meant: [MemoID: Meant], limit: Int, _ now: Timestamp) throws(StoreError) {
    let ids = meant.keys.sorted { $0.description < $1.description }
    for start in stride(from: 0, to: ids.count, by: 256) {
      let memos = try store.memos(Array(ids[start..<min(start + 256, ids.count)]))
      var texts: [Text] = []
      for memo in memos {
        if let meant = meant[memo.metadata.id], let text = try wishes(memo, meant) { texts.append(text) }
      }
      let targets = Set(texts.flatMap { $0.wishes.flatMap { wish in wish.names.map(wish.target) } })
      let leads = try only(Array(targets), over: moved)
      for text in texts { try rewrite(text, leads, limit: limit, now) }
    }
  }

  private func wishes(_ memo: StoredMemo, _ meant: Meant) throws(StoreError) -> Text? {
    guard !memo.metadata.isTrashed, let text = Rope(validatingUTF8: memo.text) else { return nil }
    let outline = Outline(of: text)
    let places = try store.files(of: Array(Set(meant.memos.values.map(\.memo))))
    let folder = meant.new?.folderForm
    var wishes: [Wish] = []
    for (index, link) in outline.links.lazy.filter(\.namesMemo).enumerated() {
      let isWiki = link.kind == .wiki || link.kind == .embed
      guard let target = link.memoTarget(from: meant.old?.folderForm), let lead = meant.memos[target],
        let file = places[lead.memo], !isWiki || !lead.isEnd
      else { continue }
      let names = LinkPath.names(
        like: link.target, target.name, leadingTo: FileForm(file.path), from: target.folderNames,
        to: (moves[lead.memo]?.new ?? file).path, from: meant.new.map(\.folder), isWiki: isWiki)
      wishes.append(Wish(index: index, link: link, memo: lead.memo, names: names, folder: folder))
    }
    return Text(memo: memo, text: text, outline: outline, wishes: wishes)
  }

  private mutating func rewrite(
    _ text: Text, _ leads: [LinkTarget: MemoID], limit: Int, _ now: Timestamp
  ) throws(StoreError) {
    var names: [(wish: Wish, name: String)] = []
    for wish in text.wishes {
      let file = moves[wish.memo]?.new
      let name = wish.names.first { name in
        let target = wish.target(name)
        return leads[target] == wish.memo && file.map { Self.exactness(of: target, leadingTo: $0) != nil } ?? true
      }
      if let name { names.append((wish, name)) }
    }
    var edited = text.edited(names)
    if edited == nil {
      // What can't be written there stays.
      var written: [(wish: Wish, name: String)] = []
      for name in names { if text.edited(written + [name]) != nil { written.append(name) } }
      (names, edited) = (written, text.edited(written))
    }
    guard let edited, !names.isEmpty, edited.summary.utf8 <= limit else { return }
    var stored = text.memo
    stored.file = moves[stored.metadata.id]?.new ?? stored.file
    changes += try OutsideChange.taking(edited, into: stored, base: stored, modifiedAt: now, now: now)
    links += names.count
  }
}

extension MovedLinks.Text {
  /// The text with other names in some links; nil if one would be misread.
  fileprivate func edited(_ names: [(wish: MovedLinks.Wish, name: String)]) -> Rope? {
    let edited = text.replacing(
      names.flatMap { $0.wish.link.replacements(target: $0.name, fragment: nil, in: text) })
    let (old, new) = (outline.links.filter(\.namesMemo), Outline(of: edited).links.filter(\.namesMemo))
    let targets = Dictionary(names.map { ($0.wish.index, $0.name) }) { first, _ in first }
    guard old.count == new.count else { return nil }
    let isRight = zip(old, new).enumerated().allSatisfy { index, links in
      let target = targets[index]?.nameForm ?? links.0.memoTarget()?.name
      return links.1.memoTarget()?.name == target && links.1.fragment == links.0.fragment
    }
    return isRight ? edited : nil
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
