import Dispatch
import MemoEngine
import MemoFolder
import MemoHost
import MemoModel
import MemoReplica
import MemoSync
import Platform
import Synchronization

/// Exchanges memos whenever something is new on either side, and reports what it does.
struct SyncWatching: Sendable {
  let store: SyncedStore

  /// The pause before it waits for news again where that has failed.
  private static let pause = Duration.seconds(2)
  /// The time without an exchange where nothing is new on either side.
  private static let silence = Duration.seconds(600)

  init(_ store: SyncedStore) { self.store = store }

  /// Watches until a signal ends this, or the end of the input, whatever the hub does.
  ///
  /// - Returns: the exit status, 0 where the input has ended.
  func run() async throws(CommandError) -> Int32 {
    let status = try await watch()
    return Self.hasInputEnded.load(ordering: .relaxed) ? 0 : status
  }

  private func watch() async throws(CommandError) -> Int32 {
    Interruption.begin()
    let joined = try store.joined()
    if store.arguments.has(SyncCommand.untilEnd) { Self.endWithInput() }
    guard let lock = try lock() else { return Interruption.status ?? SyncCommand.taken }
    defer { withExtendedLifetime(lock) {} }
    let wakes = SyncWakes()
    let watch = SavesWatch(database: store.place.path) { wakes.tell(.saved) }
    defer { withExtendedLifetime(watch) {} }
    let host = try await folderHost()
    let begun = "syncing with \(joined.shownURL) as \(TerminalSanitizer.line(joined.device))"
    if let log { log.write(.info, begun) } else { store.environment.print("\(begun); Ctrl-C ends it\n") }
    // Cancelled, it waits for no answer of the hub.
    let watching = Task { try await exchange(wakes) }
    Task {
      try? await Interruption.wait()
      watching.cancel()
    }
    let status: Int32
    do { status = try await watching.value } catch { throw CommandError(hub: error) }
    if let host { do throws(EngineError) { try await host.close() } catch { throw CommandError(error) } }
    return status
  }

  /// The lock of the one watch that does for all servers of a store; the next goes on when it ends. Nil if a signal
  /// came first, or whoever has started this one waits itself.
  private func lock() throws(CommandError) -> SyncLock? {
    let path = store.place.path
    if log == nil, SyncLock.isTaken(.watch, of: path) {
      store.environment.complain(
        "another process keeps \(TerminalSanitizer.line(path)) in sync, such as an editor's server: waiting for its "
          + "end; Ctrl-C ends this\n")
    }
    return try CommandError.converting { () throws(StoreError) -> SyncLock? in
      let isOver = { log != nil || Interruption.status != nil }
      do throws(StoreError) { return try SyncLock(.watch, of: path, unless: isOver) } catch {
        // What is in the way of the lock file is no other process's lock.
        if error.reason == .locked, isOver() { return nil }
        throw error
      }
    }
  }

  /// Whether the input that this process was to end with has ended.
  private static let hasInputEnded = Atomic(false)

  /// Ends this process as by a signal when its input ends.
  private static func endWithInput() {
    DispatchQueue(label: "sync-input").async {
      var byte: UInt8 = 0
      while true {
        let count = read(STDIN_FILENO, &byte, 1)
        if count == 0 || count < 0 && errno != EINTR { break }
      }
      hasInputEnded.store(true, ordering: .relaxed)
      kill(getpid(), SIGTERM)
    }
  }

  /// Keeps the store's folder, if it has one, as long as this runs.
  private func folderHost() async throws(CommandError) -> MemoHost? {
    guard let folder = store.place.folder else { return nil }
    do throws(StoreError) { return try await MemoHost(path: store.place.path, folder: folder.path) } catch {
      throw .failure(error.description)
    }
  }

  private func exchange(_ wakes: SyncWakes) async throws(CommandError) -> Int32 {
    var session: SyncSession?
    var listening: Task<Void, Never>?
    defer { listening?.cancel() }
    var (failures, seen): (Int, Int?) = (0, nil)
    var (isFirst, leftOut): (Bool, String?) = (true, nil)
    var plan = SavesPlan()
    wakes.tell(.due)
    while true {
      let told = await wakes.next()
      if told.contains(.end) { return Interruption.status ?? 0 }
      // While the hub can't be reached only time brings another try.
      let isTime = told.contains(.due) || failures == 0 && told.contains(.news)
      do {
        if !isTime {
          if failures == 0, told.contains(.saved), try isChanged(since: seen) {
            let now = ContinuousClock.now
            let time = plan.time(afterSaveAt: now)
            if wakes.tellDue(after: time - now) { plan.note(exchangeAt: time) }
          }
          continue
        }
        let open = try await opened(&session)
        if listening == nil { listening = Self.listen(to: open.hub, wakes) }
        seen = try store.store.externalChanges(since: nil).changeSequence
        guard try await exchangeOnce(open, isRetry: failures > 0, &leftOut) else { return SyncCommand.toConfirm }
        failures = 0
        if isFirst, let remark = open.hub.remark() { say(.warning, remark) }
        isFirst = false
      } catch {
        if let status = Interruption.status { return status }
        session = nil
        listening?.cancel()
        listening = nil
        if case SyncError.left = error, store.isHubKnown {
          // It is somewhere else by now, or another: this goes on there.
          wakes.tell(.due)
          continue
        }
        guard let why = Self.passing(error, isFirst) else { throw CommandError(hub: error) }
        failures += 1
        let delay = BackOff.pause(after: failures - 1)
        say(.warning, "trying again in \(delay.components.seconds) s: \(why)")
        wakes.tellDue(after: delay)
      }
    }
  }

  /// Whether another process has saved something.
  private func isChanged(since seen: Int?) throws -> Bool {
    guard let seen else { return true }
    return try !store.store.externalChanges(since: seen).changes.isEmpty
  }

  /// The session; a new one with the hub that the store is synced with now.
  private func opened(_ session: inout SyncSession?) async throws -> SyncSession {
    if let session { return session }
    guard let stored = try store.store.hub() else { throw SyncError.left }
    let joined = try JoinedHub(stored) ?? store.joined()
    let hub = try await store.open(joined)
    let opened = SyncSession(store.store, at: store.place.path, stored, with: hub)
    session = opened
    return opened
  }

  /// Waits for the hub's news, again and again. Where nothing is told in time, and where waiting fails, it is time to
  /// ask.
  private static func listen(to hub: any OpenHub, _ wakes: SyncWakes) -> Task<Void, Never> {
    Task {
      var isLost = false
      while !Task.isCancelled {
        let isNews = try? await hub.waitForNews(atMost: silence)
        if Task.isCancelled { return }
        if let isNews {
          isLost = false
          wakes.tell(isNews ? .news : .due)
        } else {
          // Asking shows what is wrong, and how long to wait.
          if !isLost { wakes.tell(.due) }
          isLost = true
          try? await Task.sleep(for: pause)
        }
      }
    }
  }

  /// - Parameter leftOut: what was told of memos that are not exchanged, which is told once.
  /// - Returns: false if people must be asked first.
  private func exchangeOnce(_ session: SyncSession, isRetry: Bool, _ leftOut: inout String?) async throws -> Bool {
    let isConfirmed = store.arguments.has(SyncCommand.confirm)
    let step = try await session.exchange(
      isConfirmed: isConfirmed, unless: { Interruption.status != nil }, failing: { tell($0) })
    switch step {
    case .ask: return true
    case .done(let report):
      if isRetry || report.didSomething { tell(report) }
      if let words = report.leftOut, words != leftOut { say(.warning, words) }
      leftOut = report.leftOut
      return true
    case .confirm(let deletions, let all):
      say(.warning, SyncExchange.question(deletions, of: all))
      return false
    }
  }

  private func tell(_ report: SyncReport) { say(.info, report.deeds(in: log == nil ? store.store : nil)) }

  /// What is wrong, if it may pass by itself.
  ///
  /// - Parameter isFirst: whether nothing was exchanged yet: then nobody knows that there ever was a hub.
  private static func passing(_ error: any Error, _ isFirst: Bool) -> String? {
    switch error {
    case HubObstacle.unreachable(let why): why
    // Its tables go and come while they are restored from a backup.
    case HubObstacle.missing(let why) where !isFirst: why
    // A keyring may be locked.
    case HubObstacle.noSecret(let why): why
    // The file with the keys may have others by then, or the key command tells the passphrase.
    case HubObstacle.keysChanged: "\(error)"
    case SyncError.busy, SyncError.store: "\(error)"
    case is StoreError: "\(error)"
    default: nil
    }
  }

  /// The log of whoever has started the watch; nil where a person reads what it says.
  private var log: Log? { store.arguments.has(SyncCommand.untilEnd) ? Log(level: .info) : nil }

  private func say(_ level: LogLevel, _ words: String) {
    // Nobody reads it any more.
    if Self.hasInputEnded.load(ordering: .relaxed) { return }
    if let log { return log.write(level, words) }
    store.environment.print("\(LocalDate.text(.now, to: .second))  \(TerminalSanitizer.line(words))\n")
  }
}
