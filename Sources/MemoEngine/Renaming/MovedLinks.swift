import MemoMarkup
package import MemoModel
import MemoText

/// The edits by which links go on leading to files that another program has moved or renamed, and those of moved texts
/// to what they led to, see ``MovedLinkNames``. To be worked out as long as the store has the old paths; never on an
/// engine's executor.
package struct MovedLinks: Sendable {
  /// The changed memos, still to be stored, together with the new paths.
  package private(set) var changes: [OutsideChange] = []
  /// The number of links that are changed.
  package private(set) var links = 0

  private let moves: [MemoID: FileMove]
  private let store: any MemoStore
  private let names: MovedLinkNames

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
    names = try MovedLinkNames(moves, arriving: arriving, of: store, now: now)
    var linking = Set(moves.filter { $0.old.folderForm != $0.new.folderForm }.map(\.id))
    for id in moves.map(\.id) + namesakes {
      let page = try store.backlinks(of: id, after: nil, limit: Self.most, over: UnsavedReferences())
      linking.formUnion(page.memos.map(\.row.summary.metadata.id))
    }
    let meant = try meant(in: linking.subtracting(excluded))
    try rewrite(meant, limit: limit, now)
  }

  /// The targets in a memo's links that need other names.
  private struct Meant {
    let place: MovedLinkNames.Place
    let leads: [LinkTarget: MovedLinkNames.Lead]
  }

  private func meant(in ids: Set<MemoID>) throws(StoreError) -> [MemoID: Meant] {
    let files = try store.files(of: Array(ids))
    let texts = try store.references(of: Array(ids), over: UnsavedReferences()).map { id, references in
      (id: id, place: place(of: id, files[id]), targets: references.links.map(\.target))
    }
    var meant: [MemoID: Meant] = [:]
    for (text, leads) in zip(texts, try names.leads(of: texts.map { ($0.place, $0.targets) })) {
      let leads = leads.filter { !$0.value.isKept(isWiki: false) }
      if !leads.isEmpty { meant[text.id] = Meant(place: text.place, leads: leads) }
    }
    return meant
  }

  private func place(of id: MemoID, _ file: MemoFile?) -> MovedLinkNames.Place {
    MovedLinkNames.Place(old: file, new: moves[id]?.new ?? file)
  }

  fileprivate struct Text {
    let memo: StoredMemo
    let text: Rope
    let outline: Outline
    let wishes: [MovedLinkNames.Wish]
  }

  private mutating func rewrite(_ meant: [MemoID: Meant], limit: Int, _ now: Timestamp) throws(StoreError) {
    let ids = meant.keys.sorted { $0.description < $1.description }
    for start in stride(from: 0, to: ids.count, by: 256) {
      let memos = try store.memos(Array(ids[start..<min(start + 256, ids.count)]))
      var texts: [Text] = []
      for memo in memos {
        guard let meant = meant[memo.metadata.id], !memo.metadata.isTrashed,
          let text = Rope(validatingUTF8: memo.text)
        else { continue }
        let outline = Outline(of: text)
        let wishes = try names.wishes(outline.links, at: meant.place, meant.leads)
        texts.append(Text(memo: memo, text: text, outline: outline, wishes: wishes))
      }
      for (text, names) in zip(texts, try names.names(for: texts.map(\.wishes))) {
        try rewrite(text, names, limit: limit, now)
      }
    }
  }

  private mutating func rewrite(
    _ text: Text, _ names: [String?], limit: Int, _ now: Timestamp
  ) throws(StoreError) {
    var names = zip(text.wishes, names).compactMap { wish, name in name.map { (wish: wish, name: $0) } }
    var edited = text.edited(names)
    if edited == nil {
      // What can't be written there stays.
      var written: [(wish: MovedLinkNames.Wish, name: String)] = []
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
  fileprivate func edited(_ names: [(wish: MovedLinkNames.Wish, name: String)]) -> Rope? {
    let edited = text.replacing(
      names.flatMap { $0.wish.link.replacements(target: $0.name, fragment: nil, in: text) })
    let old = outline.links.enumerated().filter(\.element.namesMemo)
    let new = Outline(of: edited).links.filter(\.namesMemo)
    let targets = Dictionary(names.map { ($0.wish.index, $0.name) }) { first, _ in first }
    guard old.count == new.count else { return nil }
    let isRight = zip(old, new).allSatisfy { old, new in
      let target = targets[old.offset]?.nameForm ?? old.element.memoTarget()?.name
      return new.memoTarget()?.name == target && new.fragment == old.element.fragment
    }
    return isRight ? edited : nil
  }
}
