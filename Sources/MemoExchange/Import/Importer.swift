package import MemoEngine

/// Creates memos from the steps of an ``ImportReader``, off the engine's thread, a few memos at a time.
///
/// A file that was imported before is merged into its memo. A cancelled import stops between two memos; what it has
/// created stays, and is saved before the import returns.
package struct Importer {
  private let engine: MemoEngine
  private let makesNew: Bool
  private let isFiled: FiledPaths
  private let progress: ExchangeProgress
  private var report = ImportReport()
  /// The next memos to create, and their text's size in bytes.
  private var batch: [ImportedMemo] = []
  private var batchBytes = 0
  /// The memos created or changed but not saved yet, and what to record once they are.
  private var unsaved: Set<MemoID> = []
  private var unsavedBytes = 0
  private var records: [ImportRecord] = []
  /// The number of memos of this import that are known to be stored.
  private var stored = 0
  private var filesDone = 0
  private var percentage: Int?
  private var steps = 0

  /// The size of a batch, so small that an edit waits at most a millisecond; a larger text is a batch by itself.
  private static let batchLimit = (memos: 8, bytes: 32 << 10)
  /// How much is created before it is saved: a save has its price, and unsaved memos take memory.
  private static let unsavedLimit = (memos: 512, bytes: 4 << 20)
  /// The number of steps between two reports.
  private static let stride = 256

  /// - Parameters:
  ///   - makesNew: whether a memo is created from everything, even from what was imported before.
  ///   - isFiled: tells which files are memos of the store already.
  package init(
    _ engine: MemoEngine, makesNew: Bool, besides isFiled: @escaping FiledPaths = { _ in false },
    _ progress: ExchangeProgress
  ) {
    self.engine = engine
    self.makesNew = makesNew
    self.isFiled = isFiled
    self.progress = progress
  }

  /// Imports a folder or a file.
  ///
  /// - Throws: `storeUnavailable` or ``ExchangeError/stopped(_:)``, both of which say how far it came.
  package consuming func run(_ reader: ImportReader) async throws(ExchangeError) -> ImportReport {
    do throws(EngineError) {
      do throws(EngineError) {
        try await take(reader)
      } catch .cancelled {
        try await settle()
        throw .cancelled
      }
      return report
    } catch .cancelled {
      throw .stopped("it was stopped; \(standing)")
    } catch .storeUnavailable(let cause) {
      throw .engine(.storeUnavailable(StoreError(cause.reason, "\(cause.description); \(standing)")))
    } catch {
      throw .engine(error)
    }
  }

  private mutating func take(_ reader: ImportReader) async throws(EngineError) {
    while let step = reader.next() {
      filesDone = reader.filesDone
      percentage = reader.percentage
      switch step {
      case .memo(let memo): try await add(memo)
      case .skipped(let path, let reason, let isNote): report.skip(path, reason, isNote: isNote)
      case .busy: break
      }
      try await tell()
    }
    try await makeBatch()
    try await settle()
  }

  private mutating func tell() async throws(EngineError) {
    steps += 1
    guard steps.isMultiple(of: Self.stride) else { return try await progress.pause() }
    try await progress.report(
      "\(filesDone.counted("file")): \(report.imported.counted("memo")) imported, \(report.skipped) skipped",
      percentage: percentage)
  }

  private mutating func add(_ memo: ImportedMemo) async throws(EngineError) {
    if batchBytes + memo.text.utf8.count > Self.batchLimit.bytes { try await makeBatch() }
    batch.append(memo)
    batchBytes += memo.text.utf8.count
    if batch.count >= Self.batchLimit.memos { try await makeBatch() }
  }

  /// Creates the memos of the batch, except for files that were imported before.
  private mutating func makeBatch() async throws(EngineError) {
    let memos = batch
    (batch, batchBytes) = ([], 0)
    var fresh: [ImportedMemo] = []
    for memo in memos {
      let isKnown = try await isKnown(memo)
      if !isKnown { fresh.append(memo) }
    }
    guard !fresh.isEmpty else { return }
    let drafts = fresh.map { MemoDraft($0, id: makesNew ? .unique(at: .now) : $0.id) }
    let intake = await engine.take(drafts)
    for (index, isMade) in intake.made.enumerated() {
      let memo = fresh[index]
      if isMade {
        report.imported += 1
        count(memo, drafts[index].id)
      } else {
        try await compare(memo)
      }
    }
    if let error = intake.failure { throw error }
    if unsaved.count >= Self.unsavedLimit.memos || unsavedBytes >= Self.unsavedLimit.bytes { try await settle() }
  }

  /// Counts a memo that was created or changed as unsaved.
  private mutating func count(_ memo: ImportedMemo, _ id: MemoID) {
    for problem in memo.problems { report.warn(memo.path, problem) }
    unsaved.insert(id)
    unsavedBytes += memo.text.utf8.count
    remember(memo, id)
  }

  /// Counts a memo that was made of a changed file, since its own had changed in the same lines.
  private mutating func count(conflict: MemoID, of memo: ImportedMemo) {
    report.conflicts += 1
    unsaved.insert(conflict)
    report.warn(memo.path, "has changed where its memo has, too; the file's text is memo \(conflict) now")
  }

  private mutating func remember(_ memo: ImportedMemo, _ id: MemoID) {
    guard let source = memo.source else { return }
    records.append(ImportRecord(source: source, id: id, digest: memo.digest, text: Array(memo.text.utf8)))
  }

  /// Whether a memo was imported from the same file before; then it takes in the file's changes since.
  private mutating func isKnown(_ memo: ImportedMemo) async throws(EngineError) -> Bool {
    if makesNew { return false }
    if await report.leave(memo, isFiled) { return true }
    guard let record = try memo.record(in: engine) else { return false }
    guard record.digest != memo.digest, let base = Rope(validatingUTF8: record.text) else {
      guard try await engine.listing().reader.contains(record.id) else { return false }
      report.unchanged += 1
      return true
    }
    switch try await ChangedFile(memo, since: base).merge(into: record.id, engine) {
    case .gone: return false
    case .trashed:
      report.unchanged += 1
      report.warn(memo.path, "has changed, but its memo is in the trash and stays as it is; restore it, or use --new")
    case .unchanged:
      report.unchanged += 1
      remember(memo, record.id)
    case .merged(let conflict):
      report.merged += 1
      count(memo, record.id)
      if let conflict { count(conflict: conflict, of: memo) }
    case .kept(let conflict):
      count(memo, record.id)
      count(conflict: conflict, of: memo)
    }
    if unsaved.count >= Self.unsavedLimit.memos || unsavedBytes >= Self.unsavedLimit.bytes { try await settle() }
    return true
  }

  /// Counts a memo whose identifier is taken.
  private mutating func compare(_ memo: ImportedMemo) async throws(EngineError) {
    // Imported from the same file before; later changes of the memo stay.
    guard memo.namesItself else {
      report.unchanged += 1
      return remember(memo, memo.id)
    }
    if let there = try await engine.listing().reader.memo(memo.id),
      there.metadata.properties.json == memo.properties.json, there.text.isIdentical(to: Rope(memo.text))
    {
      report.unchanged += 1
      remember(memo, memo.id)
    } else {
      report.skip(memo.path, "there is a memo \(memo.id) already, with other text or properties; it was left as it is")
    }
  }

  /// Saves the memos, and records where they came from.
  private mutating func settle() async throws(EngineError) {
    let (ids, records) = (unsaved, records)
    (unsaved, unsavedBytes, self.records) = ([], 0, [])
    let deadline = MemoEngine.endOfPatience
    if !ids.isEmpty { try await engine.settle(ids, until: deadline) }
    stored += ids.count
    if !records.isEmpty { try await engine.note(records, until: deadline) }
  }

  /// How far it came, for the message of an interrupted import.
  private var standing: String {
    "what is stored: \(stored.counted("memo")) of \(filesDone.counted("file")) came in before that; "
      + "import again to go on"
  }
}

/// The changes of a file since it was imported.
struct ChangedFile: Sendable {
  let theirs: Rope
  let base: Rope
  /// The tags that its header has gained, and those that it has lost.
  let added: [String]
  let removed: Set<String>

  init(_ memo: ImportedMemo, since base: Rope) {
    theirs = Rope(memo.text)
    self.base = base
    let before = ImportedMemo.tags(inHeaderOf: base)
    let now = memo.properties.tags
    added = now.filter { !before.contains($0) }
    removed = Set(before).subtracting(now)
  }

  func merge(into id: MemoID, _ engine: MemoEngine) async throws(EngineError) -> MemoEngine.FileChange {
    try await engine.merge(theirs, from: base, into: id, properties: properties)
  }

  /// What merging into a memo as it is now would do: whether that would change, and whether both have changed the same
  /// lines.
  func trial(_ text: Rope, _ properties: JSONObject) -> (changes: Bool, hasConflict: Bool) {
    let merge = TextMerge(base: base, ours: text, theirs: theirs)
    let isSame = merge.text.isIdentical(to: text) && self.properties(properties).json == properties.json
    return (!isSame, merge.hasConflict)
  }

  /// A memo's properties with the changes of the header.
  private func properties(_ properties: JSONObject) -> JSONObject {
    var properties = properties
    if !removed.isEmpty { properties.tags.removeAll(where: removed.contains) }
    properties.add(tags: added)
    return properties
  }
}

extension MemoDraft {
  fileprivate init(_ memo: ImportedMemo, id: MemoID) {
    self.init(
      id: id, text: Rope(memo.text), properties: memo.properties, createdAt: memo.createdAt,
      modifiedAt: memo.modifiedAt, trashedAt: memo.trashedAt)
  }
}
