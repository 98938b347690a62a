import MemoModel
import Platform

/// The changes below a folder since its rows were written, as far as they are told without reading a file.
struct TreeComparison {
  /// Files that are new, or not what they were: to be read.
  private(set) var toRead: [FilePath: FileMark] = [:]
  /// Rows without a file, and what stands there instead: nothing, or something that is no memo. Of those that go their
  /// own ways only what may have a file again, and has none.
  private(set) var missing: [FilePath: SkipReason?] = [:]
  /// The paths that are no memos, and why, for people to be told.
  private(set) var skipped: [FilePath: SkipReason] = [:]
  /// The number of files that are what they were.
  private(set) var unchanged = 0
  /// Whether all folders are watched, if they were to be.
  private(set) var isWatched = true

  /// Reads a tree.
  ///
  /// - Parameters:
  ///   - known: what files were like when they were last equal to their memos.
  ///   - path: the folder that is looked at, with all below it; what is elsewhere is neither there nor missing.
  init(_ known: KnownFiles, _ reader: inout TreeReader, below path: FilePath = "") {
    let rows = known.rows
    var seen = [Bool](repeating: false, count: rows.count)
    var unseen = known.present
    var others: [FilePath: SkipReason] = [:]
    isWatched = reader.read(path, known) { finding in
      switch finding {
      case .known(let place):
        unchanged += 1
        if !seen[place] { (seen[place], unseen) = (true, unseen - 1) }
      case .file(let path, let mark):
        toRead[path] = mark
        guard let place = known.place(of: path), known.isPresent(at: place) else { return }
        if !seen[place] { (seen[place], unseen) = (true, unseen - 1) }
      case .skipped(let path, let reason): others[path] = reason
      }
    }
    skipped = others.filter { $0.value.isTold }
    if unseen == 0, known.released == 0 { return }
    // What is in the place of a folder and is a file has nothing in it.
    let folders = others.filter { $0.value != .noNote && $0.value != .noFile }
    for (place, row) in rows.enumerated() where !seen[place] && (row.isPresent || row.isReleased) {
      let (row, isReleased) = (FilePath(row.path), row.isReleased)
      guard row.isBelow(path), !isReleased || toRead[row] == nil else { continue }
      // A folder that is left alone, or can't be read, has what is in it all the same.
      let reason = others[row] ?? ([path] + row.folders).lazy.compactMap { folders[$0] }.first
      if isReleased, reason != nil || Skipping.leavesAlone(row, reader.rules) { continue }
      missing[row] = .some(reason)
    }
  }
}
