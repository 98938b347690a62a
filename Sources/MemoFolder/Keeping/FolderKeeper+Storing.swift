import MemoEngine
import MemoMarkup
import MemoModel
import Platform

/// Memos that have no file yet. Only those as long as a file are read: of any others none says the same.
struct UnfiledMemos {
  /// Those whose texts are not known, by their lengths in bytes.
  var lengths: [Int: [MemoID]] = [:]
  /// The others, by their texts.
  var texts: [UInt128: [(id: MemoID, revision: Int)]] = [:]
}

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
    var titled: [(row: FileRow, memo: StoredMemo, hasLeft: Bool)] = []
    for (memo, found) in batch.writes where try !holdsNow(memo.metadata.id) {
      let follower = found?.row?.followsTitle == true ? found : nil
      let former = follower?.file.flatMap { file in follower.flatMap { bytes(of: $0, file) } }
      guard let row = write(memo, found) else { continue }
      written.append(row)
      if row.followsTitle { titled.append((row, memo, TypedTitle.isLeft(memo.text, since: former))) }
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
    for (row, memo, hasLeft) in titled where try !holdsNow(row.id) {
      let other = following(row, memo, hasLeft)
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
  func takeUnfiled(_ file: KnownFile) throws(StoreError) -> (MemoID, revision: Int)? {
    if unfiled == nil { unfiled = try unfiledMemos() }
    let ids = unfiled?.lengths.removeValue(forKey: file.mark.size) ?? []
    for portion in portions(of: ids, Self.portion, bytes: { _ in file.mark.size }) {
      for memo in try store.memos(Array(portion)) where !memo.metadata.isTrashed {
        unfiled?.texts[ContentHash.of(memo.text), default: []].append((id: memo.metadata.id, revision: memo.revision))
      }
    }
    guard let found = unfiled?.texts[file.hash]?.popLast(), known[found.id] == nil else { return nil }
    // It may have changed since: it is decided on with its row.
    memos.insert(found.id)
    return (found.id, found.revision)
  }

  private func unfiledMemos() throws(StoreError) -> UnfiledMemos {
    var unfiled = UnfiledMemos()
    for id in memos.sorted() where known[id] == nil {
      if let bytes = try store.bytes(of: id) { unfiled.lengths[bytes, default: []].append(id) }
    }
    return unfiled
  }
}
