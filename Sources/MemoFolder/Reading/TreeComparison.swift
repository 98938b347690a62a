package import Platform

/// What has changed below a folder since its rows were written, as far as that is told without reading a file.
package struct TreeComparison {
  /// Files that are new, or not what they were: to be read.
  package private(set) var toRead: [FilePath: FileMark] = [:]
  /// Rows without a file, and what stands there instead: nothing, or something that is no memo.
  package private(set) var missing: [FilePath: SkipReason?] = [:]
  /// What is no memo, for people to be told.
  package private(set) var skipped: [FilePath: SkipReason] = [:]
  /// How many files are what they were.
  package private(set) var unchanged = 0
  /// Whether all folders are watched, if they were to be.
  package private(set) var isWatched = true

  /// Reads a tree.
  ///
  /// - Parameters:
  ///   - rows: the marks that files had when they were last equal to their memos.
  ///   - path: the folder that is looked at, with all below it; what is elsewhere is neither there nor missing.
  package init(_ rows: [FilePath: FileMark], _ reader: inout TreeReader, below path: FilePath = "") {
    var seen: Set<FilePath> = []
    seen.reserveCapacity(rows.count)
    var others: [FilePath: SkipReason] = [:]
    isWatched = reader.read(path) { finding in
      switch finding {
      case .file(let path, let mark):
        if let row = rows[path] {
          seen.insert(path)
          if row == mark { unchanged += 1 } else { toRead[path] = mark }
        } else {
          toRead[path] = mark
        }
      case .skipped(let path, let reason): others[path] = reason
      }
    }
    guard seen.count < rows.count || !others.isEmpty else { return }
    for row in rows.keys where !seen.contains(row) && (row.isBelow(path) || path.isEmpty) {
      // A folder that is left alone, or can't be read, has what is in it all the same.
      missing[row] = .some(others[row] ?? ([path] + row.folders).lazy.compactMap { others[$0] }.first)
    }
    skipped = others.filter { $0.value.isTold }
  }
}
