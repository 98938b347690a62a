public import MemoModel
import Synchronization

/// A store's knowledge of the log beside its database.
struct LogStanding {
  /// The database's path as SQLite has it; nil before it was opened.
  var database: String?
  /// Whether all saves of this process are in the database itself.
  var isSettled = true { didSet { if isSettled { unsettled = nil } } }
  /// The state of the log with commits that are not in the database; nil if none are known.
  var unsettled: WALIndexHeader?
  /// The reason why reading and writing have stopped; nil as long as they go on.
  var loss: StoreError?
  /// A finding that nobody was told of yet.
  var notice: StoreNotice?
}

/// A commit is in the log at first. Whoever removes or truncates the log takes the commit with it: so the log is
/// watched until its contents are in the database.
extension SQLiteStore {
  /// Moves saved data into the database itself, unless readers are in the way.
  ///
  /// - Returns: whether all of it is there.
  /// - Throws: ``StoreError`` if some of it is gone.
  public func settle() throws(StoreError) -> Bool {
    if isSettled { return true }
    do throws(StoreError) {
      try mendFiles()
      if !isSettled { try withWriter { self.settle($0) } }
    } catch {
      // Any other failure leaves it in the log.
      if let loss = standing.withLock({ $0.loss }) { throw loss }
    }
    return isSettled
  }

  /// Runs a body on the files that are in place now, and again if they were opened read-only: a file that can't be
  /// opened for writing SQLite opens for reading, and keeps so even after a passing failure.
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

  /// Whether saved data is in the database itself.
  public var isSettled: Bool { standing.withLock { $0.isSettled } }

  /// The findings about the store's files since the last call.
  public func takeNotice() -> StoreNotice? {
    standing.withLock { standing in
      defer { standing.notice = nil }
      return standing.notice
    }
  }

  /// The length of the log, in pages, from which on it is moved: SQLite's own default.
  private static let longLog = 1000

  /// Records that the log has data that the database lacks. Moving it may wait: pages that are written again and again
  /// then go into the database once.
  func noteCommit(_ writer: Writer) {
    let header = standing.withLock { $0.database }.flatMap { WALIndexHeader(index: $0 + "-shm") }
    guard let header, header.frames < Self.longLog else { return settle(writer) }
    standing.withLock { standing in
      standing.isSettled = header.isSettled
      if !standing.isSettled { standing.unsettled = header }
    }
  }

  /// Moves the log's contents into the database; the writer's lock is held.
  ///
  /// - Parameter timeout: how long to wait for readers, in milliseconds.
  func settle(_ writer: Writer, timeout: Int32 = 0) {
    let isSettled = writer.connection.settle(timeout: timeout)
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

  /// Checks that nobody has removed or truncated open files.
  func checkFiles() throws(StoreError) {
    if try logState() == .whole { return }
    throw StoreError(
      .io,
      "\(path)-wal or \(path)-shm was removed, replaced or cut short by another program while it was in use; try again")
  }

  /// Makes sure that the open files are those in place. If not, what only the open ones hold goes into the database,
  /// and they are reopened. The caller must not be using a connection.
  func mendFiles() throws(StoreError) {
    if let loss = standing.withLock({ $0.loss }) { throw loss }
    if try logState() == .whole { return }
    try mending.withLock { _ throws(StoreError) in
      let state = try logState()
      // Another thread may have done it.
      if state == .whole { return }
      if state == .cut { try emptyCut() }
      let isSafe =
        switch state {
        case .whole, .harmed, .cut, .gone: true
        case .taken: try settleTaken()
        case .lost: false
        }
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

  /// Empties a log that was cut short.
  private func emptyCut() throws(StoreError) {
    try StoreLock(path: lockFile).whileHeld(timeout: Self.readTimeout) { () throws(StoreError) in
      guard try logState() == .cut, let database = standing.withLock({ $0.database }) else { return }
      LogState.emptyLog(of: database)
    }
  }

  /// Moves the contents of a removed log, which is still open, into the database.
  ///
  /// - Returns: whether all of it is there.
  /// - Throws: ``StoreError`` if another program holds the store's lock; the next call may do it.
  private func settleTaken() throws(StoreError) -> Bool {
    do throws(StoreError) {
      return try StoreLock(path: lockFile).whileHeld(timeout: Self.readTimeout) { () throws(StoreError) in
        guard try logState() == .taken else { return false }
        // What this process itself reads just now, such as names that are indexed, ends soon.
        let wait = Self.readTimeout
        return writer.withLock { $0?.connection.settle(timeout: wait) }
          ?? reader.withLock { $0?.settle(timeout: wait) } ?? longReader.withLock { $0?.settle(timeout: wait) }
          ?? longestReader.withLock { $0?.settle(timeout: wait) }
          ?? snapshotReader.withLock { $0?.settle(timeout: wait) } ?? false
      }
    } catch {
      if error.reason == .locked { throw error }
      return false
    }
  }
}
