import MemoModel

/// Links that lead nowhere, to the trash, by a title that was replaced, or to a missing heading or block.
struct BrokenLinks {
  private let rows: LinkedRows
  /// The targets that lead to no live memo, once all memos were examined.
  private var targets: Set<LinkTarget>?
  /// The anchors of memos that links lead into; nil inside for a memo that was not indexed.
  private var ends: [MemoID: Anchors?] = [:]

  init(_ rows: LinkedRows) { self.rows = rows }

  /// All memos with such links.
  mutating func memos() throws(StoreError) -> [LinkedRows.Found] {
    // Within a tag, links to memos without it lead nowhere.
    let sql = rows.unsaved.tag == nil ? "SELECT form FROM unmet_links" : "SELECT DISTINCT form FROM links"
    let resolution = rows.resolution
    let targets = try rows.targets(among: sql) { target throws(StoreError) in
      // A file found by the end of its path is found so from every folder.
      resolution.isRelative(target) ? true : Self.isBroken(target, try resolution.destination(of: target))
    }
    self.targets = targets
    var found = try rows.memos(linkingBy: targets) { target throws(StoreError) in
      Self.isBroken(target, try resolution.destination(of: target))
    }
    let known = Set(found.map(\.id))
    let fragments = "SELECT DISTINCT key FROM links WHERE has_fragment = 1"
    let keys = try rows.connection.query(fragments) { row throws(StoreError) in row.integer(0) }
    for memo in try rows.stored(keys) + rows.unsavedMemos(where: { _ in true }) where !known.contains(memo.id) {
      if try !links(of: try rows.references(of: memo.source)).isEmpty { found.append(memo) }
    }
    return found
  }

  /// The broken links of a memo.
  mutating func links(of references: MemoReferences) throws(StoreError) -> [LinkReference] {
    var links: [LinkReference] = []
    for link in references.links where try isBroken(link) { links.append(link) }
    return links
  }

  private mutating func isBroken(_ link: LinkReference) throws(StoreError) -> Bool {
    if targets?.contains(link.target.anywhere) ?? true,
      Self.isBroken(link.target, try rows.resolution.destination(of: link.target))
    {
      return true
    }
    guard let fragment = link.fragment, case .live(let memos) = try rows.resolution.destination(of: link.target),
      memos.count == 1
    else { return false }
    let id = memos[0].id
    if ends[id] == nil {
      let references = try ReferenceRows.references(of: [id], over: rows.unsaved, in: rows.connection)
      ends[id] = .some(references[id]?.anchors)
    }
    return ends[id]??.has(fragment) == false
  }

  private static func isBroken(_ target: LinkTarget, _ destination: LinkDestination) -> Bool {
    switch destination {
    case .live: false
    case .none: !target.isFile
    case .trashed, .renamed: true
    }
  }
}
