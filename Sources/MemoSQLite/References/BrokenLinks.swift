import MemoModel

/// Links that lead nowhere, to the trash, by a title that was typed over, or to a heading or block that is not there.
struct BrokenLinks {
  private let rows: LinkedRows
  /// The targets that lead to no memo that lives, once all memos were looked for.
  private var targets: Set<LinkTarget>?
  /// What memos have that links lead into; nil of one that was not looked at.
  private var ends: [MemoID: Anchors?] = [:]

  init(_ rows: LinkedRows) { self.rows = rows }

  /// All memos that have some.
  mutating func memos() throws(StoreError) -> [LinkedRows.Found] {
    // Within a tag, what leads to a memo without it leads nowhere.
    let sql = rows.unsaved.tag == nil ? "SELECT form FROM unmet_links" : "SELECT DISTINCT form FROM links"
    let targets = try rows.targets(among: sql, Self.isBroken)
    self.targets = targets
    var found = try rows.memos(linkingBy: targets)
    let known = Set(found.map(\.id))
    let fragments = "SELECT DISTINCT key FROM links WHERE has_fragment = 1"
    let keys = try rows.connection.query(fragments) { row throws(StoreError) in row.integer(0) }
    for memo in try rows.stored(keys) + rows.unsavedMemos(where: { _ in true }) where !known.contains(memo.id) {
      if try !links(of: try rows.references(of: memo.source)).isEmpty { found.append(memo) }
    }
    return found
  }

  /// Those of a memo.
  mutating func links(of references: MemoReferences) throws(StoreError) -> [LinkReference] {
    var links: [LinkReference] = []
    for link in references.links where try isBroken(link) { links.append(link) }
    return links
  }

  private mutating func isBroken(_ link: LinkReference) throws(StoreError) -> Bool {
    if let targets {
      if targets.contains(link.target) { return true }
    } else if Self.isBroken(link.target, try rows.resolution.destination(of: link.target)) {
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
