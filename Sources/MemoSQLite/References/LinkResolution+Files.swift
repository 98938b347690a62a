import MemoMarkup
import MemoModel

extension LinkResolution {
  /// The files of memos that were looked up so far.
  struct FileCache {
    /// Files by their names without extensions.
    fileprivate var byStem: [String: [Candidate]] = [:]
    fileprivate var readings: [String: [LinkPath]] = [:]
    /// The folders of paths, in their compared form.
    fileprivate var folders: [String: String] = [:]
  }

  /// Whether a target may lead to different memos from different folders.
  func isLocal(_ target: LinkTarget) throws(StoreError) -> Bool {
    for path in readings(of: target) where !path.isFromRoot {
      if try !files(at: path).isEmpty { return true }
    }
    return false
  }

  /// Whether a target leads anywhere only from some folders.
  func isRelative(_ target: LinkTarget) -> Bool { readings(of: target).contains(where: \.isFromFolder) }

  /// Whether a target can name only files that are called so, without their extensions.
  func isName(_ target: LinkTarget) -> Bool { readings(of: target).allSatisfy { $0.stems == [target.name] } }

  /// Whether a target may lead to a file with one of these names, without its extension.
  func mayName(_ target: LinkTarget, _ stems: Set<String>) -> Bool {
    readings(of: target).contains { !stems.isDisjoint(with: $0.stems) }
  }

  /// The memos to whose files a target may lead, from any folder.
  func filed(_ target: LinkTarget) throws(StoreError) -> Set<MemoID> {
    var ids: Set<MemoID> = []
    for path in readings(of: target) { ids.formUnion(try files(at: path).map(\.memo.id)) }
    return ids
  }

  /// The memos to whose files a target leads, by the first rule that finds any. Without an extension it leads to a
  /// Markdown file before another.
  func filed(_ target: LinkTarget, isTrashed: Bool) throws(StoreError) -> [Candidate] {
    let folder = target.folder.map { $0.split(separator: "/").map(String.init) }
    for path in readings(of: target) {
      var (first, found): (Int, [Candidate]) = (.max, [])
      for candidate in try files(at: path) where candidate.isTrashed == isTrashed {
        guard let rule = candidate.file.flatMap({ path.rule(for: $0, from: folder) }), rule <= first else { continue }
        if rule < first { (first, found) = (rule, []) }
        found.append(candidate)
      }
      let markdown = first % 2 == 1 ? found.filter { $0.file?.isMarkdown == true } : []
      if !found.isEmpty { return markdown.isEmpty ? found : markdown }
    }
    return []
  }

  /// The folder of a memo's file, in the form in which links are compared with it.
  func folder(of path: String) -> String {
    if let known = files?.folders[path] { return known }
    let folder = FileForm(path).folder.joined(separator: "/")
    files?.folders[path] = folder
    return folder
  }

  private func readings(of target: LinkTarget) -> [LinkPath] {
    if target.isIdentifier || files == nil { return [] }
    if let known = files?.readings[target.name] { return known }
    let readings = LinkPath.readings(of: target.name)
    files?.readings[target.name] = readings
    return readings
  }

  private func files(at path: LinkPath) throws(StoreError) -> [Candidate] {
    var found: [Candidate] = []
    for stem in path.stems { found += try files(ofStem: stem) }
    return found
  }

  private func files(ofStem stem: String) throws(StoreError) -> [Candidate] {
    if let known = files?.byStem[stem] { return known }
    let sql = """
      SELECT memos.id, display_title, trashed_at IS NOT NULL, memos.key, \(FileRows.path)
      FROM names JOIN memos ON memos.key = names.key JOIN files ON files.id = memos.id
      WHERE form = ? AND kind = \(NameKind.stem.rawValue) AND \(FileRows.isFile)
      """
    var found = try connection.query(sql, [.text(stem)]) { row throws(StoreError) -> Candidate? in
      guard let id = MemoID(row.text(0)), try unsaved.counts(row.integer(3), id, in: connection) else { return nil }
      return Candidate(
        kind: NameKind.stem.rawValue, memo: .init(id: id, title: row.text(1)), isTrashed: row.integer(2) != 0,
        file: FileForm(row.text(4)))
    }.compactMap(\.self)
    found += (unsavedNames[stem] ?? []).filter { $0.file != nil }
    files?.byStem[stem] = found
    return found
  }
}
