import JSON
import MemoModel
import MemoText

/// All memos of one moment with what they say, searched from end to end for each question.
struct ReferencingMemos {
  struct Memo {
    let row: ListRow
    /// Nil if the text was not looked at.
    let references: MemoReferences?

    var id: MemoID { row.summary.metadata.id }
    var isTrashed: Bool { row.summary.metadata.isTrashed }
    /// The path of its file.
    var path: String? { references?.path }
    /// The memo as the destination of a link.
    var leadsTo: LinkDestination.LeadsTo {
      LinkDestination.LeadsTo(id: id, title: references?.title ?? row.summary.displayTitle)
    }

    /// By which rule, counted from 0, a target leads here; nil if it does not.
    func rule(for target: LinkTarget) -> Int? {
      if id == target.identifier { return 0 }
      guard let references else { return nil }
      if id.description.lowercased() == target.name { return 1 }
      guard !target.isIdentifier, !target.name.isEmpty else { return nil }
      if path.flatMap(PathModel.number) == target.name { return 3 }
      if references.title.nameForm == target.name { return 4 }
      if references.aliases.contains(where: { $0.nameForm == target.name }) { return 5 }
      return references.slug?.nameForm == target.name ? 6 : nil
    }
  }

  let memos: [Memo]
  /// The titles that memos have or had, in the form in which they are compared, each with the time at which it was last
  /// held.
  let titles: [(form: String, id: MemoID, time: Timestamp)]

  func destination(of target: LinkTarget) -> LinkDestination {
    for isTrashed in [false, true] {
      let candidates = memos.filter { $0.isTrashed == isTrashed }
      var found = candidates.compactMap { memo in memo.rule(for: target).map { (rule: $0, memo: memo) } }
      if !target.isIdentifier, !found.contains(where: { $0.rule < 2 }) {
        found += PathModel.found(target, candidates.map(\.path)).map { (2, candidates[$0]) }
      }
      guard let rule = found.map(\.rule).min() else { continue }
      let leadsTo = found.filter { $0.rule == rule }.map(\.memo.leadsTo).sorted {
        $0.id.description < $1.id.description
      }
      return isTrashed ? .trashed(leadsTo) : .live(leadsTo)
    }
    if target.isIdentifier || target.name.isEmpty { return .none }
    let former = titles.filter { $0.form == target.name }
      .sorted {
        ($1.time.millisecondsSince1970, $0.id.description) < ($0.time.millisecondsSince1970, $1.id.description)
      }
    let named = former.lazy.compactMap { title in memos.first { $0.id == title.id && !$0.isTrashed } }
      .first { $0.leadsTo.title.nameForm != target.name }
    return named.map { .renamed($0.leadsTo) } ?? .none
  }

  func links(from memo: Memo, to id: MemoID) -> [LinkReference] {
    (memo.references?.links ?? []).filter { destination(of: $0.target).memos.contains { $0.id == id } }
  }

  func page(_ after: ListPlace?, _ limit: Int, links: (Memo) -> [LinkReference]?) -> LinkedPage {
    let all = memos.filter { !$0.isTrashed }.compactMap { memo in
      links(memo).map { LinkedMemo(row: memo.row, links: $0) }
    }
    .sorted { $0.row.linkedPlace.precedes($1.row.linkedPlace, order: .descending) }
    let rest = all.filter { memo in after.map { $0.precedes(memo.row.linkedPlace, order: .descending) } ?? true }
    return LinkedPage(memos: Array(rest.prefix(limit)), total: all.count)
  }

  func links(of memo: Memo, _ kind: LinkedKind) -> [LinkReference]? {
    guard let references = memo.references else { return nil }
    if kind == .orphans { return isOrphan(memo) ? [] : nil }
    let links = references.links.filter { link in
      let destination = destination(of: link.target)
      if link.target.isFile, destination == .none { return false }
      guard case .live(let found) = destination else { return kind == .broken }
      if found.count > 1 { return kind == .ambiguous }
      guard kind == .broken, let fragment = link.fragment else { return false }
      return memos.first { $0.id == found[0].id }?.references?.anchors.has(fragment) == false
    }
    return links.isEmpty ? nil : links
  }

  func isOrphan(_ memo: Memo) -> Bool {
    guard let references = memo.references, !memo.isTrashed,
      references.links.allSatisfy({ $0.target.name.isEmpty && !$0.target.isIdentifier })
    else { return false }
    return !memos.contains { !$0.isTrashed && !links(from: $0, to: memo.id).isEmpty }
  }

  func ids(_ filter: ReferenceFilter) -> Set<MemoID> {
    let found: [Memo]
    switch filter {
    case .linking(let target):
      let ends = destination(of: target).memos
      found = memos.filter { memo in
        ends.isEmpty
          ? memo.references?.links.contains { $0.target.name == target.name } ?? false
          : ends.contains { !links(from: memo, to: $0.id).isEmpty }
      }
    case .tagged(let form): found = memos.filter { $0.row.tags.contains(form) }
    case .withTasks: found = memos.filter { $0.references?.hasTasks ?? false }
    case .orphans: found = memos.filter(isOrphan)
    }
    return Set(found.map(\.id))
  }

  func names(matching text: String, limit: Int) -> [NameMatch] {
    let form = text.nameForm
    if form.isEmpty {
      let titled = live.filter { $0.references?.title.nameForm.isEmpty == false }
        .sorted { $0.row.linkedPlace.precedes($1.row.linkedPlace, order: .descending) }
      return titled.prefix(limit).map { match($0, $0.references?.title ?? "") }
    }
    return names(limit: limit) { Self.rank(of: form, in: $0) }
  }

  func names(limit: Int, where fits: (_ form: String) -> Bool) -> [NameMatch] {
    names(limit: limit) { !$0.isEmpty && fits($0) ? 0 : nil }
  }

  private var live: [Memo] { memos.filter { !$0.isTrashed && $0.references != nil } }

  private func names(limit: Int, rank: (_ form: String) -> Int?) -> [NameMatch] {
    let found = live.compactMap { memo in Self.bestName(of: memo, rank).map { (best: $0, memo: memo) } }
    let sorted = found.sorted { left, right in
      if left.best.rank != right.best.rank { return left.best.rank < right.best.rank }
      return (left.best.form, left.best.isAlias, left.memo.id.description)
        < (right.best.form, right.best.isAlias, right.memo.id.description)
    }
    return sorted.prefix(limit).map { match($0.memo, $0.best.name) }
  }

  private func match(_ memo: Memo, _ name: String) -> NameMatch {
    let target = LinkTarget(name: name.nameForm, identifier: MemoID(name))
    let leadsHere = destination(of: target) == .live([memo.leadsTo])
    let names = Self.names(of: memo).map(\.name.nameForm).filter { !$0.isEmpty }
    return NameMatch(
      id: memo.id, title: memo.leadsTo.title, name: name, leadsHere: leadsHere,
      isOneOfSeveral: names.contains { $0 != name.nameForm })
  }

  /// The names that are found by their parts, and whether each is not the title.
  private static func names(of memo: Memo) -> [(isAlias: Int, name: String)] {
    guard let references = memo.references else { return [] }
    let stem = references.path.map { String(MemoFile(path: $0).stem) }
    return [(0, references.title)] + (references.aliases + [stem].compactMap(\.self)).map { (1, $0) }
  }

  private typealias Best = (rank: Int, form: String, isAlias: Int, name: String)

  private static func bestName(of memo: Memo, _ rank: (_ form: String) -> Int?) -> Best? {
    let names = Self.names(of: memo)
    let found = names.compactMap { isAlias, name -> Best? in
      rank(name.nameForm).map { ($0, name.nameForm, isAlias, name) }
    }
    return found.min { ($0.rank, $0.form, $0.isAlias) < ($1.rank, $1.form, $1.isAlias) }
  }

  /// The rank of a name in which a text stands, 0 for the best; nil if it does not stand there.
  private static func rank(of text: String, in name: String) -> Int? {
    let (text, name) = (Array(text.unicodeScalars), Array(name.unicodeScalars))
    guard text.count <= name.count else { return nil }
    let places = (0...name.count - text.count).filter { Array(name[$0..<$0 + text.count]) == text }
    if places.first == 0 { return text == name ? 0 : 1 }
    let isWord = places.contains { place in
      switch name[place - 1].properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
        .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark:
        false
      default: true
      }
    }
    return places.isEmpty ? nil : isWord ? 2 : 3
  }

  func tags(beginningWith prefix: String?, after: TagPlace?, limit: Int) -> TagPage {
    var names: [String: [String: Int]] = [:]
    for memo in memos where !memo.isTrashed {
      for (form, name) in Self.tags(of: memo.row.summary.metadata, memo.references) {
        names[form, default: [:]][name, default: 0] += 1
      }
    }
    let all = names.filter { $0.key.utf8.starts(with: (prefix?.tagPrefixForm ?? "").utf8) }.map { form, names in
      let most = names.values.max() ?? 0
      return TagUse(
        name: names.filter { $0.value == most }.keys.min() ?? "", form: form, memos: names.values.reduce(0, +))
    }.sorted { $0.place.precedes($1.place) }
    let rest = all.filter { tag in after.map { $0.precedes(tag.place) } ?? true }
    return TagPage(tags: Array(rest.prefix(limit)), total: all.count)
  }

  /// A memo's tags by their forms: as first written where the memo has the tag itself, else as first written in a tag
  /// that lies within it.
  static func tags(of metadata: MemoMetadata, _ references: MemoReferences?) -> [String: String] {
    let said = metadata.properties.tags + (references?.tags ?? [])
    let all = said.map(\.withoutTagMark) + said.flatMap { $0.tagAndAncestors.dropFirst() }
    return Dictionary(all.map { ($0.canonicalCaseless, $0) }) { first, _ in first }
  }
}
