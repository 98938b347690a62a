import MemoModel

extension LinkedRows {
  /// The memos whose links are of a kind.
  func linked(_ kind: LinkedKind, after place: ListPlace?, limit: Int) throws(StoreError) -> LinkedPage {
    switch kind {
    case .orphans:
      return try page(.kind(kind), after: place, limit: limit, orphans) { _ in [] }
    case .ambiguous:
      var targets: Set<LinkTarget>?
      return try page(.kind(kind), after: place, limit: limit) { () throws(StoreError) in
        let ambiguous = try self.targets(among: "SELECT form FROM shared_names", Self.isAmbiguous)
        targets = ambiguous
        return try memos(linkingBy: ambiguous)
      } links: { references throws(StoreError) in
        var links: [LinkReference] = []
        for link in references.links {
          if let targets {
            if targets.contains(link.target) { links.append(link) }
          } else if Self.isAmbiguous(link.target, try resolution.destination(of: link.target)) {
            links.append(link)
          }
        }
        return links
      }
    case .broken:
      var broken = BrokenLinks(self)
      return try page(.kind(kind), after: place, limit: limit) { () throws(StoreError) in
        try broken.memos()
      } links: { references throws(StoreError) in
        try broken.links(of: references)
      }
    }
  }

  private static func isAmbiguous(_ target: LinkTarget, _ destination: LinkDestination) -> Bool {
    if case .live(let memos) = destination { memos.count > 1 } else { false }
  }

  /// The targets, of all links that there are, whose destinations are of a kind.
  ///
  /// - Parameter sql: what those lead by, at least, that are stored.
  func targets(
    among sql: String, _ isMeant: (LinkTarget, LinkDestination) -> Bool
  ) throws(StoreError) -> Set<LinkTarget> {
    var forms = Set(try connection.query(sql) { row throws(StoreError) in row.text(0) })
    forms.formUnion(resolution.unsavedNames.keys)
    for id in unsaved.hidden {
      let names = "SELECT form FROM names WHERE key = (SELECT key FROM memos WHERE id = ?)"
      forms.formUnion(try connection.query(names, [.text(id.description)]) { row throws(StoreError) in row.text(0) })
      forms.insert(id.description.lowercased())
    }
    var targets = try self.targets(named: forms)
    targets.formUnion(unsaved.memos.flatMap { $0.references.links.map(\.target) })
    var meant: Set<LinkTarget> = []
    for target in targets where isMeant(target, try resolution.destination(of: target)) { meant.insert(target) }
    return meant
  }

  /// The memos that have no link, and to which none leads from a memo that lives.
  func orphans() throws(StoreError) -> [Found] {
    // A cross join is carried out in the order that is written here.
    let sql = """
      SELECT memos.key, EXISTS (
        SELECT 1 FROM names JOIN links ON links.form = names.form WHERE names.key = memos.key)
      FROM unlinking CROSS JOIN memo_references USING (key) CROSS JOIN memos USING (key)
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
      return try ids("SELECT tagged_id, key FROM tags WHERE tag = ?", [.text(form)]) { $0.row.tags.contains(form) }
    case .withTasks:
      let sql = """
        SELECT id, memos.key FROM memo_references JOIN memos ON memos.key = memo_references.key WHERE has_tasks = 1
        """
      return try ids(sql) { $0.references.hasTasks }
    case .orphans: return Set(try orphans().map(\.id))
    }
  }

  private func ids(
    _ sql: String, _ values: [SQLiteValue] = [], orUnsaved holds: (UnsavedReferences.UnsavedMemo) -> Bool
  ) throws(StoreError) -> Set<MemoID> {
    let tagged = try unsaved.keysWithTag(in: connection)
    let stored = try connection.query(sql, values) { row throws(StoreError) in
      tagged?.contains(row.integer(1)) ?? true ? MemoID(row.text(0)) : nil
    }.compactMap(\.self)
    return Set(stored).subtracting(unsaved.hidden).union(unsavedMemos(where: holds).map(\.id))
  }
}
