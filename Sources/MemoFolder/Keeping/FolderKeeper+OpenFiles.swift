import MemoEngine
package import MemoModel
import MemoText
package import Platform

/// Work on open files that has to wait.
struct HeldFiles {
  /// Files to be written, removed or renamed after they are closed.
  var untilClosed: Set<MemoID> = []
  /// Files that somebody has written. Usually it was the client, and the memo gets the same text a moment later.
  var written: [FilePath: Written] = [:]
  /// The memos whose files were seen open: what these said before may be what an editor wrote.
  var opened: Set<MemoID> = []

  /// What somebody has written into a file.
  struct Written {
    /// The hash of the text, and the time at which it was first seen.
    let hash: UInt128, since: ContinuousClock.Instant
    /// The text, behind those that it was written over unless they had been taken in.
    let texts: [[UInt8]]

    /// The most texts that are kept.
    static let most = 4
  }
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
      let (now, former) = (time.instant(), heldFiles.written[found.path])
      let since = former.flatMap { $0.hash == hash ? $0.since : nil } ?? now
      if now - since >= Self.patienceWithClients {
        heldFiles.written[found.path] = nil
        return false
      }
      if former?.hash != hash {
        let texts = (former?.texts ?? []) + [bytes(of: found, file)].compactMap(\.self)
        heldFiles.written[found.path] = HeldFiles.Written(
          hash: hash, since: since, texts: texts.suffix(HeldFiles.Written.most))
      }
      lookLater(found.path)
      report.due(by: since + Self.patienceWithClients)
      return true
    case .nothing, .agree, .forget, .wait, .hold, .release, .makeMemo, .trashMemo:
      heldFiles.written[found.path] = nil
      return false
    }
  }

  /// Puts what another program has written into an open file into the memo's history once it is known that the client
  /// has written over it, perhaps without having read it, and without asking anybody.
  ///
  /// - Returns: whether the memo was changed for that, and has to be read again.
  func keepOverwritten(_ found: FolderCases.Case, _ memo: StoredMemo?) throws(StoreError) -> Bool {
    guard let written = heldFiles.written[found.path], case .text(let hash) = found.state, let row = found.row,
      let memo, !memo.metadata.isTrashed, try isClients(hash, of: memo, row)
    else { return false }
    let base = LineCounts(try base(row, memo)?.text ?? [])
    var (changes, last): ([StoreChange], StoredMemo) = ([], memo)
    for text in written.texts where ContentHash.of(text) != hash {
      let words = LineCounts(text).subtracting(base)
      guard words.hasWords, !words.isContained(in: LineCounts(memo.text)), let rope = Rope(validatingUTF8: text),
        try store.savedState(of: row.id, since: row, ContentHash.of(text)) == nil
      else { continue }
      (changes, last) = try Self.adding(rope, text, after: last, to: changes)
    }
    if !changes.isEmpty, let now = Rope(validatingUTF8: memo.text) {
      changes = try Self.adding(now, memo.text, after: last, to: changes).changes
      // What was changed meanwhile is decided on once more.
      guard try store.write(changes, journal: nil, together: false).isEmpty else { return true }
    }
    heldFiles.written[found.path] = nil
    return !changes.isEmpty
  }

  /// Some changes of a memo and the one that gives it another text after them.
  private static func adding(
    _ text: Rope, _ bytes: [UInt8], after memo: StoredMemo, to changes: [StoreChange]
  ) throws(StoreError) -> (changes: [StoreChange], memo: StoredMemo) {
    let change = try OutsideChange(memo.metadata, text, over: memo).change
    var metadata = memo.metadata
    metadata.version += 1
    let next = StoredMemo(metadata: metadata, text: bytes, revision: change.mark.revision, file: memo.file)
    return (changes + [change], next)
  }

  /// Whether it is known of a file's text that the file's client has written it.
  private func isClients(_ hash: UInt128, of memo: StoredMemo, _ row: FileRow) throws(StoreError) -> Bool {
    if hash == ContentHash.of(memo.text) { return true }
    let told = try store.fileRow(at: row.path)
    if let told, told.id == row.id, told.hash == hash, hash != row.hash { return true }
    return try store.savedState(of: row.id, since: row, hash) != nil
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
