import JSONRPC
import MemoEngine
import MemoExchange
import MemoProtocol

/// Puts memos into files, off the session's thread: what is unsaved from a snapshot, the rest from the store, one after
/// the other.
struct Exporter: Sendable {
  let listing: MemoListing
  let selection: Selection
  let format: ExportFormat

  /// Which memos.
  enum Selection: Sendable {
    case ids([MemoID])
    case all(trashed: Bool)
  }

  /// Where they go.
  protocol Target: AnyObject {
    /// Takes a memo.
    func take(_ memo: MemoSnapshot) throws(ResponseError)
    /// Hears of a memo that is damaged in the store, and of its title as far as that is known.
    func leaveOut(_ id: MemoID, _ title: String)
  }

  /// A folder or file that they go to.
  protocol FolderTarget: Target {
    /// How many bytes the memos have there.
    var bytes: Int { get }
    /// How many memos were there as they are, so that nothing was written.
    var unchanged: Int { get }
    /// Files that are left as they are because somebody has changed them.
    var kept: [String] { get }
    /// Puts all in place and returns once it is on the disk. Files of memos that are no more go, unless somebody has
    /// changed them.
    func finish() throws(ResponseError)
  }

  /// What came of it.
  struct Outcome {
    /// How many memos the target took.
    var count = 0
    /// Memos that were left out because they are damaged in the store.
    var damaged: [MemoID] = []
  }

  /// Looks whether the memos that were named are there, so that nothing is made for some that are not.
  ///
  /// - Throws: `memoNotFound` or `storeUnavailable`.
  func check() throws(ResponseError) {
    guard case .ids(let ids) = selection else { return }
    let reader = listing.reader
    for id in ids {
      guard try reading({ () throws(EngineError) in try reader.contains(id) }) else {
        throw WireError.memoNotFound(id.description)
      }
    }
  }

  /// Writes every memo to a folder, or to one file.
  ///
  /// - Parameter force: whether what is there and was not exported may be replaced.
  /// - Throws: what ``run(into:_:)`` throws, and `invalidParams` where it can't be written; then nothing has changed
  ///   there.
  func write(
    to path: String, _ records: any ExchangeStore, force: Bool, _ progress: Progress
  ) async throws(ResponseError) -> ExportMemos.Result {
    let target = try target(path, records, force: force)
    let outcome = try await run(into: target, progress)
    try target.finish()
    return .written(
      count: outcome.count, unchanged: target.unchanged, to: path, bytes: target.bytes, kept: target.kept,
      damaged: outcome.names)
  }

  private func target(
    _ path: String, _ records: any ExchangeStore, force: Bool
  ) throws(ResponseError) -> any FolderTarget {
    if format == .json, path.hasSuffix(format.suffix), !FileName.isFolder(path) {
      return try CollectionFile(path, force: force)
    }
    let earlier = try EarlierExport(path, records, force: force)
    let isPartial = if case .ids = selection { true } else { false }
    if format == .json { return try FolderLines(earlier, force: force, isPartial: isPartial) }
    return FolderFiles(earlier, format, force: force, isPartial: isPartial)
  }

  /// Hands every memo to the target, the oldest first, or in the order in which they were named. One that
  /// is damaged keeps no other from it.
  ///
  /// - Throws: `storeUnavailable`; what the target throws; `requestCancelled`.
  func run(into target: any Target, _ progress: Progress) async throws(ResponseError) -> Outcome {
    let reader = listing.reader
    var outcome = Outcome()
    switch selection {
    case .ids(let ids):
      for id in ids {
        try export(id, "", reader, target, &outcome)
        try await report(outcome.count, of: ids.count, progress)
      }
    case .all(let trashed):
      let parts = (trashed ? [false, true] : [false]).map { part in
        ListQuery(sort: .created, order: .ascending, trashed: part, after: nil, limit: Self.pageLength)
      }
      var total = 0
      for query in parts { total += try page(query).total }
      for var query in parts {
        repeat {
          let page = try page(query)
          for memo in page.memos {
            try export(memo.summary.metadata.id, memo.summary.displayTitle, reader, target, &outcome)
            try await report(outcome.count, of: total, progress)
          }
          query.after = page.next
        } while query.after != nil
      }
    }
    return outcome
  }

  /// How many memos are looked up at a time.
  private static let pageLength = 100

  private func page(_ query: ListQuery) throws(ResponseError) -> ListPage {
    try reading { () throws(EngineError) in try listing.page(query) }
  }

  /// A memo that another process destroyed meanwhile is none.
  private func export(
    _ id: MemoID, _ title: String, _ reader: MemoReader, _ target: any Target, _ outcome: inout Outcome
  ) throws(ResponseError) {
    let found: MemoSnapshot?
    do throws(EngineError) {
      found = try reader.memo(id)
    } catch {
      guard case .storeUnavailable(let cause) = error, cause.reason == .corrupt else { throw WireError.response(error) }
      target.leaveOut(id, title)
      outcome.damaged.append(id)
      return
    }
    guard let found else { return }
    try target.take(found)
    outcome.count += 1
  }

  /// Tells each whole part of a hundred once.
  private func report(_ count: Int, of total: Int, _ progress: Progress) async throws(ResponseError) {
    let part = min(count * 100 / max(total, 1), 100)
    guard part != (count - 1) * 100 / max(total, 1) else { return try await progress.pause() }
    try await progress.report("\(count) of \(total) memos", percentage: part)
  }

  private func reading<Value>(_ body: () throws(EngineError) -> Value) throws(ResponseError) -> Value {
    do throws(EngineError) {
      return try body()
    } catch {
      throw WireError.response(error)
    }
  }
}

extension Exporter.Target {
  func leaveOut(_ id: MemoID, _ title: String) {}
}

extension Exporter.Outcome {
  /// The identifiers of the damaged memos, for the wire.
  var names: [String] { damaged.map(\.description) }
}
