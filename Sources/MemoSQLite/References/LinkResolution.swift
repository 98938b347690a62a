import MemoMarkup
import MemoModel
import MemoText

/// The destinations of links at one moment, with unsaved memos in place of their stored states. Each target is looked
/// up once.
final class LinkResolution {
  let connection: SQLiteConnection
  let unsaved: UnsavedReferences
  /// The names of unsaved memos.
  private(set) var unsavedNames: [String: [Candidate]] = [:]
  /// The stored titles of unsaved memos.
  private var storedTitles: [String: [Former]] = [:]
  private var known: [LinkTarget: LinkDestination] = [:]
  /// The known files; nil if there are none.
  var files: FileCache?
  private(set) lazy var unsavedMemos = Dictionary(unsaved.memos.map { ($0.row.summary.metadata.id, $0) }) { first, _ in
    first
  }

  /// A memo that has a name.
  struct Candidate {
    let kind: Int
    let memo: LinkDestination.LeadsTo
    let isTrashed: Bool
    /// Its file, if the name is a part of the path.
    var file: FileForm?
  }

  /// A memo that had a title.
  private struct Former {
    let memo: LinkDestination.LeadsTo
    let hadAt: Int
  }

  init(_ connection: SQLiteConnection, over unsaved: UnsavedReferences) throws(StoreError) {
    self.connection = connection
    self.unsaved = unsaved
    if try connection.integer("SELECT EXISTS (SELECT 1 FROM files)") == 1 { files = FileCache() }
    for memo in unsaved.memos {
      let metadata = memo.row.summary.metadata
      let leadsTo = LinkDestination.LeadsTo(id: metadata.id, title: memo.references.title)
      for name in NameRows.names(of: metadata.id, memo.references) {
        unsavedNames[name.form, default: []].append(
          Candidate(
            kind: name.kind, memo: leadsTo, isTrashed: metadata.isTrashed,
            file: name.kind == NameKind.stem.rawValue ? memo.references.path.map(FileForm.init) : nil))
      }
      if metadata.isTrashed || unsaved.tag != nil { continue }
      for (form, time) in try NameRows.titles(of: metadata.id, in: connection) {
        storedTitles[form, default: []].append(Former(memo: leadsTo, hadAt: time))
      }
    }
  }

  /// The destination of a target.
  func destination(of target: LinkTarget) throws(StoreError) -> LinkDestination {
    if let known = known[target] { return known }
    // Most lead to the same memos from every folder.
    let isLocal = target.folder == nil ? true : try self.isLocal(target)
    let destination = try isLocal ? lookUp(target) : destination(of: target.anywhere)
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
      let named = candidates.filter { $0.isTrashed == isTrashed }
      let rank = named.compactMap { NameKind.rank($0.kind) }.min()
      let isIdentifier = rank == 0
      let needsFiles = !isIdentifier && (rank == nil || !areOne(named, target))
      var found = needsFiles ? try filed(target, isTrashed: isTrashed) : []
      if found.isEmpty { found = named.filter { rank != nil && NameKind.rank($0.kind) == rank } }
      if found.isEmpty { continue }
      var memos: [MemoID: LinkDestination.LeadsTo] = [:]
      for candidate in found { memos[candidate.memo.id] = candidate.memo }
      if isIdentifier, let id = target.identifier, let exact = memos[id] { memos = [id: exact] }
      let ordered = memos.values.sorted { $0.id.description < $1.id.description }
      return isTrashed ? .trashed(ordered) : .live(ordered)
    }
    if target.isIdentifier || unsaved.tag != nil { return .none }
    return try former(target.name).map { .renamed($0) } ?? .none
  }

  /// Whether all that a target may lead to is one memo, by whichever of its names.
  private func areOne(_ named: [Candidate], _ target: LinkTarget) -> Bool {
    guard let first = named.first?.memo.id, named.allSatisfy({ $0.memo.id == first }) else { return false }
    return isName(target)
  }

  /// The memos stored under a name, without those that don't count.
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

  /// The memo that had a title last, if it is live.
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
    // A memo that still has the title was not indexed yet.
    return (stored + (storedTitles[form] ?? [])).filter { $0.memo.title.nameForm != form }.min {
      $0.hadAt == $1.hadAt ? $0.memo.id.description < $1.memo.id.description : $0.hadAt > $1.hadAt
    }?.memo
  }
}
