import MemoModel
import Platform

/// Files that were written, or taken away, while the disk failed. After that nobody knows what is there, whatever the
/// disk says later: a file is written anew, and only when that is on the disk does its row say that it equals its memo.
extension FolderKeeper {
  /// Notes that what a file is now may not be on the disk, also for the next who keeps the folder, and tells it.
  ///
  /// - Parameters:
  ///   - hash: that of its text; 0 if it was taken away.
  ///   - code: the `errno` that says why.
  func noteUnsynced(_ id: MemoID, _ hash: UInt128, _ path: FilePath, _ code: Int32) {
    problem(path, id, Self.doubt(isGone: hash == 0) + (FileExchange.cause(.unsynced(code)) ?? ""))
    lookLater(path)
    if unsynced.updateValue(hash, forKey: id) == hash { return }
    let name = StagedName.unsynced(number: nextStagingNumber(), hash: hash, id: id).name
    if let file = folder.staging.open(FilePath(name), O_CREAT | O_EXCL | O_WRONLY, permissions: 0o600) { close(file) }
  }

  /// The end of a sentence that says that a file is as it is to be, but may not stay so.
  static func doubt(isGone: Bool) -> String {
    "\(isGone ? "is removed" : "has its memo's text"), but that may not be on the disk yet"
  }

  /// Finds what was noted before.
  func findUnsynced() {
    for name in folder.staged {
      guard case .unsynced(_, let hash, let id)? = StagedName(name) else { continue }
      if known[id]?.present != hash { unsynced[id] = hash }
    }
  }

  /// Notes that rows say by now what is on the disk.
  func endUnsynced(_ ids: [MemoID]) {
    if unsynced.isEmpty { return }
    for id in ids { if unsynced.removeValue(forKey: id) != nil { stagingDue(after: 0) } }
  }

  /// Whether what a row is to say of a file may not be on the disk.
  private func mayBeLost(_ row: FileRow) -> Bool { unsynced[row.id] == row.present }

  /// The state that a file and its memo had in common: what was written last, or taken away, is no change of anybody's,
  /// though no row says so yet.
  func agreement(_ found: FolderCases.Case, _ memo: FolderMemoState) -> Agreement? {
    guard let row = found.row, let hash = unsynced[row.id] else { return found.row?.agreement }
    if let file = found.file, file.hash == hash { return Agreement(.text(hash)) }
    if found.file == nil, hash == 0, case .text = memo { return Agreement(.gone) }
    return row.agreement
  }

  /// Takes new files for those of memos that were written while the disk failed, and have no row yet, by their numbers
  /// or else by their texts. The memos may have been changed since.
  func findPlaced(_ cases: inout FolderCases) throws(StoreError) {
    let ids = unsynced.keys.filter { unsynced[$0] != 0 && known[$0] == nil }.sorted()
    if ids.isEmpty { return }
    var numbers: [MemoID: FileNumber] = [:]
    for name in folder.staged {
      if case .placed(_, let hash, let file, let id)? = StagedName(name), unsynced[id] == hash { numbers[id] = file }
    }
    for id in ids {
      let new = cases.found.indices.filter { cases.found[$0].row == nil && cases.found[$0].file != nil }
      let place = new.first { numbers[id] != nil && cases.found[$0].file?.mark.file == numbers[id] }
      guard let hash = unsynced[id], let index = place ?? new.first(where: { cases.found[$0].file?.hash == hash }),
        let file = cases.found[index].file, let memo = try store.memos([id]).first
      else { continue }
      let state = try pastState(of: memo, hash, addedTo: [])
      let mark = file.hash == hash ? file.mark : file.mark.untrusted
      cases.found[index].row = FileRow(
        cases.found[index].path, id, revision: state?.revision ?? 0, KnownFile(mark, hash))
    }
  }

  /// Takes files for gone that were taken away here: nobody is about to replace them.
  func findTakenAway(_ cases: inout FolderCases) {
    if unsynced.isEmpty { return }
    for index in cases.found.indices where cases.found[index].state == .missing {
      if let row = cases.found[index].row, unsynced[row.id] == 0 { cases.found[index].state = .gone }
    }
  }

  /// Has files that may not be on the disk written anew before a row says what they are.
  func syncing(_ batch: FolderBatch) throws(StoreError) -> FolderBatch {
    if unsynced.isEmpty || otherStore != nil { return batch }
    var batch = batch
    batch.forgotten.removeAll { id in known[id].map { unsynced[id] == 0 && !isSynced($0.asGone) } ?? false }
    let rows = batch.rows.filter(mayBeLost)
    batch.rows.removeAll(where: mayBeLost)
    // As long as the disk fails, files are not to change again and again.
    for row in rows where isSynced(row) {
      if row.isGone {
        batch.rows.append(row)
      } else if let memo = try store.memos([row.id]).first {
        let (path, file) = (FilePath(row.path), KnownFile(row.mark, row.hash))
        batch.writes.append((memo, FolderCases.Case(path: path, row: row, state: .text(row.hash), file: file)))
      }
    }
    return batch
  }

  /// Whether the place of a file is on the disk now; if not, that is tried again.
  private func isSynced(_ row: FileRow) -> Bool {
    let code = sync(row)
    if code == 0 { return true }
    // Where it has no row yet, it is not to be written once more beside the file that there is.
    memos.remove(row.id)
    noteUnsynced(row.id, row.present, FilePath(row.path), code)
    return false
  }

  /// Brings what a crash may have left to the disk: nobody knows whether that is there, and the row is to say that file
  /// and memo are equal.
  func syncLeft(_ expected: UInt128, _ new: UInt128, _ id: MemoID) {
    guard var row = known[id] else { return }
    if expected == new, folder.root.entry(FilePath(row.path)).flatMap({ FileStatus($0) }) == nil {
      if row.isGone { return }
      row.isGone = true
    } else if expected == new || row.hash == new {
      return
    } else {
      row.hash = new
    }
    _ = isSynced(row)
  }

  /// Brings the place of a file to the disk, with the folders that it is in, and staging.
  ///
  /// - Returns: 0, or the `errno` that says why what is there may not be on the disk.
  func sync(_ row: FileRow) -> Int32 {
    let code = sync([""] + FilePath(row.path).folders)
    if code != 0 { return code }
    return exchange.syncNames(folder.staging.descriptor) ? 0 : errno
  }

  /// Brings the names in folders to the disk, up to one that is gone.
  ///
  /// - Returns: 0, or the `errno` that says why they may not be there.
  func sync(_ folders: [FilePath]) -> Int32 {
    for path in folders {
      guard let place = folder.root.folder(path) else { return errno == ENOENT ? 0 : errno }
      if !exchange.syncNames(place.descriptor) { return errno }
    }
    return 0
  }
}

extension FileRow {
  /// The hash of the file that there is; 0 for none.
  fileprivate var present: UInt128 { isGone ? 0 : hash }

  /// The same once there is no file.
  fileprivate var asGone: FileRow {
    var row = self
    row.isGone = true
    return row
  }
}
