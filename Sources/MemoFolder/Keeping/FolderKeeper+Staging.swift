import JSON
import MemoEngine
import MemoModel
import MemoText
import Platform

extension FolderKeeper {
  /// Sees to it that staging is looked at once what was put there now is old enough, or after another time.
  func stagingDue(after milliseconds: Int = StagedFile.keeping) {
    let due = time.instant() + .milliseconds(milliseconds)
    stagingLook = min(stagingLook ?? due, due)
  }

  /// The age of a file in staging, in milliseconds. The clock may have been put forward or back since this process put
  /// it there; of others' files nothing else tells it.
  private func age(ofStaged number: Int) -> Int {
    stagedSince[number].map { Int((time.instant() - $0) / .milliseconds(1)) }
      ?? time.date().millisecondsSince1970 - number
  }

  /// Looks at what is in staging: what a crash left, and what came out of files' places. What somebody wrote into that
  /// is merged; what is old goes.
  func sweepStaging() throws(StoreError) {
    if let look = stagingLook, look <= time.instant() {
      (stagingLook, stagingProblems) = (nil, [:])
      // In this order what came to its place is told from what is still in staging.
      for name in folder.staged.sorted() { try sweep(name) }
      if !stagedSince.isEmpty {
        let left = Set(folder.staged.compactMap { StagedName($0)?.number })
        stagedSince = stagedSince.filter { left.contains($0.key) }
      }
    }
    report.problems.merge(stagingProblems) { $1 }
    if let look = stagingLook { report.due(by: look) }
  }

  private func sweep(_ name: String) throws(StoreError) {
    let entry = FolderEntry(folder: folder.staging, name: name)
    if case .merged(_, let hash, let id)? = StagedName(name), try isMergedStill(hash, id) { return }
    if case .unsynced(_, let hash, let id)? = StagedName(name), unsynced[id] == hash { return }
    if case .placed(let number, let hash, let file, let id)? = StagedName(name) {
      if unsynced[id] != nil { return }
      try notePlaced(entry, number, hash, file, id)
    }
    guard case .exchanged(let number, let expected, let new, let file, let id)? = StagedName(name) else {
      // Nobody has seen it.
      _ = entry.remove()
      return
    }
    if stagedSince[number] == nil { syncLeft(expected, new, id) }
    if let file { try noteExchanged(entry, expected, new, file, id) }
    exchange.renewCopy(entry)
    let age = age(ofStaged: number)
    // Asked first: what is written before it is closed is read.
    let isOpen = age >= StagedFile.keeping && entry.isOpenForWriting == true
    switch FileText.read(FilePath(name), in: folder.staging, limit: limit) {
    case .text(_, let hash, _) where hash == expected || hash == new:
      // Another process put it there, and the clock was put back since: then its time begins now.
      guard age >= 0 else {
        rename(entry, to: .exchanged(number: nextNumberToStay(), expected: expected, new: new, file: file, id: id))
        return stagingDue()
      }
      guard age >= StagedFile.keeping else { return stagingDue(after: StagedFile.keeping - age) }
      guard !isOpen else { return stagingDue(after: min(age, StagedFile.longestPause)) }
      if merged[id]?.hash == expected { merged[id] = nil }
      if aside[id]?.hash == expected { aside[id] = nil }
      exchange.replaced.leave(name)
      _ = entry.remove()
    case .text(_, _, let mark) where isAnothers(mark, besides: id):
      exchange.replaced.leave(name)
      _ = entry.remove()
    case .text(_, _, let mark) where (0..<Self.mostPatienceWithWriters).contains(age) && isEmptied(mark):
      stagingDue(after: 50)
    case .text(let bytes, let hash, let mark):
      let memo = try owner(ofStaged: id, expected, new)
      let owner = memo?.metadata.id ?? id
      guard try takeAside(bytes, hash, of: owner, memo, mark, expected) else { return stagingDue(after: 0) }
      reached(.takenAside)
      // It is what was to be expected from now on.
      rename(entry, to: .exchanged(number: nextNumberToStay(), expected: hash, new: hash, id: owner))
      reached(.calledAnew)
      stagingDue()
    case .gone: break
    case .changing: stagingDue(after: 50)
    // Nobody's words are thrown away that can't be read.
    case .skipped(let reason):
      if reason.releases, putBack(entry, expected, new, id) { return stagingDue(after: 0) }
      stagingProblems[FilePath("\(NotesFolder.ownName)/staging/\(name)")] = reason.sentence
      stagingDue(after: Int(Self.retry.components.seconds) * 1000)
    }
  }

  /// The longest wait for whoever goes on writing into what came out, in milliseconds.
  private static let mostPatienceWithWriters = 2_000

  /// Whether somebody seems to be about to write into what came out: as with a file in its place, that it is empty in
  /// between is no text of anybody's.
  private func isEmptied(_ mark: FileMark) -> Bool {
    guard mark.size == 0, let age = age(mark) else { return false }
    return age < Self.patience
  }

  /// Notes an exchange that its row does not tell yet, since a crash, or the store's failure, came in between: the file
  /// that the row knows has come out. The new one is the memo's from then on, wherever others have put it by now, and
  /// what they wrote into it is a change of its text. What has other names may not have come out.
  private func noteExchanged(
    _ entry: FolderEntry, _ expected: UInt128, _ new: UInt128, _ file: FileNumber, _ id: MemoID
  ) throws(StoreError) {
    guard let row = known[id], row.isPresent, row.hash == expected, unsynced[id] == nil,
      let out = FileStatus(entry), out.links == 1, out.mark.isSameFile(as: row.mark)
    else { return }
    let memo = try store.memos([id]).first
    let state = try memo.flatMap { memo throws(StoreError) in try pastState(of: memo, new, addedTo: []) }
    // Its bytes are still to be read.
    let mark = FileMark(
      size: row.size, modified: 0, changed: 0, inode: file.inode, born: file.born, permissions: out.permissions)
    let exchanged = FileRow(
      FilePath(row.path), id, revision: state?.revision ?? 0, KnownFile(mark, new), followsTitle: row.followsTitle)
    try noteRows([exchanged])
  }

  /// Notes a new file that came to its place, which no row tells yet, likewise. If nothing is there now, nor the file
  /// anywhere else, the memo is written to a file once more.
  private func notePlaced(
    _ entry: FolderEntry, _ number: Int, _ hash: UInt128, _ file: FileNumber, _ id: MemoID
  ) throws(StoreError) {
    guard known[id] == nil, let memo = try store.memos([id]).first,
      let bytes = FileText.bytes(of: FilePath(entry.name), in: folder.staging, atMost: Int(PATH_MAX)), !bytes.isEmpty,
      case let path = FilePath(String(decoding: bytes, as: UTF8.self)), known[path] == nil,
      !folder.staged.contains(where: { StagedName($0).map { $0.isExchanged && $0.number == number } ?? false })
    else { return }
    let mark = FileMark(size: 0, modified: 0, changed: 0, inode: file.inode, born: file.born)
    guard folder.root.entry(path).flatMap({ FileStatus($0) })?.kind == .file || isAnywhere(mark) else { return }
    let state = try pastState(of: memo, hash, addedTo: [])
    try noteRows([FileRow(path, id, revision: state?.revision ?? 0, KnownFile(mark, hash))])
  }

  /// Whether a file that no row knows is in the folder.
  private func isAnywhere(_ mark: FileMark) -> Bool {
    var reader = TreeReader(folder.root, rules: rules, watch: nil)
    return TreeComparison(known, &reader, below: "").toRead.values.contains { $0.isSameFile(as: mark) }
  }

  /// Whether what came out of a memo's place is another memo's file under a second name: what is written there is that
  /// memo's.
  func isAnothers(_ mark: FileMark, besides id: MemoID) -> Bool {
    known.rows.contains { row in
      guard !row.isGone, row.id != id, row.inode == Int(Int64(bitPattern: mark.inode)) else { return false }
      return folder.root.entry(FilePath(row.path)).flatMap { FileStatus($0) }?.mark.isSameFile(as: mark) == true
    }
  }

  private func rename(_ entry: FolderEntry, to other: StagedName) {
    guard entry.moveToFree(FolderEntry(folder: folder.staging, name: other.name)) == .done else { return }
    exchange.replaced.rename(entry.name, to: other.name)
  }

  /// Puts what is no text where it was, if a crash came in between.
  private func putBack(_ staged: FolderEntry, _ expected: UInt128, _ new: UInt128, _ id: MemoID) -> Bool {
    guard let row = known[id], let place = folder.root.entry(FilePath(row.path)) else { return false }
    lookAgain(FilePath(row.path))
    if expected == new { return staged.moveToFree(place) == .done }
    switch FileText.read(FilePath(row.path), in: folder.root, limit: limit) {
    case .text(_, new, _): return exchange.putBack(staged, place, new)
    // Somebody has moved what came in its place.
    case .gone: return staged.moveToFree(place) == .done
    default: return false
    }
  }

  /// The memo whose file came out of its place; nil if it was destroyed. A process with another store, from another
  /// home, may have put the file there: then it is that of a memo that says what was there, or what came there.
  private func owner(ofStaged id: MemoID, _ expected: UInt128, _ new: UInt128) throws(StoreError) -> StoredMemo? {
    if let memo = try store.memos([id]).first { return memo }
    // Nobody knows an empty file again.
    let row = known.rows.first { $0.isPresent && $0.size > 0 && [expected, new].contains($0.hash) }
    guard known[id] == nil, let row else { return nil }
    return try store.memos([row.id]).first
  }

  /// Merges what somebody wrote into a file that was no longer in its place; false if it has to be tried again.
  private func takeAside(
    _ bytes: [UInt8], _ hash: UInt128, of id: MemoID, _ memo: StoredMemo?, _ mark: FileMark, _ expected: UInt128
  ) throws(StoreError) -> Bool {
    guard let text = Rope(validatingUTF8: bytes) else { return false }
    let modifiedAt = min(Timestamp(nanosecondsSince1970: mark.modified), time.date())
    guard let memo else {
      let change = OutsideChange(making: id, of: text, createdAt: modifiedAt, modifiedAt: modifiedAt)
      memos.insert(id)
      return try store.write([change.change], noting: [], forgetting: []).isEmpty
    }
    // What both started from is what was expected to come out.
    let base = try pastState(of: memo, expected, addedTo: bytes)
    let changes = try taking(text, into: memo, base: base, modifiedAt: modifiedAt)
    // A crash may have come after the copy was made.
    let isThere = changes.count > 1 ? try hasCopy(id, bytes, hash) : false
    if !isThere {
      // Where the memo has changed meanwhile, it is tried again from what both started from.
      guard try store.write(changes.map(\.change), noting: [], forgetting: []).isEmpty else { return false }
      memos.formUnion(changes.map(\.change.id))
      report.takenIn += 1
      report.copies += changes.dropFirst().map(\.change.id)
    }
    aside[id] = (hash, Self.state(of: memo, bytes))
    return true
  }

  /// Whether a memo has a copy that lives and says just this.
  private func hasCopy(_ id: MemoID, _ bytes: [UInt8], _ hash: UInt128) throws(StoreError) -> Bool {
    let known = known.rows.filter { $0.hash == hash && !$0.isGone }.map(\.id)
    for other in try known + store.memosUnlikeFiles() {
      guard try store.bytes(of: other) == bytes.count, let memo = try store.memos([other]).first else { continue }
      guard case .string(id.description)? = memo.metadata.properties["conflictOf"] else { continue }
      if !memo.metadata.isTrashed, memo.text == bytes { return true }
    }
    return false
  }
}
