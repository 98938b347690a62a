public import MemoModel
import Synchronization

/// What a store knows of the log beside its database.
struct LogStanding {
  /// The database's path as SQLite has it; nil before it was opened.
  var database: String?
  /// Whether all that this process reported as saved is in the database itself.
  var isSettled = true { didSet { if isSettled { unsettled = nil } } }
  /// What the log has that is not in the database; nil if nothing that is known of.
  var unsettled: WALIndexHeader?
  /// Why nothing more is read or written; nil as long as that is done.
  var loss: StoreError?
  /// What was found and nobody was told of yet.
  var notice: StoreNotice?
}

/// A commit stands in the log at first. Whoever takes the log away, or cuts it, takes the commit with it: so it is
/// watched until what it holds is in the database.
extension SQLiteStore {
  /// Moves what was saved into the database itself, as far as nobody reads what was before.
  ///
  /// - Returns: whether all of it is there.
  /// - Throws: ``StoreError`` if some of it is gone.
  public func settle() throws(StoreError) -> Bool {
    if isSettled { return true }
    do throws(StoreError) {
      try mendFiles()
      if !isSettled { try withWriter { self.settle($0) } }
    } catch {
      // Anything else leaves it in the log.
      if let loss = standing.withLock({ $0.loss }) { throw loss }
    }
    return isSettled
  }

  /// Does something with files that are those which stand there, and once more where they can't be written: SQLite
  /// opens for reading what it can't open for writing, and stays with that, also where it failed but once.
  func mended<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
    var isSecond = false
    while true {
      do throws(StoreError) {
        try mendFiles()
        return try body()
      } catch {
        guard error.reason == .readOnly else { throw error }
        letGo()
        if isSecond { throw error }
        isSecond = true
      }
    }
  }

  /// Whether what was saved is in the database itself.
  public var isSettled: Bool { standing.withLock { $0.isSettled } }

  /// What was found of the store's files since this was last asked.
  public func takeNotice() -> StoreNotice? {
    standing.withLock { standing in
      defer { standing.notice = nil }
      return standing.notice
    }
  }

  /// How long the log may become, in pages: SQLite's own measure.
  private static let longLog = 1000

  /// Notes that the log has what the database does not have yet. That may wait: pages that are written again and again
  /// go into the database once.
  func noteCommit(_ writer: Writer) {
    let header = standing.withLock { $0.database }.flatMap { WALIndexHeader(index: $0 + "-shm") }
    guard let header, header.frames < Self.longLog else { return settle(writer) }
    standing.withLock { standing in
      standing.isSettled = header.isSettled
      if !standing.isSettled { standing.unsettled = header }
    }
  }

  /// Moves what the log has into the database; the writer's lock is held.
  func settle(_ writer: Writer) {
    let isSettled = writer.connection.settle()
    standing.withLock { standing in
      standing.isSettled = isSettled
      if !isSettled { standing.unsettled = standing.database.flatMap { WALIndexHeader(index: $0 + "-shm") } }
    }
  }

  private func logState() throws(StoreError) -> LogState {
    let standing = standing.withLock { $0 }
    guard let database = standing.database else { return .whole }
    return try LogState.of(database, unsettled: standing.unsettled)
  }

  /// Checks that nobody has taken away or cut short what is open.
  func checkFiles() throws(StoreError) {
    if try logState() == .whole { return }
    throw StoreError(
      .io,
      "\(path)-wal or \(path)-shm was removed, replaced or cut short by another program while it was in use; try again")
  }

  /// Makes sure that the files which are open are those that stand there. If not, what only the open ones hold goes
  /// into the database, and they are opened anew. No connection may be in use by the caller.
  func mendFiles() throws(StoreError) {
    if let loss = standing.withLock({ $0.loss }) { throw loss }
    if try logState() == .whole { return }
    try mending.withLock { _ throws(StoreError) in
      let state = try logState()
      // Another thread may have done it.
      if state == .whole { return }
      let isSafe = state == .harmed || state == .gone || state == .taken && settleTaken()
      letGo()
      let what = "\(path)-wal or \(path)-shm was removed, replaced or cut short by another program"
      try standing.withLock { standing throws(StoreError) in
        guard isSafe || standing.isSettled else {
          let loss = StoreError(
            .replaced,
            "\(what), and what was saved last with it; the journal has it: end memo-ls and start it again to have it "
              + "back"
          )
          (standing.loss, standing.notice) = (loss, StoreNotice(isLoss: true, loss.description))
          throw loss
        }
        if state == .gone || state == .taken { standing.isSettled = true }
        standing.notice = StoreNotice(
          isLoss: false,
          "\(what); nothing of yours is lost, but leave the files beside \(path) alone while memo-ls runs")
      }
    }
  }

  /// Moves what only the log that was taken away holds into the database.
  private func settleTaken() -> Bool {
    do throws(StoreError) {
      return try StoreLock(path: path + "-lock").whileHeld(timeout: Self.readTimeout) { () throws(StoreError) in
        guard try logState() == .taken else { return false }
        return writer.withLock { $0?.connection.settle() } ?? reader.withLock { $0?.settle() }
          ?? longReader.withLock { $0?.settle() } ?? longestReader.withLock { $0?.settle() }
          ?? snapshotReader.withLock { $0?.settle() } ?? false
      }
    } catch {
      return false
    }
  }
}
