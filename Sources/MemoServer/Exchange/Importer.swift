import JSONRPC
import MemoEngine
import MemoExchange
import MemoProtocol

/// Makes memos of what an ``ImportReader`` reads, off the session's thread, which is asked for a few memos at a time.
///
/// A cancelled import stops between two of these; what it has made stays.
struct Importer {
  let engine: MemoEngine
  let progress: Progress
  private var result = ImportMemos.Result()
  /// What is to be made next, and how many bytes of text it has.
  private var batch: [ImportedMemo] = []
  private var batchBytes = 0
  /// What was made and is not saved yet.
  private var unsaved: Set<MemoID> = []
  private var unsavedBytes = 0
  private var filesDone = 0
  private var percentage: Int?
  private var steps = 0

  /// So few memos are made at once that an edit waits a millisecond at most; so is a text that has more bytes by itself.
  private static let batchLimit = (memos: 8, bytes: 32 << 10)
  /// How many are made before they are saved: a save has its price, and what is not saved is in memory.
  private static let unsavedLimit = (memos: 512, bytes: 4 << 20)
  /// How many steps pass from one report to the next.
  private static let stride = 256

  init(engine: MemoEngine, progress: Progress) {
    self.engine = engine
    self.progress = progress
  }

  /// Imports a folder or a file.
  ///
  /// - Throws: `invalidParams` if nothing can be read there at all; `storeUnavailable`, which says how far it came;
  ///   `requestCancelled`.
  mutating func run(_ path: String, _ options: ImportOptions) async throws(ResponseError) -> ImportMemos.Result {
    let reader: ImportReader
    do throws(FileFailure) {
      reader = try ImportReader(path, options)
    } catch {
      throw WireError.unusable("from", "\(error.message); name a folder or a file that can be read")
    }
    while let step = reader.next() {
      filesDone = reader.filesDone
      percentage = reader.percentage
      switch step {
      case .memo(let memo): try await add(memo)
      case .skipped(let path, let reason): result.skip(path, reason)
      case .busy: break
      }
      try await tell()
    }
    try await makeBatch()
    try await settle()
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

  /// Makes memos of what has gathered.
  private mutating func makeBatch() async throws(ResponseError) {
    let memos = batch
    (batch, batchBytes) = ([], 0)
    guard !memos.isEmpty else { return }
    let intake = await engine.take(memos.map(MemoDraft.init))
    for (memo, isMade) in zip(memos, intake.made) {
      if isMade {
        result.imported += 1
        unsaved.insert(memo.id)
        unsavedBytes += memo.text.utf8.count
      } else {
        try await compare(memo)
      }
    }
    if let error = intake.failure { throw failure(error) }
    if unsaved.count >= Self.unsavedLimit.memos || unsavedBytes >= Self.unsavedLimit.bytes { try await settle() }
  }

  /// Counts a memo whose identifier is taken.
  private mutating func compare(_ memo: ImportedMemo) async throws(ResponseError) {
    // Made of the same file; whatever was done to it since stays.
    guard memo.namesItself else { return result.unchanged += 1 }
    let reader = await engine.listing().reader
    let there: MemoSnapshot?
    do throws(EngineError) {
      there = try reader.memo(memo.id)
    } catch {
      throw failure(error)
    }
    if let there, there.metadata.properties.json == memo.properties.json, there.text.isIdentical(to: Rope(memo.text)) {
      result.unchanged += 1
    } else {
      result.skip(memo.path, "there is a memo \(memo.id) already, with other text or properties; it was left as it is")
    }
  }

  /// Saves what was made.
  private mutating func settle() async throws(ResponseError) {
    let ids = unsaved
    (unsaved, unsavedBytes) = ([], 0)
    guard !ids.isEmpty else { return }
    do throws(EngineError) {
      try await engine.settle(ids)
    } catch {
      throw failure(error)
    }
  }

  /// An error that says how far the import came.
  private func failure(_ error: EngineError) -> ResponseError {
    guard case .storeUnavailable(let cause) = error else { return WireError.response(error) }
    let progress =
      "\(result.imported.counted("memo")) of \(filesDone.counted("file")) came in before that; import again to go on"
    return WireError.response(.storeUnavailable(StoreError(cause.reason, "\(cause.description); \(progress)")))
  }
}

extension MemoDraft {
  fileprivate init(_ memo: ImportedMemo) {
    self.init(
      id: memo.id, text: Rope(memo.text), properties: memo.properties, createdAt: memo.createdAt,
      modifiedAt: memo.modifiedAt,
      trashedAt: memo.trashedAt)
  }
}
