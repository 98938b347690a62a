import MemoEngine
import MemoMarkup
import MemoModel
import MemoText
import Platform

extension FolderKeeper {
  /// Has memos made of new files on another thread, while others are stored: there it takes no time of what does that.
  func makingMemos(of cases: [FolderCases.Case]?) -> Meanwhile<[FilePath: OutsideChange]>? {
    guard let cases, cases.contains(where: { $0.row == nil && $0.file != nil }) else { return nil }
    return Meanwhile { [root = folder.root, limit, now = time.date()] in
      var made: [FilePath: OutsideChange] = [:]
      for found in cases where found.row == nil {
        guard let file = found.file, let bytes = found.bytes ?? Self.bytes(of: found, file, in: root, limit: limit),
          let text = Rope(validatingUTF8: bytes)
        else { continue }
        made[found.path] = Self.making(.unique(at: now), of: text, found.path, file, now: now)
      }
      return made
    }
  }

  /// A memo that is made of a file.
  private static func making(
    _ id: MemoID, of text: Rope, _ path: FilePath, _ file: KnownFile, now: Timestamp
  ) -> OutsideChange {
    let modifiedAt = min(Timestamp(nanosecondsSince1970: file.mark.modified), now)
    let born = Timestamp(nanosecondsSince1970: file.mark.born)
    let createdAt = file.mark.born > 0 ? min(born, modifiedAt) : modifiedAt
    return OutsideChange(
      making: id, of: text, in: MemoFile(path: path.description), createdAt: createdAt, modifiedAt: modifiedAt)
  }

  /// Makes a memo of a file, unless one that has none yet says the same.
  private func makeMemo(
    of found: FolderCases.Case, _ file: KnownFile, _ batch: inout FolderBatch, _ make: () -> OutsideChange
  ) throws(StoreError) {
    report.takenIn += 1
    if found.row == nil, let (id, revision) = try takeUnfiled(file) {
      batch.rows.append(FileRow(found.path, id, revision: revision, file))
      return
    }
    let change = make()
    let row = FileRow(found.path, change.change.id, revision: change.change.mark.revision, file)
    if found.row == nil { made.insert(row.id) }
    batch.entries.append(FolderBatch.Entry(changes: [change], row: row))
  }

  /// Gives a memo its file's text, or makes one of it.
  func takeIn(_ found: FolderCases.Case, _ memo: StoredMemo?, _ batch: inout FolderBatch) throws(StoreError) {
    if memo == nil, let file = found.file, let change = batch.made[found.path] {
      return try makeMemo(of: found, file, &batch) { change }
    }
    guard let file = found.file, let bytes = bytes(of: found, file), let text = Rope(validatingUTF8: bytes) else {
      if let row = found.row { memosLater.insert(row.id) }
      return lookAgain(found.path)
    }
    let now = time.date()
    guard let memo else {
      return try makeMemo(of: found, file, &batch) {
        Self.making(found.row?.id ?? .unique(at: now), of: text, found.path, file, now: now)
      }
    }
    report.takenIn += 1
    let id = memo.metadata.id
    let modifiedAt = min(Timestamp(nanosecondsSince1970: file.mark.modified), now)
    let changes = try taking(text, into: memo, base: origin(of: bytes, found.row, memo), modifiedAt: modifiedAt)
    guard let first = changes.first else { return }
    // Where the memo says something else now, the file is still to be written: the row names no state of it that is.
    let isSame = first.text.isIdentical(to: text)
    let row = FileRow(
      found.path, id, revision: isSame ? first.change.mark.revision : found.row?.revision ?? 0, file,
      followsTitle: found.row?.followsTitle == true && !TypedTitle.isLeft(bytes, since: memo.text))
    if !isSame {
      memos.insert(id)
      noteMerged(file.hash, bytes, memo)
    }
    for copy in changes.dropFirst() { memos.insert(copy.change.id) }
    report.copies += changes.dropFirst().map(\.change.id)
    batch.entries.append(FolderBatch.Entry(changes: changes, row: row))
  }

  /// The time after which a file with other words is no return of the one that was in its place, in milliseconds.
  private static let returning = 60_000

  /// Whether a file where a memo's was, which has been in the trash for a while, is a new note: it has no line of it.
  func isNew(_ found: FolderCases.Case, besides memo: StoredMemo?) -> Bool {
    guard let memo, let trashedAt = memo.metadata.trashedAt, let row = found.row, row.isGone, let file = found.file,
      file.hash != row.hash,
      time.date().millisecondsSince1970 - trashedAt.millisecondsSince1970 > Self.returning,
      let bytes = bytes(of: found, file)
    else { return false }
    return bytes != memo.text && !LineCounts(bytes).sharesWords(with: LineCounts(memo.text))
  }

  /// Has a memo take a text in. Where both together would be more than a memo may have, none is made of the other.
  func taking(
    _ text: Rope, into memo: StoredMemo, base: StoredMemo?, modifiedAt: Timestamp
  ) throws(StoreError) -> [OutsideChange] {
    let changes = try OutsideChange.taking(text, into: memo, base: base, modifiedAt: modifiedAt, now: time.date())
    guard let first = changes.first, first.text.summary.utf8 > limit else { return changes }
    return try OutsideChange.taking(text, into: memo, base: nil, modifiedAt: modifiedAt, now: time.date())
  }

  /// The text of a file, as it was when it was decided on; nil if it is something else by now.
  func bytes(of found: FolderCases.Case, _ file: KnownFile) -> [UInt8]? {
    found.bytes ?? Self.bytes(of: found, file, in: folder.root, limit: limit)
  }

  private static func bytes(
    of found: FolderCases.Case, _ file: KnownFile, in root: OpenFolder, limit: Int
  ) -> [UInt8]? {
    guard case .text(let bytes, file.hash, _) = FileText.read(found.path, in: root, limit: limit) else { return nil }
    return bytes
  }

  /// The state that a file was made of; nil if that is not kept. It is the one that file and memo had in common, unless
  /// the file has every line that the memo got after that until a newer state: then a program, such as an editor that
  /// has the file open, had written that state into it, and another program has changed it since. Somebody may have
  /// written the same lines by chance, too.
  private func origin(of bytes: [UInt8], _ row: FileRow?, _ memo: StoredMemo) throws(StoreError) -> StoredMemo? {
    let base = try base(row, memo)
    guard let row, !row.isGone, base?.revision != memo.revision else { return base }
    let (common, found) = (LineCounts(base?.text ?? []), LineCounts(bytes))
    for entry in try store.history(row.id, before: nil, limit: Self.mostStates).entries {
      if entry.revision == row.revision { break }
      guard let state = try store.memo(row.id, revision: entry.revision) else { continue }
      let added = LineCounts(state.text).subtracting(common)
      if added.hasWords, added.isContained(in: found), mayHaveWritten(added, memo) { return state }
    }
    return base
  }

  /// Whether lines that a memo got may count as written into its file by whoever gave them to the memo: if an editor
  /// had the file open, or if the memo still has them. What it has no more would be taken from whoever wrote the same
  /// without knowing of it.
  private func mayHaveWritten(_ added: LineCounts, _ memo: StoredMemo) -> Bool {
    heldFiles.opened.contains(memo.metadata.id) || added.isContained(in: LineCounts(memo.text))
  }

  /// Whether a newer state of a memo than the one that it had in common with its file may count as written there.
  func mayHaveWritten(_ revision: Int, of memo: StoredMemo, since row: FileRow) throws(StoreError) -> Bool {
    guard let state = try store.memo(row.id, revision: revision) else { return false }
    return mayHaveWritten(LineCounts(state.text).subtracting(LineCounts(try base(row, memo)?.text ?? [])), memo)
  }

  /// The most states of a memo that a text is held against, the newest ones.
  static let mostStates = 32

  /// The state that a file and its memo had in common; nil if that is not kept.
  func base(_ row: FileRow?, _ memo: StoredMemo) throws(StoreError) -> StoredMemo? {
    guard let row else { return nil }
    // Where nothing was, one text is not made of the other; but a memo in the trash has not been changed since.
    if row.isGone { return memo.metadata.isTrashed && memo.revision == row.revision ? memo : nil }
    if let merged = merged[row.id], merged.hash == row.hash { return merged.memo }
    if row.revision != 0, let state = try store.memo(row.id, revision: row.revision),
      ContentHash.of(state.text) == row.hash
    {
      return state
    }
    return keptMerged(row).map { Self.state(of: memo, $0) }
  }

  /// The text with this hash that a memo and a text written aside both come from: a state of the memo, if one of the
  /// newest has the hash; or the beginning of the other text, if a program only added to what it had written before.
  func pastState(of memo: StoredMemo, _ hash: UInt128, addedTo bytes: [UInt8]) throws(StoreError) -> StoredMemo? {
    let id = memo.metadata.id
    for known in [merged[id], aside[id]] { if let known, known.hash == hash { return known.memo } }
    for entry in try store.history(id, before: nil, limit: Self.mostStates).entries {
      if let state = try store.memo(id, revision: entry.revision), ContentHash.of(state.text) == hash { return state }
    }
    return ContentHash.prefix(of: bytes, with: hash).map { Self.state(of: memo, Array($0)) }
  }

  /// A memo as if it had this text.
  static func state(of memo: StoredMemo, _ text: [UInt8]) -> StoredMemo {
    var metadata = memo.metadata
    metadata.trashedAt = nil
    return StoredMemo(metadata: metadata, text: text, revision: 0)
  }
}
