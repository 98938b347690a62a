import MemoModel
import Platform

/// Files that are gone, with their memos in the trash. Their rows tell by which text they are known again, and which
/// permissions they get once their memos are restored: so these stay when other files come by their names.
extension FolderKeeper {
  /// Rows that are to be stored, behind those of files that are gone whose paths they take.
  func keepingGone(_ rows: [FileRow], forgetting ids: [MemoID]) -> [FileRow] {
    if known.gone == 0 { return rows }
    var (kept, noted): ([FileRow], Set<MemoID>) = ([], Set(rows.map(\.id) + ids))
    for row in rows {
      guard let other = known[FilePath(row.path)], other.isGone, noted.insert(other.id).inserted else { continue }
      kept.append(other.keptAside)
    }
    return kept + rows
  }

  /// The path at which a memo's file is to be written, if it is free for that memo.
  ///
  /// - Returns: nil if another memo's file is there, or is to be there.
  func freePath(_ found: FolderCases.Case) -> FilePath? {
    let path = found.formerPath
    if let other = known[path], other.id != found.row?.id, !other.isGone { return nil }
    return canMake(path) && folder.root.entry(path).flatMap({ FileStatus($0) }) == nil ? path : nil
  }
}

extension FolderCases.Case {
  /// Its path, or the one that it had before another file had that.
  var formerPath: FilePath { row.flatMap { $0.isAside ? FilePath($0.formerPath) : nil } ?? path }
}
