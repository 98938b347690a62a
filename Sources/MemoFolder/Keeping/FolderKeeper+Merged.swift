import MemoModel
import Platform

/// Texts of files that memos take in beside words of their own, which the files don't have yet: whichever process comes
/// next merges from there, and takes no text for another.
extension FolderKeeper {
  /// Notes the text of a memo's file that is about to be merged. It is put aside first: once the memo has it, nothing
  /// else tells what the next merge starts from.
  func noteMerged(_ hash: UInt128, _ text: [UInt8], _ memo: StoredMemo) {
    let id = memo.metadata.id
    if merged.updateValue((hash, Self.state(of: memo, text)), forKey: id)?.hash == hash { return }
    let number = nextStagingNumber()
    let draft = FolderEntry(folder: folder.staging, name: StagedName.unfinished(number: number).name)
    let name = StagedName.merged(number: number, hash: hash, id: id).name
    guard
      let file = folder.staging.open(FilePath(draft.name), O_CREAT | O_EXCL | O_WRONLY, permissions: 0o600)
    else { return }
    defer { close(file) }
    guard Descriptors.writeAll(text, to: file) == 0, Disk.sync(file),
      draft.moveToFree(FolderEntry(folder: folder.staging, name: name)) == .done
    else {
      _ = draft.remove()
      return
    }
    _ = Disk.sync(folder.staging.descriptor)
    stagingDue()
  }

  /// The text that a file had when it was merged, as some process has put it aside; nil if none has.
  func keptMerged(_ row: FileRow) -> [UInt8]? {
    for name in folder.staged {
      guard case .merged(_, row.hash, row.id)? = StagedName(name),
        case .text(let bytes, row.hash, _) = FileText.read(FilePath(name), in: folder.staging, limit: limit)
      else { continue }
      return bytes
    }
    return nil
  }

  /// Whether a text that was put aside is what a file and its memo have in common, and nothing else of it is kept.
  func isMergedStill(_ hash: UInt128, _ id: MemoID) throws(StoreError) -> Bool {
    guard let row = known[id], !row.isGone, !row.isReleased, row.hash == hash else { return false }
    guard row.revision != 0, let state = try store.memo(id, revision: row.revision) else { return true }
    return ContentHash.of(state.text) != hash
  }
}
