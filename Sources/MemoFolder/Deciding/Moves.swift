package import Platform

/// A file as far as it must be known to find it again.
package struct KnownFile: Hashable, Sendable {
  /// The mark that tells whether it is the same file.
  package var mark: FileMark
  /// Its text's hash.
  package var hash: UInt128

  /// Creates one from its parts.
  package init(_ mark: FileMark, _ hash: UInt128) { (self.mark, self.hash) = (mark, hash) }

  /// Whether another is the same file under whatever name. A number alone does not tell where the file system does not
  /// say when a file was made, or only to the hundredth of a second: there, as on FAT, numbers are given anew.
  func isSame(as other: KnownFile) -> Bool {
    mark.isSameFile(as: other.mark) && (mark.born % 10_000_000 != 0 || hash == other.hash)
  }
}

/// The paths of a folder's known files after others renamed some.
package enum Moves {
  /// The rows that have another path now.
  ///
  /// By its number a file is followed to another name, if its old one is free, or taken by a file that was itself
  /// renamed: an editor's copy of what it replaces, and what another program puts in its place, are new. A file that
  /// was renamed over another has taken that one's place, as a program's new text does, unless its own name was taken
  /// by a third: then the one that it was renamed over is without a file. Last, what is missing is looked for by its
  /// text.
  ///
  /// - Parameters:
  ///   - rows: what was there, by its path.
  ///   - gone: rows of files that were gone already.
  ///   - returned: the paths of such files that are there again, with the texts that they had: they are no others.
  ///   - files: what is there.
  /// - Returns: by the row's path the file's, where these differ, or where a row of `gone` has a file again.
  package static func found(
    _ rows: [FilePath: KnownFile], gone: [(path: FilePath, file: KnownFile)] = [],
    returned: Set<FilePath> = [], among files: [FilePath: KnownFile]
  ) -> [FilePath: FilePath] {
    var moves = byNumber(rows, files)
    let targets = Set(moves.values)
    let missing = rows.keys.filter { moves[$0] == nil && (files[$0] == nil || targets.contains($0)) }.sorted()
    if missing.isEmpty, gone.isEmpty { return moves }
    var free = FreeFiles(files, taken: targets) { rows[$0] == nil || moves[$0] != nil }
    let lost = missing.compactMap { path in rows[path].map { (path: path, file: $0) } }
    func follow(_ known: [(path: FilePath, file: KnownFile)]) {
      for (path, file) in known where files[path] == nil || targets.contains(path) {
        if let new = free.take(file.hash, likeliest: path.name) { moves[path] = new }
      }
    }
    follow(lost)
    free.leave(returned)
    follow(gone)
    return moves
  }

  private static func byNumber(
    _ rows: [FilePath: KnownFile], _ files: [FilePath: KnownFile]
  ) -> [FilePath: FilePath] {
    // A number may have been that of a file before, too.
    var owners: [UInt64: [FilePath]] = [:]
    for path in rows.keys.sorted(by: >) { if let row = rows[path] { owners[row.mark.inode, default: []].append(path) } }
    var moves: [FilePath: FilePath] = [:]
    // Of several names of one file the first counts.
    for path in files.keys.sorted() {
      guard let file = files[path], let owners = owners[file.mark.inode] else { continue }
      let same = owners.filter { rows[$0]?.isSame(as: file) == true }
      if !same.contains(path), let owner = same.first(where: { moves[$0] == nil }) { moves[owner] = path }
    }
    let targets = Set(moves.values)
    return moves.filter { from, to in
      targets.contains(from) || files[from] == nil && (rows[to] == nil || moves[to] != nil)
    }
  }
}

/// Files that no row has, by their texts.
private struct FreeFiles {
  /// The last is the first to be taken; those in `taken` are no more.
  private var byHash: [UInt128: [FilePath]] = [:]
  private var byName: [Name: [FilePath]] = [:]
  private var taken: Set<FilePath>

  private struct Name: Hashable {
    let hash: UInt128
    let name: FilePath
  }

  init(_ files: [FilePath: KnownFile], taken: Set<FilePath>, where isFree: (FilePath) -> Bool) {
    self.taken = taken
    for path in files.keys.sorted(by: >) where !taken.contains(path) && isFree(path) {
      // Nobody knows an empty file again.
      guard let file = files[path], file.mark.size > 0 else { continue }
      byHash[file.hash, default: []].append(path)
      byName[Name(hash: file.hash, name: FilePath(path.name)), default: []].append(path)
    }
  }

  /// A file with a text, if possible by that name.
  mutating func take(_ hash: UInt128, likeliest name: String) -> FilePath? {
    guard byHash[hash] != nil else { return nil }
    let name = Name(hash: hash, name: FilePath(name))
    let new = Self.pop(&byName[name, default: []], taken) ?? Self.pop(&byHash[hash, default: []], taken)
    if let new { taken.insert(new) }
    return new
  }

  /// Leaves files to the rows that have their paths.
  mutating func leave(_ paths: Set<FilePath>) { taken.formUnion(paths) }

  private static func pop(_ paths: inout [FilePath], _ taken: Set<FilePath>) -> FilePath? {
    while let path = paths.popLast() { if !taken.contains(path) { return path } }
    return nil
  }
}
