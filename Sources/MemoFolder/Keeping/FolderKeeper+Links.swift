import MemoEngine
import MemoMarkup
import MemoModel
import Platform

/// Links by path, which follow files that another program has moved, where people want that.
///
/// What the links led to is known as long as the rows have the old paths. So texts that changed at the same time are
/// taken in first; then the links' edits and the new paths are one transaction. A crash leaves both or neither; in the
/// latter case the files are found to be moved once more.
extension FolderKeeper {
  /// The number of times that others may change memos meanwhile before the links are left.
  private static let mostAttempts = 8

  /// Notes which files have another name than before.
  ///
  /// - Returns: the cases as they are then.
  func noteMoved(_ cases: FolderCases) throws(StoreError) -> FolderCases {
    report.moved += cases.moved.count
    if cases.moved.isEmpty { return cases }
    try trashOverwritten(cases.overwritten)
    if folder.followsLinks { try takeInFirst(cases) }
    var rows: [FileRow] = []
    for row in cases.moved { if let known = known[row.id] { rows.append(try moved(known, to: row.path)) } }
    // All at once: of two that changed places none is without a row if the other's is stored first.
    if folder.followsLinks {
      try noteFollowed(rows, beside: cases.found.filter { $0.row == nil && $0.file != nil }.map(\.path.description))
    } else {
      try noteRows(rows)
    }
    return cases.withRows { known[$0.id] ?? (unsynced[$0.id] == nil ? nil : $0) }
  }

  /// The row of a file with another path. A name that somebody gave it does not follow the title any more.
  private func moved(_ row: FileRow, to path: String) throws(StoreError) -> FileRow {
    var other = row.moved(to: path)
    let (old, new) = (FilePath(row.path).name, FilePath(path).name)
    guard row.followsTitle, !old.utf8.elementsEqual(new.utf8), let memo = try store.memos([row.id]).first else {
      return other
    }
    other.followsTitle = new.utf8.elementsEqual(titled(memo, suffix: FilePath(path).suffix).utf8)
    return other
  }

  /// Takes in what was changed in files, by the paths that they had.
  private func takeInFirst(_ cases: FolderCases) throws(StoreError) {
    let changed = cases.found.filter { found in
      guard let row = found.row, let file = found.file else { return false }
      return row.isPresent && row.hash != file.hash
    }
    for portion in portions(of: changed, Self.filePortion, bytes: { ($0.file?.mark.size ?? 0) + ($0.row?.size ?? 0) }) {
      let stored = try memos(portion.compactMap { $0.row?.id })
      var batch = FolderBatch()
      for found in portion { try decide(found, found.row.flatMap { stored[$0.id] }, &batch) }
      func placed(_ row: FileRow) -> FileRow { row.moved(to: known[row.id]?.path ?? row.path) }
      batch.entries = batch.entries.map { FolderBatch.Entry(changes: $0.changes, row: placed($0.row)) }
      // Files are written, and go, once their places are known.
      (batch.rows, batch.writes, batch.removals) = (batch.rows.map(placed), [], [])
      try carryOut(batch)
    }
  }

  private func noteFollowed(_ rows: [FileRow], beside arriving: [String]) throws(StoreError) {
    for _ in 0..<Self.mostAttempts {
      let files = try store.files(of: rows.map(\.id))
      let moves = rows.compactMap { row in
        files[row.id].map { FileMove(row.id, from: $0, to: MemoFile(path: row.path, followsTitle: row.followsTitle)) }
      }.filter { known[$0.id]?.isGone == false && !$0.old.path.utf8.elementsEqual($0.new.path.utf8) }
      let released = Set(known.rows.filter(\.isReleased).map(\.id))
      let links = try MovedLinks(
        moves, arriving: arriving, beside: namesakes(of: moves), leavingOut: released, of: store, limit: limit,
        now: time.date())
      let noted = keepingGone(rows, forgetting: [])
      let stale = try store.write(links.changes.map(\.change), noting: noted, forgetting: [])
      guard stale.isEmpty else { continue }
      reached(.stored)
      remember(noted, forgetting: [])
      report.followed += links.links
      memos.formUnion(links.changes.map(\.change.id))
      return
    }
    try noteRows(rows)
  }

  /// Memos whose files are called as moved ones are now, in whatever folders.
  private func namesakes(of moves: [FileMove]) -> [MemoID] {
    let ids = Set(moves.map(\.id))
    let names = Set(moves.flatMap { FileForm($0.new.path).lastNames })
    return known.rows.filter { row in
      row.isPresent && !ids.contains(row.id) && !names.isDisjoint(with: FileForm(row.path).lastNames)
    }.map(\.id)
  }
}

extension FileForm {
  /// The names that a link may call it by, without its folders.
  fileprivate var lastNames: [String] { [stem, names.last, leadingNumber].compactMap(\.self) }
}

extension FileRow {
  /// The row of the file with another path.
  fileprivate func moved(to path: String) -> FileRow {
    var row = self
    row.path = path
    return row
  }
}
