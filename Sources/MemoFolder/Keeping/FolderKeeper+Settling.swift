import MemoEngine
import MemoMarkup
import MemoModel
import MemoText
import Platform

/// Changes of the store that belong together: those of some memos, with what is remembered of their files.
struct FolderBatch {
  /// The changes of one file, and its row.
  struct Entry {
    let changes: [OutsideChange]
    let row: FileRow
  }

  /// Memos that were made already of new files, by their paths.
  var made: [FilePath: OutsideChange] = [:]
  var entries: [Entry] = []
  /// Rows of files whose memos stay as they are.
  var rows: [FileRow] = []
  var forgotten: [MemoID] = []
  /// Memos whose texts are to be written to their files.
  var writes: [(memo: StoredMemo, file: FolderCases.Case?)] = []
  /// Files that are to go.
  var removals: [(memo: StoredMemo?, file: FolderCases.Case, row: FileRow)] = []
}

extension FolderKeeper {
  /// The most memos that are read, decided on and written at once, and the most bytes of any portion, of memos or of
  /// files.
  static let (portion, portionBytes) = (256, 16 << 20)
  /// The most changed files that are taken in at once, rather than one by one, since each transaction waits for the
  /// disk.
  static let filePortion = 1024

  /// Makes equal what was found, and the memos that changed.
  ///
  /// - Parameter cases: of these only what is not done yet takes memory.
  func settle(_ cases: inout FolderCases) throws(StoreError) {
    // What was not read may be what others were moved to.
    if report.isCutShort { return }
    cases = try noteMoved(handingOver(cases))
    // What may come back any moment is decided on later, though nothing need have changed by then.
    let isWaiting = { (found: FolderCases.Case) in found.state == .missing && found.row?.isGone == false }
    for found in cases.found { if let row = found.row, isWaiting(found) { memosLater.insert(row.id) } }
    if cases.found.contains(where: isWaiting) { cases.found.removeAll(where: isWaiting) }
    var left = portions(of: cases.found, Self.filePortion) { ($0.file?.mark.size ?? 0) + ($0.row?.size ?? 0) }
      .reversed().map(Array.init)
    var (done, all) = (0, cases.found.count)
    cases.found = []
    var making = left.count > 1 ? makingMemos(of: left.last) : nil
    while let portion = left.popLast(), mayGoOn() {
      let made = making?.take()
      making = left.isEmpty ? nil : makingMemos(of: left.last)
      let stored = try memos(portion.compactMap { $0.row?.id })
      var batch = FolderBatch(made: made ?? [:])
      for found in portion {
        if let row = found.row { memos.remove(row.id) }
        try decide(found, found.row.flatMap { stored[$0.id] }, &batch)
      }
      try carryOut(batch)
      done += portion.count
      progress?(.storing, done, all)
    }
    let (later, now) = memos.separated { id in known[id].map { isAwaited(FilePath($0.path)) } ?? false }
    memosLater.formUnion(later)
    memos.subtract(later)
    let ids = try now.map { id throws(StoreError) in (id: id, bytes: try store.bytes(of: id) ?? 0) }
      .sorted { $0.id.description < $1.id.description }
    for portion in portions(of: ids, Self.portion, bytes: { $0.bytes }) where mayGoOn() {
      let stored = try memos(portion.map(\.id))
      var batch = FolderBatch()
      for (id, _) in portion { try decide(id, stored[id], &batch) }
      memos.subtract(portion.map(\.id))
      try carryOut(batch)
      progress?(.writing, portion.endIndex, ids.count)
    }
  }

  /// Whether there is time for more; if not, that is reported.
  func mayGoOn() -> Bool {
    if !hasTime() { report.isCutShort = true }
    return !report.isCutShort
  }

  func portions<Item>(of items: [Item], _ most: Int, bytes: (Item) -> Int) -> [ArraySlice<Item>] {
    var portions: [ArraySlice<Item>] = []
    var (start, sum) = (0, 0)
    for (index, item) in items.enumerated() {
      if index - start == most || index > start && sum + bytes(item) > Self.portionBytes {
        portions.append(items[start..<index])
        (start, sum) = (index, 0)
      }
      sum += bytes(item)
    }
    return start < items.count ? portions + [items[start...]] : portions
  }

  func memos(_ ids: [MemoID]) throws(StoreError) -> [MemoID: StoredMemo] {
    Dictionary(try store.memos(ids).map { ($0.metadata.id, $0) }) { first, _ in first }
  }

  /// Decides on a memo whose file is as it was.
  private func decide(_ id: MemoID, _ memo: StoredMemo?, _ batch: inout FolderBatch) throws(StoreError) {
    guard let row = known[id] else {
      if let memo, !memo.metadata.isTrashed, isSound(memo, "") { batch.writes.append((memo, nil)) }
      return
    }
    if let found = caseOf(row) { try decide(found, memo, &batch) }
  }

  /// A memo's file as it was; nil where nothing is to be done for the memo's sake.
  func caseOf(_ row: FileRow) -> FolderCases.Case? {
    let path = FilePath(row.path)
    // What happens to these is found where the file is looked at.
    if row.isReleased || isAwaited(path) { return nil }
    let file = row.isGone ? nil : KnownFile(row.mark, row.hash)
    return FolderCases.Case(path: path, row: row, state: file.map { .text($0.hash) } ?? .gone, file: file)
  }

  /// The state of a memo.
  func state(of memo: StoredMemo?) -> FolderMemoState {
    memo.map { $0.metadata.isTrashed ? .trashed : .text(ContentHash.of($0.text)) } ?? .none
  }

  func decide(_ found: FolderCases.Case, _ memo: StoredMemo?, _ batch: inout FolderBatch) throws(StoreError) {
    if let memo, !isSound(memo, found.path) { return }
    if try keepOverwritten(found, memo) { return lookAgain(found.path) }
    if found.row.map({ !openFiles.contains($0.id) }) ?? true { heldFiles.written[found.path] = nil }
    var found = found
    var decision = Decision(agreement(found, state(of: memo)), file: found.state, memo: state(of: memo))
    if [.takeIn, .merge].contains(decision), try noteTold(found, memo, &batch) { return }
    if decision == .merge {
      found = try sinceTold(found)
      decision = Decision(agreement(found, state(of: memo)), file: found.state, memo: state(of: memo))
    }
    let (row, path) = (found.row, found.path)
    if let row, openFiles.contains(row.id), try leaves(decision, found, row, memo, &batch) { return }
    switch decision {
    case .nothing: keep(found, memo, &batch)
    case .agree:
      if let memo, let row = agreed(found, memo) { batch.rows.append(row) }
    case .forget: if let row { batch.forgotten.append(row.id) }
    case .wait: break
    case .hold:
      if case .skipped(let reason) = found.state { report.problems[path] = reason.sentence }
      report.due(by: time.instant() + Self.retry)
      pathsLater.insert(path)
      if let row {
        memosLater.insert(row.id)
        report.behind[row.id] = path
      }
    case .release:
      if var row {
        row.isReleased = true
        batch.rows.append(row)
      }
    case .merge where try noteSaved(found, memo, &batch): break
    case .bringBack where isNew(found, besides: memo):
      let new = FolderCases.Case(path: path, row: nil, state: found.state, file: found.file, bytes: found.bytes)
      try takeIn(new, nil, &batch)
    case .makeMemo, .takeIn, .bringBack, .merge: try takeIn(found, memo, &batch)
    case .trashMemo:
      guard var row, let memo else { return }
      let change = try OutsideChange(trashing: memo, at: time.date())
      (row.isGone, row.revision) = (true, change.change.mark.revision)
      batch.entries.append(FolderBatch.Entry(changes: [change], row: row))
      report.trashed += 1
    case .writeFile: if let memo { batch.writes.append((memo, found)) }
    case .removeFile: if let row { batch.removals.append((memo, found, row)) }
    }
  }

  /// Whether a memo's text is one. A damaged one holds up neither others nor its file, which keeps its bytes.
  private func isSound(_ memo: StoredMemo, _ path: FilePath) -> Bool {
    if memo.text.withUnsafeBufferPointer(\.isValidUTF8) { return true }
    report.problems[path] = "stays as it is, since what is stored of memo \(memo.metadata.id) is damaged"
    memosLater.insert(memo.metadata.id)
    return false
  }

  /// Remembers what is new of a file that equals its memo, or of both that are gone.
  private func keep(_ found: FolderCases.Case, _ memo: StoredMemo?, _ batch: inout FolderBatch) {
    guard var row = found.row, !row.isReleased else { return }
    if let memo { row.revision = memo.revision }
    // What was brought back while the disk failed has no row yet that says so.
    if let file = found.file, !row.isGone || unsynced[row.id] == file.hash {
      row = FileRow(found.path, row.id, revision: row.revision, file, followsTitle: row.followsTitle)
    }
    if row != known[row.id] { batch.rows.append(row) }
  }

  private func agreed(_ found: FolderCases.Case, _ memo: StoredMemo) -> FileRow? {
    let follows = found.row?.followsTitle == true && !TypedTitle.isLeft(memo.text, since: nil)
    if let file = found.file {
      return FileRow(found.path, memo.metadata.id, revision: memo.revision, file, followsTitle: follows)
    }
    guard var row = found.row else { return nil }
    (row.revision, row.isGone, row.isReleased) = (memo.revision, true, false)
    return row
  }
}

extension Sequence {
  /// The elements that meet a condition, and the others.
  fileprivate func separated(_ isFirst: (Element) -> Bool) -> ([Element], [Element]) {
    var (first, second): ([Element], [Element]) = ([], [])
    for element in self { if isFirst(element) { first.append(element) } else { second.append(element) } }
    return (first, second)
  }
}
