import MemoEngine
import MemoModel
import Platform

extension FolderKeeper {
  /// Stores what was decided, and then writes files.
  func carryOut(_ batch: FolderBatch) throws(StoreError) {
    let batch = try syncing(batch)
    var entries = batch.entries
    let rows = batch.rows
    while !entries.isEmpty || !rows.isEmpty || !batch.forgotten.isEmpty {
      let noted = keepingGone(rows + entries.map(\.row), forgetting: batch.forgotten)
      let stale = try store.write(
        entries.flatMap { $0.changes.map(\.change) }, noting: noted, forgetting: batch.forgotten)
      if stale.isEmpty {
        reached(.stored)
        remember(noted, forgetting: batch.forgotten)
        break
      }
      // Somebody changed these since they were read: they are decided on once more, the others are stored.
      let ids = Set(stale.map(\.id))
      for entry in entries where ids.contains(entry.row.id) { lookAgain(FilePath(entry.row.path)) }
      entries.removeAll { ids.contains($0.row.id) }
    }
    if otherStore != nil { return leaveFiles(of: batch) }
    var written: [FileRow] = []
    var forgotten: [MemoID] = []
    var titled: [(row: FileRow, memo: StoredMemo)] = []
    for (memo, found) in batch.writes where try !holdsNow(memo.metadata.id) {
      guard let row = write(memo, found) else { continue }
      written.append(row)
      if row.followsTitle { titled.append((row, memo)) }
    }
    for (memo, found, row) in batch.removals where try !holdsNow(row.id) && remove(found, row, forEver: memo == nil) {
      if let memo {
        var row = row
        (row.isGone, row.revision) = (true, memo.revision)
        written.append(row)
      } else {
        forgotten.append(row.id)
      }
    }
    guard !written.isEmpty || !forgotten.isEmpty else { return }
    try noteRows(written, forgetting: forgotten)
    var renamed: [FileRow] = []
    for (row, memo) in titled where try !holdsNow(row.id) {
      let other = following(row, memo)
      if other != row { renamed.append(other) }
    }
    if !renamed.isEmpty { try noteRows(renamed) }
  }

  /// Leaves files as they are, since a process that keeps them equal to another store has them.
  private func leaveFiles(of batch: FolderBatch) {
    let reason = "since a process with another store, \(otherStore?.path ?? ""), keeps the folder; end that"
    for (memo, found) in batch.writes {
      problem(found?.formerPath ?? newPath(of: memo), memo.metadata.id, "isn't written, \(reason)")
    }
    for (_, found, row) in batch.removals { problem(found.path, row.id, "isn't removed, \(reason)") }
  }

  /// A memo without a file that says what a file does, which nobody else has taken yet: so a folder that is attached to
  /// a store that has its texts already makes no memo twice.
  func takeUnfiled(_ hash: UInt128) throws(StoreError) -> (MemoID, revision: Int)? {
    if unfiled == nil { unfiled = try unfiledMemos() }
    guard let found = unfiled?[hash]?.popLast(), known[found.id] == nil else { return nil }
    // It may have changed since: it is decided on with its row.
    memos.insert(found.id)
    return (found.id, found.revision)
  }

  private func unfiledMemos() throws(StoreError) -> [UInt128: [(id: MemoID, revision: Int)]] {
    var found: [UInt128: [(id: MemoID, revision: Int)]] = [:]
    let ids = memos.filter { known[$0] == nil }.sorted { $0.description < $1.description }
    for start in stride(from: 0, to: ids.count, by: Self.portion) {
      for memo in try store.memos(Array(ids[start..<min(start + Self.portion, ids.count)]))
      where !memo.metadata.isTrashed {
        found[ContentHash.of(memo.text), default: []].append((id: memo.metadata.id, revision: memo.revision))
      }
    }
    return found
  }
}
