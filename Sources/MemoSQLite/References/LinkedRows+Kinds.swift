import MemoModel

extension LinkedRows {
  /// The memos whose links are of a kind.
  func linked(_ kind: LinkedKind, after place: ListPlace?, limit: Int) throws(StoreError) -> LinkedPage {
    switch kind {
    case .orphans: return try page(try orphans(), after: place, limit: limit) { _ in [] }
    case .ambiguous:
      let targets = try targets(like: "(SELECT count(DISTINCT key) FROM names WHERE form = target.form) > 1") {
        if case .live(let memos) = $1 { memos.count > 1 } else { false }
      }
      return try page(try memos(linkingBy: targets), after: place, limit: limit) { references in
        references.links.filter { targets.contains($0.target) }
      }
    case .broken:
      let targets = try targets(
        like: """
          NOT EXISTS (
            SELECT 1 FROM names
            WHERE form = target.form AND is_trashed = 0
              AND (is_identifier <> 1 OR kind = \(NameKind.identifier.rawValue)))
          """
      ) { target, destination in
        switch destination {
        case .live: false
        case .none: !target.isFile
        case .trashed, .renamed: true
        }
      }
      return try broken(targets, after: place, limit: limit)
    }
  }

  /// The targets, of all links that there are, whose destinations are of a kind.
  ///
  /// - Parameter condition: what holds of the names of those that are stored, if nothing unsaved stands for any.
  private func targets(
    like condition: String, _ isMeant: (LinkTarget, LinkDestination) -> Bool
  ) throws(StoreError) -> Set<LinkTarget> {
    let sql = """
      SELECT form, is_identifier, written FROM (SELECT DISTINCT form, is_identifier, written FROM links) AS target
      WHERE \(condition)
      """
    var targets = Set(try connection.query(sql) { row throws(StoreError) in LinkTarget(row) })
    var forms = Set(resolution.unsavedNames.keys)
    for id in unsaved.hidden {
      let names = "SELECT form FROM names WHERE key = (SELECT key FROM memos WHERE id = ?)"
      forms.formUnion(try connection.query(names, [.text(id.description)]) { row throws(StoreError) in row.text(0) })
      forms.insert(id.description.lowercased())
    }
    targets.formUnion(try self.targets(named: forms))
    targets.formUnion(unsaved.memos.flatMap { $0.references.links.map(\.target) })
    var meant: Set<LinkTarget> = []
    for target in targets where isMeant(target, try resolution.destination(of: target)) { meant.insert(target) }
    return meant
  }

  /// The memos with links by targets that lead nowhere, or to headings and blocks that are not there.
  private func broken(
    _ targets: Set<LinkTarget>, after place: ListPlace?, limit: Int
  ) throws(StoreError) -> LinkedPage {
    var ends: [MemoID: MemoReferences?] = [:]
    func isBroken(_ link: LinkReference) throws(StoreError) -> Bool {
      if targets.contains(link.target) { return true }
      guard let fragment = link.fragment, case .live(let memos) = try resolution.destination(of: link.target),
        memos.count == 1
      else { return false }
      let id = memos[0].id
      if ends[id] == nil {
        ends[id] = .some(try ReferenceRows.references(of: [id], over: unsaved, in: connection)[id])
      }
      return ends[id]??.has(fragment) == false
    }
    func broken(_ references: MemoReferences) throws(StoreError) -> [LinkReference] {
      var links: [LinkReference] = []
      for link in references.links where try isBroken(link) { links.append(link) }
      return links
    }
    var found = try memos(linkingBy: targets)
    let known = Set(found.map(\.id))
    let keys = try connection.query("SELECT DISTINCT key FROM links WHERE has_fragment = 1") { row throws(StoreError) in
      row.integer(0)
    }
    for memo in try stored(keys) + unsavedMemos(where: { _ in true }) where !known.contains(memo.id) {
      if try !broken(try references(of: memo)).isEmpty { found.append(memo) }
    }
    return try page(found, after: place, limit: limit, broken)
  }

  /// The memos that have no link, and to which none leads from a memo that lives.
  func orphans() throws(StoreError) -> [Found] {
    let sql = """
      SELECT memos.key, EXISTS (
        SELECT 1 FROM names JOIN links ON links.form = names.form WHERE names.key = memos.key)
      FROM memo_references JOIN memos ON memos.key = memo_references.key
      WHERE trashed_at IS NULL AND NOT EXISTS (
        SELECT 1 FROM links WHERE links.key = memos.key AND (form <> '' OR is_identifier = 1))
      """
    var (keys, uncertain): ([Int], [Int]) = ([], [])
    try connection.forEachRow(sql, []) { row throws(StoreError) in
      if row.integer(1) == 0 { keys.append(row.integer(0)) } else { uncertain.append(row.integer(0)) }
      return true
    }
    var linked: Set<MemoID> = []
    for memo in unsaved.memos where !memo.row.summary.metadata.isTrashed {
      for link in memo.references.links {
        linked.formUnion(try resolution.destination(of: link.target).memos.map(\.id))
      }
    }
    var orphans = try stored(keys).filter { !linked.contains($0.id) }
    let unlinked = unsavedMemos {
      $0.references.links.allSatisfy(\.target.isOwn) && !$0.row.summary.metadata.isTrashed
    }
    for memo in try stored(uncertain) + unlinked where !linked.contains(memo.id) {
      let linking = try memos(linkingBy: try targets(leadingTo: memo.id))
      if linking.allSatisfy(\.isTrashed) { orphans.append(memo) }
    }
    return orphans
  }

  /// All memos that a filter lets through.
  func ids(_ filter: ReferenceFilter) throws(StoreError) -> Set<MemoID> {
    switch filter {
    case .linking(let target):
      var targets: Set<LinkTarget> = []
      let ends = try resolution.destination(of: target).memos
      for end in ends { targets.formUnion(try self.targets(leadingTo: end.id)) }
      if ends.isEmpty { targets = try self.targets(named: [target.name]) }
      return Set(try memos(linkingBy: targets).map(\.id))
    case .tagged(let form):
      return try ids("SELECT tagged_id FROM tags WHERE tag = ?", [.text(form)]) { $0.row.tags.contains(form) }
    case .withTasks:
      let sql = "SELECT id FROM memo_references JOIN memos ON memos.key = memo_references.key WHERE has_tasks = 1"
      return try ids(sql) { $0.references.hasTasks }
    case .orphans: return Set(try orphans().map(\.id))
    }
  }

  private func ids(
    _ sql: String, _ values: [SQLiteValue] = [], orUnsaved holds: (UnsavedReferences.UnsavedMemo) -> Bool
  ) throws(StoreError) -> Set<MemoID> {
    let stored = try connection.query(sql, values) { row throws(StoreError) in MemoID(row.text(0)) }.compactMap(\.self)
    return Set(stored).subtracting(unsaved.hidden).union(unsavedMemos(where: holds).map(\.id))
  }
}
