package import MemoEngine

/// Writes memos to files, off the engine's thread: unsaved ones from a snapshot, the others from the store, one after
/// the other.
package struct Exporter: Sendable {
  private let listing: MemoListing
  private let selection: Selection
  private let format: ExportFormat

  /// The memos to export.
  package enum Selection: Sendable {
    /// These.
    case ids([MemoID])
    /// All live ones, and optionally those in the trash.
    case all(trashed: Bool)
  }

  /// The result of an export.
  package struct Outcome: Sendable {
    /// The number of memos exported.
    package fileprivate(set) var count = 0
    /// Their size in bytes.
    package fileprivate(set) var bytes = 0
    /// Memos that were left out because they are damaged in the store.
    package fileprivate(set) var damaged: [MemoID] = []
    /// The number of memos whose files were up to date, so that nothing was written.
    package fileprivate(set) var unchanged = 0
    /// Files that are left as they are because somebody has changed them.
    package fileprivate(set) var kept: [String] = []
  }

  /// Creates an exporter of the memos in a listing.
  package init(listing: MemoListing, selection: Selection, format: ExportFormat) {
    self.listing = listing
    self.selection = selection
    self.format = format
  }

  /// Checks that the selected memos exist, before any file is written.
  ///
  /// - Throws: `memoNotFound` or `storeUnavailable`.
  package func check() throws(EngineError) {
    guard case .ids(let ids) = selection else { return }
    let reader = listing.reader
    for id in ids where !(try reader.contains(id)) { throw .memoNotFound(id) }
  }

  /// Writes every memo to a folder that is new, empty, or of an earlier export, or to one file.
  ///
  /// - Parameter force: whether files that were not exported may be replaced.
  /// - Throws: what ``run(_:limit:pages:leaveOut:take:)`` throws, and an error of the path; then nothing has changed
  ///   there.
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

  /// Hands over every memo with its bytes, the oldest first, or in the order in which they were selected. A damaged one
  /// does not stop the others.
  ///
  /// - Parameters:
  ///   - limit: the most bytes of all memos together.
  ///   - pages: the names of pages, for links between them; nil for no such links.
  ///   - leaveOut: called for a memo that is damaged in the store, with its title as far as it is known.
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
      // It may have been destroyed by another process meanwhile.
      guard let memo = try read(id, reader, isDamaged) else { return }
      // Checked before the text is joined.
      try checkSize(outcome.bytes + memo.text.summary.utf8)
      let bytes: [UInt8]
      if let places, let pages {
        do throws(EngineError) {
          bytes = try HTMLPage(memo.text, called: memo.displayTitle).bytes(
            PageLinks(places: places, names: pages, memo: memo))
        } catch {
          throw .engine(error)
        }
      } else {
        bytes = format.bytes(of: memo)
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

  /// Reads a memo; nil if it does not exist, or is damaged.
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

  /// Visits every memo: its identifier, its title as far as it is known, and the number of all.
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

  /// The number of memos that are looked up at a time.
  private static let pageLength = 100

  private func page(_ query: ListQuery) throws(ExchangeError) -> ListPage {
    do throws(EngineError) { return try listing.page(query) } catch { throw .engine(error) }
  }

  /// Reports each whole percent once.
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
