package import MemoEngine

/// Makes memos of what an ``ImportReader`` reads, off the engine's thread, which is asked for a few memos at a time.
///
/// What comes from a file whose text was imported before is merged into its memo. A cancelled import stops between two
/// memos; what it has made stays, and is saved before it says so.
package struct Importer {
  private let engine: MemoEngine
  private let makesNew: Bool
  private let progress: ExchangeProgress
  private var report = ImportReport()
  /// What is to be made next, and how many bytes of text it has.
  private var batch: [ImportedMemo] = []
  private var batchBytes = 0
  /// What was made or changed and is not saved yet, and what to remember once it is.
  private var unsaved: Set<MemoID> = []
  private var unsavedBytes = 0
  private var records: [ImportRecord] = []
  /// How many memos of this import are known to be stored.
  private var stored = 0
  private var filesDone = 0
  private var percentage: Int?
  private var steps = 0

  /// So few memos are made at once that an edit waits a millisecond at most; so is a text that has more bytes by
  /// itself.
  private static let batchLimit = (memos: 8, bytes: 32 << 10)
  /// How many are made before they are saved: a save has its price, and what is not saved is in memory.
  private static let unsavedLimit = (memos: 512, bytes: 4 << 20)
  /// How many steps pass from one report to the next.
  private static let stride = 256

  /// - Parameter makesNew: whether a memo is made of everything, also of what was imported before.
  package init(_ engine: MemoEngine, makesNew: Bool, _ progress: ExchangeProgress) {
    self.engine = engine
    self.makesNew = makesNew
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

  /// Makes memos of what has gathered, but for files that were imported before.
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

  /// Counts what was made or changed as not saved yet.
  private mutating func count(_ memo: ImportedMemo, _ id: MemoID) {
    for problem in memo.problems { report.warn(memo.path, problem) }
    unsaved.insert(id)
    unsavedBytes += memo.text.utf8.count
    remember(memo, id)
  }

  private mutating func remember(_ memo: ImportedMemo, _ id: MemoID) {
    guard let source = memo.source else { return }
    records.append(ImportRecord(source: source, id: id, digest: memo.digest, text: Array(memo.text.utf8)))
  }

  /// Whether a memo was made of the same file before; then it takes in what has changed there since.
  private mutating func isKnown(_ memo: ImportedMemo) async throws(EngineError) -> Bool {
    guard !makesNew, let record = try memo.record(in: engine) else { return false }
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
      guard let conflict else { break }
      report.conflicts += 1
      unsaved.insert(conflict)
      report.warn(memo.path, "has changed where its memo has, too; the file's text is memo \(conflict) now")
    }
    if unsaved.count >= Self.unsavedLimit.memos || unsavedBytes >= Self.unsavedLimit.bytes { try await settle() }
    return true
  }

  /// Counts a memo whose identifier is taken.
  private mutating func compare(_ memo: ImportedMemo) async throws(EngineError) {
    // Made of the same file; whatever was done to it since stays.
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

  /// Saves what was made, and remembers what it was made of.
  private mutating func settle() async throws(EngineError) {
    let (ids, records) = (unsaved, records)
    (unsaved, unsavedBytes, self.records) = ([], 0, [])
    if !ids.isEmpty { try await engine.settle(ids) }
    stored += ids.count
    guard !records.isEmpty else { return }
    do throws(StoreError) { try engine.exchangeRecords.note(records) } catch { throw .storeUnavailable(error) }
  }

  /// How far it came, for whoever goes on.
  private var standing: String {
    "what is stored: \(stored.counted("memo")) of \(filesDone.counted("file")) came in before that; "
      + "import again to go on"
  }
}

/// What has changed in a file since it was imported.
private struct ChangedFile: Sendable {
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
    try await engine.merge(theirs, from: base, into: id) { properties in
      var properties = properties
      if !removed.isEmpty { properties.tags.removeAll(where: removed.contains) }
      properties.add(tags: added)
      return properties
    }
  }
}

extension MemoDraft {
  fileprivate init(_ memo: ImportedMemo, id: MemoID) {
    self.init(
      id: id, text: Rope(memo.text), properties: memo.properties, createdAt: memo.createdAt,
      modifiedAt: memo.modifiedAt, trashedAt: memo.trashedAt)
  }
}
