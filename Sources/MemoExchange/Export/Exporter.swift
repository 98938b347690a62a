package import MemoEngine

/// Puts memos into files, off the engine's thread: what is unsaved from a snapshot, the rest from the store, one after
/// the other.
package struct Exporter: Sendable {
  private let listing: MemoListing
  private let selection: Selection
  private let format: ExportFormat

  /// Which memos.
  package enum Selection: Sendable {
    /// These.
    case ids([MemoID])
    /// All that live, and those in the trash, too, if so.
    case all(trashed: Bool)
  }

  /// What came of it.
  package struct Outcome: Sendable {
    /// How many memos were taken.
    package fileprivate(set) var count = 0
    /// How many bytes they have.
    package fileprivate(set) var bytes = 0
    /// Memos that were left out because they are damaged in the store.
    package fileprivate(set) var damaged: [MemoID] = []
    /// How many memos were there as they are, so that nothing was written.
    package fileprivate(set) var unchanged = 0
    /// Files that are left as they are because somebody has changed them.
    package fileprivate(set) var kept: [String] = []
  }

  /// Creates an exporter of memos as they are in a listing.
  package init(listing: MemoListing, selection: Selection, format: ExportFormat) {
    self.listing = listing
    self.selection = selection
    self.format = format
  }

  /// Looks whether the memos that were named are there, so that nothing is made for some that are not.
  ///
  /// - Throws: `memoNotFound` or `storeUnavailable`.
  package func check() throws(EngineError) {
    guard case .ids(let ids) = selection else { return }
    let reader = listing.reader
    for id in ids where !(try reader.contains(id)) { throw .memoNotFound(id) }
  }

  /// Writes every memo to a folder that is new, empty, or of an earlier export, or to one file.
  ///
  /// - Parameter force: whether what is there and was not exported may be replaced.
  /// - Throws: what ``run(_:limit:leaveOut:take:)`` throws, and an error of the path; then nothing has changed there.
  package func write(
    to path: String, _ records: any ExchangeStore, force: Bool, _ progress: ExchangeProgress
  ) async throws(ExchangeError) -> Outcome {
    let isFile = format == .json && path.hasSuffix(format.suffix) && !FileName.isFolder(path)
    func placing<Value>(_ body: () throws(FileFailure) -> Value) throws(ExchangeError) -> Value {
      do throws(FileFailure) {
        return try body()
      } catch {
        throw .path("\(error.message); mend that, or name another \(isFile ? "file" : "folder")")
      }
    }
    let found = try placing { () throws(FileFailure) -> (any ExportTarget)? in
      if isFile { return try CollectionFile(path, force: force) }
      guard let earlier = try EarlierExport(path, records, force: force) else { return nil }
      let isPartial = if case .ids = selection { true } else { false }
      if format == .json { return try FolderLines(earlier, force: force, isPartial: isPartial) }
      return FolderFiles(earlier, format, force: force, isPartial: isPartial)
    }
    guard let target = found else { throw .foreignFolder(path) }
    let pages = target as? any PageNames
    var outcome = try await run(progress, pages: pages, leaveOut: target.leaveOut) {
      memo, bytes throws(ExchangeError) in
      try placing { () throws(FileFailure) in try target.take(memo, bytes) }
    }
    try placing(target.finish)
    outcome.unchanged = target.unchanged
    outcome.kept = target.kept
    return outcome
  }

  /// Hands every memo on with its bytes, the oldest first, or in the order in which they were named. One that is
  /// damaged keeps no other from it.
  ///
  /// - Parameters:
  ///   - limit: the most bytes of all memos together.
  ///   - pages: where pages find each other's names; nil if they don't.
  ///   - leaveOut: hears of a memo that is damaged in the store, and of its title as far as that is known.
  /// - Throws: `storeUnavailable`, `cancelled`, `tooLarge`; what taking one throws.
  package func run(
    _ progress: ExchangeProgress, limit: Int = .max, pages: (any PageNames)? = nil,
    leaveOut: (MemoID, String) -> Void = { _, _ in },
    take: (MemoSnapshot, [UInt8]) throws(ExchangeError) -> Void
  ) async throws(ExchangeError) -> Outcome {
    let pages = format == .html ? pages : nil
    let places = try await announce(to: pages, progress, leaveOut)
    let reader = listing.reader
    var outcome = Outcome()
    func checkSize(_ bytes: Int) throws(ExchangeError) {
      guard bytes <= limit else { throw .tooLarge(limit: limit, bytes: bytes) }
    }
    func export(_ id: MemoID, _ title: String) throws(ExchangeError) {
      func isDamaged() {
        leaveOut(id, title)
        outcome.damaged.append(id)
      }
      // A memo that another process destroyed meanwhile is none.
      guard let memo = try read(id, reader, isDamaged) else { return }
      // What would be too long is not put together first.
      try checkSize(outcome.bytes + memo.text.summary.utf8)
      let bytes: [UInt8]
      if let places, let pages {
        do throws(EngineError) {
          bytes = try HTMLPage(memo.text).bytes(PageLinks(places: places, names: pages, id: id))
        } catch {
          throw .engine(error)
        }
      } else {
        bytes = format.bytes(of: memo.metadata, text: memo.text)
      }
      outcome.bytes += bytes.count
      try checkSize(outcome.bytes)
      try take(memo, bytes)
      outcome.count += 1
    }
    try await visit { id, title, total throws(ExchangeError) in
      try export(id, title)
      try await report(outcome.count, of: total, progress)
    }
    return outcome
  }

  /// Announces every memo, so that all names are known before the first page is written.
  private func announce(
    to pages: (any PageNames)?, _ progress: ExchangeProgress, _ leaveOut: (MemoID, String) -> Void
  ) async throws(ExchangeError) -> LinkPlaces? {
    guard let pages else { return nil }
    let reader = listing.reader
    try await visit { id, title, _ throws(ExchangeError) in
      if let memo = try read(id, reader, { leaveOut(id, title) }) { pages.announce(memo) }
      try await ExchangeError.asking(progress.pause)
    }
    pages.endAnnouncing()
    return LinkPlaces(listing)
  }

  /// Reads a memo; nil if there is none, or it is damaged.
  private func read(
    _ id: MemoID, _ reader: MemoReader, _ isDamaged: () -> Void
  ) throws(ExchangeError) -> MemoSnapshot? {
    do throws(EngineError) {
      return try reader.memo(id)
    } catch {
      guard case .storeUnavailable(let cause) = error, cause.reason == .corrupt else { throw .engine(error) }
      isDamaged()
      return nil
    }
  }

  /// Visits every memo: its identifier, its title as far as that is known, and how many there are.
  private func visit(
    _ body: (MemoID, String, Int) async throws(ExchangeError) -> Void
  ) async throws(ExchangeError) {
    switch selection {
    case .ids(let ids):
      for id in ids { try await body(id, "", ids.count) }
    case .all(let trashed):
      let parts = (trashed ? [false, true] : [false]).map { part in
        ListQuery(sort: .created, order: .ascending, trashed: part, after: nil, limit: Self.pageLength)
      }
      var total = 0
      for query in parts { total += try page(query).total }
      for var query in parts {
        repeat {
          let page = try page(query)
          for memo in page.memos { try await body(memo.summary.metadata.id, memo.summary.displayTitle, total) }
          query.after = page.next
        } while query.after != nil
      }
    }
  }

  /// How many memos are looked up at a time.
  private static let pageLength = 100

  private func page(_ query: ListQuery) throws(ExchangeError) -> ListPage {
    do throws(EngineError) { return try listing.page(query) } catch { throw .engine(error) }
  }

  /// Tells each whole part of a hundred once.
  private func report(_ count: Int, of total: Int, _ progress: ExchangeProgress) async throws(ExchangeError) {
    let part = min(count * 100 / max(total, 1), 100)
    let isNews = part != (count - 1) * 100 / max(total, 1)
    try await ExchangeError.asking { () async throws(EngineError) in
      if isNews {
        try await progress.report("\(count) of \(total) memos", percentage: part)
      } else {
        try await progress.pause()
      }
    }
  }
}
