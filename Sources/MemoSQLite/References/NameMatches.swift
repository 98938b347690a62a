import MemoModel
import MemoText

/// Memos found by parts of their names, at one moment.
struct NameMatches {
  private let resolution: LinkResolution
  private var connection: SQLiteConnection { resolution.connection }
  private var unsaved: UnsavedReferences { resolution.unsaved }

  init(_ connection: SQLiteConnection, over unsaved: UnsavedReferences) throws(StoreError) {
    resolution = try LinkResolution(connection, over: unsaved)
  }

  /// A memo by its best name.
  private struct Match {
    let id: MemoID
    let rank: NameRank
    let form: [UInt8]
    let isAlias: Bool
    let source: Source

    enum Source {
      case stored(key: Int, title: String)
      case unsaved(MemoReferences)
    }

    func precedes(_ other: Match) -> Bool {
      if rank != other.rank { return rank < other.rank }
      if form != other.form { return form.lexicographicallyPrecedes(other.form) }
      if isAlias != other.isAlias { return other.isAlias }
      return id.description < other.id.description
    }
  }

  func names(matching text: String, limit: Int) throws(StoreError) -> [NameMatch] {
    let text = Array(text.nameForm.utf8)
    return text.isEmpty ? try newest(limit: limit) : try names(in: text, limit: limit)
  }

  private func names(in text: [UInt8], limit: Int) throws(StoreError) -> [NameMatch] {
    try names(limit: limit) { index, leavesOut in
      index.hits(of: text, limit: limit, leavesOut: leavesOut)
    } rank: { form in
      NameRank(of: text, in: form)
    }
  }

  func names(limit: Int, where fits: (_ form: String) -> Bool) throws(StoreError) -> [NameMatch] {
    try names(limit: limit) { index, leavesOut in
      index.hits(limit: limit, leavesOut: leavesOut, where: fits)
    } rank: { form in
      fits(String(decoding: form, as: UTF8.self)) ? .anywhere : nil
    }
  }

  /// The first memos with a name that has a rank.
  ///
  /// - Parameter hits: finds those of them that are in an index, without some.
  private func names(
    limit: Int, hits: (NameIndex, _ leavesOut: (_ key: Int) -> Bool) -> [NameIndex.Hit],
    rank: (_ form: [UInt8]) -> NameRank?
  ) throws(StoreError) -> [NameMatch] {
    _ = try connection.names.update(from: connection, reading: .max)
    let cache = connection.names
    var hidden: Set<Int> = []
    for id in unsaved.hidden { if let key = try MemoRows.key(of: id, in: connection) { hidden.insert(key) } }
    let tagged = try unsaved.keysWithTag(in: connection)
    func counts(_ key: Int) -> Bool { !hidden.contains(key) && tagged?.contains(key) ?? true }
    var matches: [Match] = []
    for hit in hits(cache.index, { !counts($0) || cache.changed.contains($0) }) {
      guard let memo = try memo(hit.key) else { continue }
      matches.append(
        Match(id: memo.id, rank: hit.rank, form: hit.form, isAlias: hit.isAlias, source: memo.source))
    }
    for name in cache.names where counts(name.key) {
      guard let rank = rank(name.form), let memo = try memo(name.key) else { continue }
      matches.append(
        Match(id: memo.id, rank: rank, form: name.form, isAlias: name.isAlias, source: memo.source))
    }
    for memo in unsaved.memos where !memo.row.summary.metadata.isTrashed {
      let id = memo.row.summary.metadata.id
      for name in NameRows.names(of: id, memo.references) {
        guard let kind = NameKind(rawValue: name.kind), Self.kinds.contains(kind),
          let rank = rank(Array(name.form.utf8))
        else { continue }
        matches.append(
          Match(
            id: id, rank: rank, form: Array(name.form.utf8), isAlias: kind != .title, source: .unsaved(memo.references))
        )
      }
    }
    var seen: Set<MemoID> = []
    var names: [NameMatch] = []
    for match in matches.sorted(by: { $0.precedes($1) }) where seen.insert(match.id).inserted {
      if names.count < limit, let name = try name(match) { names.append(name) }
    }
    return names
  }

  /// The kinds of names that are found by their parts.
  private static let kinds = [NameKind.title, .alias, .stem]

  /// Whether a memo has another name than this form.
  private func hasOther(than form: some Sequence<UInt8>, _ id: MemoID, _ source: Match.Source) throws(StoreError)
    -> Bool
  {
    let form = String(decoding: Array(form), as: UTF8.self)
    switch source {
    case .stored(let key, _):
      let kinds = Self.kinds.map { "\($0.rawValue)" }.joined(separator: ", ")
      let sql = "SELECT EXISTS (SELECT 1 FROM names WHERE key = ? AND kind IN (\(kinds)) AND form <> ?)"
      return try connection.integer(sql, [.integer(key), .text(form)]) == 1
    case .unsaved(let references):
      return NameRows.names(of: id, references).contains { name in
        name.form != form && Self.kinds.contains { $0.rawValue == name.kind }
      }
    }
  }

  /// The result for a match; nil if the memo's stored references are damaged.
  private func name(_ match: Match) throws(StoreError) -> NameMatch? {
    let (title, references): (String, MemoReferences?) =
      switch match.source {
      case .stored(let key, let title): (title, match.isAlias ? try ReferenceRows.references(key, in: connection) : nil)
      case .unsaved(let references): (references.title, references)
      }
    guard match.isAlias else { return try name(match.id, title, title, match.source) }
    let stem = references?.path.map { String(MemoFile(path: $0).stem) }
    let other = ((references?.aliases ?? []) + [stem].compactMap(\.self)).first {
      $0.nameForm.utf8.elementsEqual(match.form)
    }
    return try other.map { other throws(StoreError) in try name(match.id, title, other, match.source) }
  }

  /// The stored memo in a row; nil if there is none.
  private func memo(_ key: Int) throws(StoreError) -> (id: MemoID, source: Match.Source)? {
    let sql = "SELECT id, display_title FROM memos WHERE key = ?"
    let found = try connection.query(sql, [.integer(key)]) { row throws(StoreError) in
      (id: MemoID(row.text(0)), title: row.text(1))
    }.first
    guard let found, let id = found.id else { return nil }
    return (id, .stored(key: key, title: found.title))
  }

  private func name(
    _ id: MemoID, _ title: String, _ name: String, _ source: Match.Source
  ) throws(StoreError) -> NameMatch {
    let target = LinkTarget(name: name.nameForm, identifier: MemoID(name))
    let destination = try resolution.destination(of: target)
    let leadsHere = destination == .live([LinkDestination.LeadsTo(id: id, title: title)])
    return NameMatch(
      id: id, title: title, name: name, leadsHere: leadsHere,
      isOneOfSeveral: try hasOther(than: target.name.utf8, id, source))
  }

  /// The memos with a title, those changed last first.
  private func newest(limit: Int) throws(StoreError) -> [NameMatch] {
    var found: [(place: ListPlace, title: String, source: Match.Source)] = []
    let sql = """
      SELECT id, modified_at, display_title, key FROM memos
      WHERE trashed_at IS NULL AND EXISTS (
        SELECT 1 FROM names WHERE names.key = memos.key AND kind = \(NameKind.title.rawValue))
      ORDER BY modified_at DESC, id
      """
    if limit > 0 {
      try connection.forEachRow(sql, []) { row throws(StoreError) in
        guard let id = MemoID(row.text(0)), try unsaved.counts(row.integer(3), id, in: connection) else { return true }
        let time = Timestamp(millisecondsSince1970: row.integer(1))
        found.append(
          (ListPlace(value: .time(time), id: id), row.text(2), .stored(key: row.integer(3), title: row.text(2))))
        return found.count < limit
      }
    }
    for memo in unsaved.memos where !memo.row.summary.metadata.isTrashed && !memo.references.title.nameForm.isEmpty {
      found.append((memo.row.linkedPlace, memo.references.title, .unsaved(memo.references)))
    }
    found.sort { $0.place.precedes($1.place, order: .descending) }
    var names: [NameMatch] = []
    for (place, title, source) in found.prefix(limit) { names.append(try name(place.id, title, title, source)) }
    return names
  }
}
