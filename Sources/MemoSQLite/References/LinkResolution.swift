import MemoModel
import MemoText

/// What links lead to at one moment, with what unsaved memos say in place of what is stored of them. Each target is
/// looked up once.
final class LinkResolution {
  let connection: SQLiteConnection
  let unsaved: UnsavedReferences
  /// The names of unsaved memos.
  private(set) var unsavedNames: [String: [Candidate]] = [:]
  /// The titles that are stored of unsaved memos.
  private var storedTitles: [String: [Former]] = [:]
  private var known: [LinkTarget: LinkDestination] = [:]
  private lazy var unsavedMemos = Dictionary(unsaved.memos.map { ($0.row.summary.metadata.id, $0) }) { first, _ in
    first
  }

  /// A memo that has a name.
  struct Candidate {
    let kind: Int
    let memo: LinkDestination.LeadsTo
    let isTrashed: Bool
  }

  /// A memo that had a title.
  private struct Former {
    let memo: LinkDestination.LeadsTo
    let hadAt: Int
  }

  init(_ connection: SQLiteConnection, over unsaved: UnsavedReferences) throws(StoreError) {
    self.connection = connection
    self.unsaved = unsaved
    for memo in unsaved.memos {
      let metadata = memo.row.summary.metadata
      let leadsTo = LinkDestination.LeadsTo(id: metadata.id, title: memo.references.title)
      for name in NameRows.names(of: metadata.id, memo.references) {
        unsavedNames[name.form, default: []].append(
          Candidate(kind: name.kind, memo: leadsTo, isTrashed: metadata.isTrashed))
      }
      if metadata.isTrashed || unsaved.tag != nil { continue }
      for (form, time) in try NameRows.titles(of: metadata.id, in: connection) {
        storedTitles[form, default: []].append(Former(memo: leadsTo, hadAt: time))
      }
    }
  }

  /// What a target leads to.
  func destination(of target: LinkTarget) throws(StoreError) -> LinkDestination {
    if let known = known[target] { return known }
    let destination = try lookUp(target)
    known[target] = destination
    return destination
  }

  /// Whether a memo is among those that a target leads to.
  func leads(_ target: LinkTarget, to id: MemoID) throws(StoreError) -> Bool {
    try destination(of: target).memos.contains { $0.id == id }
  }

  private func lookUp(_ target: LinkTarget) throws(StoreError) -> LinkDestination {
    var candidates = try stored(target) + (unsavedNames[target.name] ?? [])
    if target.isIdentifier { candidates.removeAll { $0.kind != NameKind.identifier.rawValue } }
    for isTrashed in [false, true] {
      let found = candidates.filter { $0.isTrashed == isTrashed }
      guard let kind = found.map(\.kind).min() else { continue }
      var memos: [MemoID: LinkDestination.LeadsTo] = [:]
      for candidate in found where candidate.kind == kind { memos[candidate.memo.id] = candidate.memo }
      if kind == NameKind.identifier.rawValue, let id = target.identifier, let exact = memos[id] { memos = [id: exact] }
      let ordered = memos.values.sorted { $0.id.description < $1.id.description }
      return isTrashed ? .trashed(ordered) : .live(ordered)
    }
    if target.isIdentifier || unsaved.tag != nil { return .none }
    return try former(target.name).map { .renamed($0) } ?? .none
  }

  /// The memos that are stored under a name, but for those that don't count.
  private func stored(_ target: LinkTarget) throws(StoreError) -> [Candidate] {
    let sql = """
      SELECT kind, id, display_title, trashed_at IS NOT NULL, memos.key
      FROM names JOIN memos ON memos.key = names.key WHERE form = ?1
      UNION ALL
      SELECT 1, id, display_title, trashed_at IS NOT NULL, key FROM memos WHERE id = ?2
      """
    let id = target.identifier.map { SQLiteValue.text($0.description) } ?? .null
    return try connection.query(sql, [.text(target.name), id]) { row throws(StoreError) -> Candidate? in
      guard let id = MemoID(row.text(1)), try unsaved.counts(row.integer(4), id, in: connection) else { return nil }
      return Candidate(kind: row.integer(0), memo: .init(id: id, title: row.text(2)), isTrashed: row.integer(3) != 0)
    }.compactMap(\.self)
  }

  /// The memo that had a title last, if it lives.
  private func former(_ form: String) throws(StoreError) -> LinkDestination.LeadsTo? {
    if form.isEmpty { return nil }
    let sql = """
      SELECT id, display_title, had_at, trashed_at IS NOT NULL FROM former_titles
      JOIN memos ON memos.key = former_titles.key WHERE form = ?
      """
    let stored = try connection.query(sql, [.text(form)]) { row throws(StoreError) -> Former? in
      guard let id = MemoID(row.text(0)) else { return nil }
      if unsaved.hidden.contains(id) {
        guard let memo = unsavedMemos[id], !memo.row.summary.metadata.isTrashed else { return nil }
        return Former(memo: .init(id: id, title: memo.references.title), hadAt: row.integer(2))
      }
      return row.integer(3) != 0 ? nil : Former(memo: .init(id: id, title: row.text(1)), hadAt: row.integer(2))
    }.compactMap(\.self)
    // What is called so still was not looked at yet.
    return (stored + (storedTitles[form] ?? [])).filter { $0.memo.title.nameForm != form }.min {
      $0.hadAt == $1.hadAt ? $0.memo.id.description < $1.memo.id.description : $0.hadAt > $1.hadAt
    }?.memo
  }
}
