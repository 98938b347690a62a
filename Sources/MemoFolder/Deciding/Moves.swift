package import Platform

/// A file as far as it must be known to find it again.
package struct KnownFile: Hashable, Sendable {
  /// What tells whether it is the same file.
  package var mark: FileMark
  /// Its text's hash.
  package var hash: UInt128

  /// Creates one from its parts.
  package init(_ mark: FileMark, _ hash: UInt128) { (self.mark, self.hash) = (mark, hash) }
}

/// Whose the files of a folder are, after others renamed some.
package enum Moves {
  /// Which rows have another path now.
  ///
  /// By its number a file is followed to another name, if its old one is free, or taken by a file that was itself
  /// renamed: an editor's copy of what it replaces, and what another program puts in its place, are new. Then what is
  /// missing is looked for by its text.
  ///
  /// - Parameters:
  ///   - rows: what was there, by its path.
  ///   - gone: rows of files that were gone already, the last to go first.
  ///   - files: what is there.
  /// - Returns: by the row's path the file's, where these differ, or where a row of `gone` has a file again.
  package static func found(
    _ rows: [FilePath: KnownFile], gone: [(path: FilePath, file: KnownFile)] = [], among files: [FilePath: KnownFile]
  ) -> [FilePath: FilePath] {
    var moves = byNumber(rows, files)
    var taken = Set(moves.values)
    let missing = rows.keys.filter { files[$0] == nil && moves[$0] == nil }.sorted()
    let free = files.keys.filter { !taken.contains($0) && (rows[$0] == nil || moves[$0] != nil) }.sorted()
    var byHash: [UInt128: [FilePath]] = [:]
    // Nobody knows an empty file again.
    for path in free { if let file = files[path], file.mark.size > 0 { byHash[file.hash, default: []].append(path) } }
    let lost = missing.compactMap { path in rows[path].map { (path: path, file: $0) } }
    for (path, file) in lost + gone where files[path] == nil || moves[path] != nil {
      let candidates = byHash[file.hash, default: []].filter { !taken.contains($0) }
      guard let new = candidates.first(where: { $0.name == path.name }) ?? candidates.first else { continue }
      moves[path] = new
      taken.insert(new)
    }
    return moves
  }

  private static func byNumber(
    _ rows: [FilePath: KnownFile], _ files: [FilePath: KnownFile]
  ) -> [FilePath: FilePath] {
    var owners: [UInt64: FilePath] = [:]
    for path in rows.keys.sorted() { if let row = rows[path] { owners[row.mark.inode] = path } }
    var moves: [FilePath: FilePath] = [:]
    // Of several names of one file the first counts.
    for path in files.keys.sorted() {
      guard let file = files[path], let owner = owners[file.mark.inode], owner != path, moves[owner] == nil,
        let row = rows[owner], row.mark.isSameFile(as: file.mark)
      else { continue }
      moves[owner] = path
    }
    while true {
      let targets = Set(moves.values)
      let wrong = moves.filter { from, to in
        files[from] != nil && !targets.contains(from) || rows[to] != nil && moves[to] == nil
      }
      if wrong.isEmpty { return moves }
      for from in wrong.keys { moves[from] = nil }
    }
  }
}
