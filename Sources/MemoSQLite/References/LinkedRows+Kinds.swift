import MemoModel

extension LinkedRows {
  /// The memos of a kind.
  func linked(_ kind: LinkedKind, after place: ListPlace?, limit: Int) throws(StoreError) -> LinkedPage {
    switch kind {
    case .orphans:
      return try page(.kind(kind), after: place, limit: limit) { () throws(StoreError) in
        (try orphans(), nil)
      } links: { _, _ in
        []
      }
    case .ambiguous:
      return try page(.kind(kind), after: place, limit: limit) { () throws(StoreError) in
        let ambiguous = try self.targets(among: "SELECT form FROM shared_names") { target throws(StoreError) in
          try isAmbiguous(target) ? true : resolution.filed(target).count > 1
        }
        return (try memos(linkingBy: ambiguous, where: isAmbiguous), ambiguous)
      } links: { references, targets throws(StoreError) in
        try links(of: references, by: targets, where: isAmbiguous)
      }
    case .broken:
      var broken = BrokenLinks(self)
      return try page(.kind(kind), after: place, limit: limit) { () throws(StoreError) in
        (try broken.memos(), nil)
      } links: { references, _ throws(StoreError) in
        try broken.links(of: references)
      }
    }
  }

  private func isAmbiguous(_ target: LinkTarget) throws(StoreError) -> Bool {
    if case .live(let memos) = try resolution.destination(of: target) { memos.count > 1 } else { false }
  }

  /// The targets, among all links, that may meet a condition from some folder.
  ///
  /// - Parameter sql: selects the names of at least all stored ones.
  func targets(
    among sql: String, _ mayBeMeant: (LinkTarget) throws(StoreError) -> Bool
  ) throws(StoreError) -> Set<LinkTarget> {
    var forms = Set(try connection.query(sql) { row throws(StoreError) in row.text(0) })
    forms.formUnion(resolution.unsavedNames.keys)
    for id in unsaved.hidden {
      let names = "SELECT form FROM names WHERE key = (SELECT key FROM memos WHERE id = ?)"
      forms.formUnion(try connection.query(names, [.text(id.description)]) { row throws(StoreError) in row.text(0) })
      forms.insert(id.description.lowercased())
    }
    var targets = try self.targets(named: forms)
    targets.formUnion(unsaved.memos.flatMap { $0.references.links.map(\.target.anywhere) })
    var meant: Set<LinkTarget> = []
    for target in targets where try mayBeMeant(target) { meant.insert(target) }
    return meant
  }

  /// The memos without links, to which no live memo links either.
  func orphans() throws(StoreError) -> [Found] {
    // A cross join runs in the order that is written here.
    let sql = """
      SELECT memos.key, EXISTS (
        SELECT 1 FROM names JOIN links ON links.form = names.form WHERE names.key = memos.key
      ) OR EXISTS (
        SELECT 1 FROM names JOIN link_stems ON link_stems.stem = names.form WHERE names.key = memos.key)
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
      let linking = try memos(linkingTo: memo.id, by: try targets(leadingTo: memo.id))
      if linking.allSatisfy(\.isTrashed) { orphans.append(memo) }
    }
    return orphans
  }

  /// All memos that pass a filter.
  func ids(_ filter: ReferenceFilter) throws(StoreError) -> Set<MemoID> {
    switch filter {
    case .linking(let target):
      let ends = Set(try resolution.destination(of: target).memos.map(\.id))
      var targets: Set<LinkTarget> = []
      for end in ends { targets.formUnion(try self.targets(leadingTo: end)) }
      if ends.isEmpty { targets = try self.targets(named: [target.name]).filter { $0.name == target.name } }
      let linking = try memos(linkingBy: targets) { target throws(StoreError) in
        try ends.isEmpty ? true : resolution.destination(of: target).memos.contains { ends.contains($0.id) }
      }
      return Set(linking.map(\.id))
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
