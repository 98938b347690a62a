import JSONRPC
import MemoEngine
import MemoExchange
import MemoProtocol

/// Makes memos of what an ``ImportReader`` reads, off the session's thread, which is asked for a few memos at a time.
///
/// What comes from a file whose text was imported before is merged into its memo. A cancelled import stops between two
/// memos; what it has made stays, and is saved before it says so.
struct Importer {
  let engine: MemoEngine
  let options: ImportOptions
  let progress: Progress
  private var result = ImportMemos.Result()
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

  init(engine: MemoEngine, options: ImportOptions, progress: Progress) {
    self.engine = engine
    self.options = options
    self.progress = progress
  }

  /// Imports a folder or a file.
  ///
  /// - Throws: `storeUnavailable` or `requestCancelled`, both of which say how far it came.
  mutating func run(_ reader: ImportReader) async throws(ResponseError) -> ImportMemos.Result {
    do throws(ResponseError) {
      while let step = reader.next() {
        filesDone = reader.filesDone
        percentage = reader.percentage
        switch step {
        case .memo(let memo): try await add(memo)
        case .skipped(let path, let reason, let isNote): result.skip(path, reason, isNote: isNote)
        case .busy: break
        }
        try await tell()
      }
      try await makeBatch()
      try await settle()
    } catch {
      guard error.code == .requestCancelled else { throw error }
      try await settle()
      throw ResponseError(error.code, "it was stopped; \(standing)")
    }
    return result
  }

  private mutating func tell() async throws(ResponseError) {
    steps += 1
    guard steps.isMultiple(of: Self.stride) else { return try await progress.pause() }
    let (result, files) = (result, filesDone)
    try await progress.report(
      "\(files.counted("file")): \(result.imported.counted("memo")) imported, \(result.skipped) skipped",
      percentage: percentage)
  }

  private mutating func add(_ memo: ImportedMemo) async throws(ResponseError) {
    if batchBytes + memo.text.utf8.count > Self.batchLimit.bytes { try await makeBatch() }
    batch.append(memo)
    batchBytes += memo.text.utf8.count
    if batch.count >= Self.batchLimit.memos { try await makeBatch() }
  }

  /// Makes memos of what has gathered, but for files that were imported before.
  private mutating func makeBatch() async throws(ResponseError) {
    let memos = batch
    (batch, batchBytes) = ([], 0)
    var fresh: [ImportedMemo] = []
    for memo in memos {
      let isKnown = try await isKnown(memo)
      if !isKnown { fresh.append(memo) }
    }
    guard !fresh.isEmpty else { return }
    let makesNew = options.makesNew
    let drafts = fresh.map { MemoDraft($0, id: makesNew ? .unique(at: .now) : $0.id) }
    let intake = await engine.take(drafts)
    for (index, isMade) in intake.made.enumerated() {
      let memo = fresh[index]
      if isMade {
        result.imported += 1
        count(memo, drafts[index].id)
      } else {
        try await compare(memo)
      }
    }
    if let error = intake.failure { throw failure(error) }
    if unsaved.count >= Self.unsavedLimit.memos || unsavedBytes >= Self.unsavedLimit.bytes { try await settle() }
  }

  /// Counts what was made or changed as not saved yet.
  private mutating func count(_ memo: ImportedMemo, _ id: MemoID) {
    for problem in memo.problems { result.warn(memo.path, problem) }
    unsaved.insert(id)
    unsavedBytes += memo.text.utf8.count
    remember(memo, id)
  }

  private mutating func remember(_ memo: ImportedMemo, _ id: MemoID) {
    guard let source = memo.source else { return }
    records.append(ImportRecord(source: source, id: id, digest: memo.digest, text: Array(memo.text.utf8)))
  }

  /// Whether a memo was made of the same file before; then it takes in what has changed there since.
  private mutating func isKnown(_ memo: ImportedMemo) async throws(ResponseError) -> Bool {
    guard !options.makesNew, let source = memo.source else { return false }
    let records = engine.exchangeRecords
    let found = try reading { () throws(StoreError) in try records.importRecord(of: source) }
    guard let record = found else { return false }
    guard record.digest != memo.digest, let base = Rope(validatingUTF8: record.text) else {
      guard try await contains(record.id) else { return false }
      result.unchanged += 1
      return true
    }
    let change = ChangedFile(memo, since: base)
    let outcome = try await merging { [engine] () async throws(EngineError) in
      try await change.merge(into: record.id, engine)
    }
    switch outcome {
    case .gone: return false
    case .trashed:
      result.unchanged += 1
      result.warn(memo.path, "has changed, but its memo is in the trash and stays as it is; restore it, or use --new")
    case .unchanged:
      result.unchanged += 1
      remember(memo, record.id)
    case .merged(let conflict):
      result.merged += 1
      count(memo, record.id)
      guard let conflict else { break }
      result.conflicts += 1
      unsaved.insert(conflict)
      result.warn(memo.path, "has changed where its memo has, too; the file's text is memo \(conflict) now")
    }
    if unsaved.count >= Self.unsavedLimit.memos || unsavedBytes >= Self.unsavedLimit.bytes { try await settle() }
    return true
  }

  /// Counts a memo whose identifier is taken.
  private mutating func compare(_ memo: ImportedMemo) async throws(ResponseError) {
    // Made of the same file; whatever was done to it since stays.
    guard memo.namesItself else {
      result.unchanged += 1
      return remember(memo, memo.id)
    }
    let reader = await engine.listing().reader
    let there: MemoSnapshot?
    do throws(EngineError) {
      there = try reader.memo(memo.id)
    } catch {
      throw failure(error)
    }
    if let there, there.metadata.properties.json == memo.properties.json, there.text.isIdentical(to: Rope(memo.text)) {
      result.unchanged += 1
      remember(memo, memo.id)
    } else {
      result.skip(memo.path, "there is a memo \(memo.id) already, with other text or properties; it was left as it is")
    }
  }

  /// Saves what was made, and remembers what it was made of.
  private mutating func settle() async throws(ResponseError) {
    let (ids, records) = (unsaved, records)
    (unsaved, unsavedBytes, self.records) = ([], 0, [])
    if !ids.isEmpty {
      try await merging { [engine] () async throws(EngineError) in try await engine.settle(ids) }
    }
    stored += ids.count
    guard !records.isEmpty else { return }
    let store = engine.exchangeRecords
    try reading { () throws(StoreError) in try store.note(records) }
  }

  private func contains(_ id: MemoID) async throws(ResponseError) -> Bool {
    let reader = await engine.listing().reader
    do throws(EngineError) { return try reader.contains(id) } catch { throw failure(error) }
  }

  private func merging<Value>(_ body: () async throws(EngineError) -> Value) async throws(ResponseError) -> Value {
    do throws(EngineError) { return try await body() } catch { throw failure(error) }
  }

  private func reading<Value>(_ body: () throws(StoreError) -> Value) throws(ResponseError) -> Value {
    do throws(StoreError) { return try body() } catch { throw failure(.storeUnavailable(error)) }
  }

  /// How far it came, for whoever goes on.
  private var standing: String {
    "what is stored: \(stored.counted("memo")) of \(filesDone.counted("file")) came in before that; "
      + "import again to go on"
  }

  /// An error that says how far the import came.
  private func failure(_ error: EngineError) -> ResponseError {
    guard case .storeUnavailable(let cause) = error else { return WireError.response(error) }
    return WireError.response(.storeUnavailable(StoreError(cause.reason, "\(cause.description); \(standing)")))
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
      if !removed.isEmpty {
        properties["tags"] = .array(properties.tags.filter { !removed.contains($0) }.map(JSONValue.string))
      }
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
