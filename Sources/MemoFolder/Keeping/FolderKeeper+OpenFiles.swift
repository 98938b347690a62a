package import MemoModel
package import Platform

/// Work on open files that has to wait.
struct HeldFiles {
  /// Files to be written, removed or renamed after they are closed.
  var untilClosed: Set<MemoID> = []
  /// Files that somebody has written: their text, and when the write was first seen. Usually it was the client, and the
  /// memo gets the same text a moment later.
  var written: [FilePath: (hash: UInt128, since: ContinuousClock.Instant)] = [:]
  /// The memos whose files were seen open: what these said before may be what an editor wrote.
  var opened: Set<MemoID> = []
}

/// A file that a client of any process has open belongs to that client: the keeper does not write it. What is written
/// to such a file goes into the memo only if the client itself does not bring it within two seconds.
extension FolderKeeper {
  /// The time that a client has to report what it saved.
  private static let patienceWithClients = Duration.seconds(2)
  /// The pause between checks whether the clients that work is waiting for are still alive.
  private static let lookingAgain = Duration.seconds(1)

  /// Reads which files are open, and takes up the work that waited for files that are closed by now, or whose client is
  /// gone.
  func findOpenFiles() throws(StoreError) {
    openFiles = try store.filesOpen()
    let open = openFiles.here.union(openFiles.elsewhere)
    heldFiles.opened.formUnion(open)
    var rows: [FileRow] = []
    for id in open {
      guard var row = known[id], row.followsTitle else { continue }
      row.followsTitle = false
      rows.append(row)
    }
    if !rows.isEmpty { try noteRows(rows) }
    let closed = heldFiles.untilClosed.filter { !openFiles.contains($0) }
    heldFiles.untilClosed.subtract(closed)
    memos.formUnion(closed)
    if !heldFiles.untilClosed.isEmpty { report.due(by: time.instant() + Self.lookingAgain) }
  }

  /// Whether a memo's file is open; if so, the keeper comes back to it after it is closed.
  func holds(_ id: MemoID) -> Bool {
    guard openFiles.contains(id) else { return false }
    heldFiles.untilClosed.insert(id)
    report.due(by: time.instant() + Self.lookingAgain)
    return true
  }

  /// The same just before the file is touched: somebody may have opened it since it was decided on.
  func holdsNow(_ id: MemoID) throws(StoreError) -> Bool {
    openFiles = try store.filesOpen()
    return holds(id)
  }

  /// Whether a decision on an open file has to wait for its client.
  func leaves(
    _ decision: Decision, _ found: FolderCases.Case, _ row: FileRow, _ memo: StoredMemo?, _ batch: inout FolderBatch
  ) throws(StoreError) -> Bool {
    switch decision {
    case .writeFile, .removeFile:
      guard holds(row.id) else { return false }
      // Another file may say the same, as after a checkout of another state and one of this.
      if let file = found.file, file.hash == row.hash, file.mark != row.mark {
        batch.rows.append(FileRow(found.path, row.id, revision: row.revision, file, followsTitle: row.followsTitle))
      }
      return true
    case .takeIn, .merge, .bringBack:
      guard case .text(let hash) = found.state, let file = found.file, let memo else { return false }
      if decision == .merge, let revision = try store.savedState(of: memo.metadata.id, since: row, hash) {
        heldFiles.written[found.path] = nil
        batch.rows.append(FileRow(found.path, row.id, revision: revision, file))
        return holds(row.id)
      }
      let now = time.instant()
      var since = now
      if let written = heldFiles.written[found.path], written.hash == hash { since = written.since }
      if now - since >= Self.patienceWithClients {
        heldFiles.written[found.path] = nil
        return false
      }
      heldFiles.written[found.path] = (hash, since)
      lookLater(found.path)
      report.due(by: since + Self.patienceWithClients)
      return true
    case .nothing, .agree, .forget, .wait, .hold, .release, .makeMemo, .trashMemo:
      heldFiles.written[found.path] = nil
      return false
    }
  }

  /// Takes over what was noted of a file for its client: the memo has all that it says, so it only has to follow.
  ///
  /// - Returns: false if nothing was noted of what it says now.
  func noteTold(
    _ found: FolderCases.Case, _ memo: StoredMemo?, _ batch: inout FolderBatch
  ) throws(StoreError) -> Bool {
    guard let row = found.row, let file = found.file, let memo, let told = try store.fileRow(at: row.path),
      told.id == row.id, told.isPresent, told.hash == file.hash
    else { return false }
    heldFiles.written[found.path] = nil
    if told.revision == 0, let bytes = bytes(of: found, file) { noteMerged(file.hash, bytes, memo) }
    batch.rows.append(FileRow(found.path, row.id, revision: told.revision, file, followsTitle: row.followsTitle))
    memos.insert(row.id)
    return true
  }

  /// A file whose client has written a state of the memo since file and memo were last found equal, and that another
  /// program has rewritten before that was seen: what both have in common is that state.
  func sinceTold(_ found: FolderCases.Case) throws(StoreError) -> FolderCases.Case {
    guard let row = found.row, found.file != nil, let told = try store.fileRow(at: row.path), told.id == row.id,
      told.isPresent, told.revision != 0, told.hash != row.hash
    else { return found }
    var found = found
    found.row?.revision = told.revision
    found.row?.hash = told.hash
    return found
  }

  /// Notes that a file says what its memo did before that was changed further, as where an editor has written what it
  /// had given to the memo, and then closed the file. That is no change of another's: the file only has to follow.
  ///
  /// - Returns: false if it says something else.
  func noteSaved(
    _ found: FolderCases.Case, _ memo: StoredMemo?, _ batch: inout FolderBatch
  ) throws(StoreError) -> Bool {
    guard let row = found.row, let file = found.file, let memo,
      let revision = try store.savedState(of: memo.metadata.id, since: row, file.hash),
      try mayHaveWritten(revision, of: memo, since: row)
    else { return false }
    batch.rows.append(FileRow(found.path, row.id, revision: revision, file, followsTitle: row.followsTitle))
    memos.insert(row.id)
    return true
  }
}

extension MemoStore {
  /// Whether a memo has all the words of its file, whose text has this hash: whoever keeps the folder has taken them
  /// in, or they were a client's, who gave them to the memo first.
  package func hasWords(ofFile row: FileRow, _ hash: UInt128) throws(StoreError) -> Bool {
    if row.isGone || row.isReleased { return false }
    if hash == row.hash { return true }
    return try savedState(of: row.id, since: row, hash) != nil
  }

  /// Notes that a memo, as it is stored, has all that its client has written into its file, perhaps beside words of
  /// others. For whoever keeps the folder the file is no change then; and if another program has rewritten it since,
  /// that is a change of what the client has written, and of nothing before that.
  ///
  /// - Parameters:
  ///   - text: what the client has written. If the file says something else, it must be a state of the memo.
  ///   - id: the memo.
  ///   - folder: the folder.
  ///   - limit: the most bytes that a memo may have.
  /// - Throws: ``StoreError`` if the store can't be read or written; then nothing was noted.
  package func noteWritten(
    _ text: [UInt8], of id: MemoID, in folder: OpenFolder, limit: Int
  ) throws(StoreError) {
    guard let path = try files(of: [id])[id]?.path, let row = try fileRow(at: path), row.isPresent,
      case .text(let bytes, let hash, let mark) = FileText.read(FilePath(path), in: folder, limit: limit),
      hash != row.hash
    else { return }
    let told = ContentHash.of(text)
    let revision = try savedState(of: id, since: row, told)
    var written = FileRow(
      FilePath(path), id, revision: revision ?? 0, KnownFile(mark, hash), followsTitle: row.followsTitle)
    if bytes != text {
      guard let revision else { return }
      // By its mark the file still counts as changed.
      written = row
      (written.revision, written.hash) = (revision, told)
    }
    try note([written], forgetting: [])
  }

  /// The revision that has a file's text, if it is newer than the one last in sync: the client saved that text and
  /// typed on.
  func savedState(of id: MemoID, since row: FileRow, _ hash: UInt128) throws(StoreError) -> Int? {
    for entry in try history(id, before: nil, limit: FolderKeeper.mostStates).entries {
      if entry.revision == row.revision { return nil }
      if let state = try memo(id, revision: entry.revision), ContentHash.of(state.text) == hash {
        return entry.revision
      }
    }
    return nil
  }
}
