import Dispatch
import Platform
import Synchronization

/// A connection that is made when it is needed, and again when it was lost, on a thread of its own: whatever the hub
/// does, none of Swift's few threads waits for it.
actor PostgresSession {
  /// The most times that something that may pass is tried.
  private static let mostAttempts = 5

  /// The first statement of a connection: else other logins could put functions and operators of theirs, which would
  /// run with the rights of whoever is connected, in the place of PostgreSQL's.
  private static let ownNames = "SET search_path = pg_catalog, pg_temp"

  /// The server's own limits, in milliseconds. A statement's time is also that of its way there and of its answer's
  /// back, on however slow a line; a lock is waited for a little less long than an answer.
  private static let bounds =
    "SET statement_timeout = 3600000; SET lock_timeout = 25000; SET idle_in_transaction_session_timeout = 60000"

  private let address: HubAddress
  private let limits: PostgresConnection.Limits
  private let isHub: Bool
  private nonisolated let executor = ThreadExecutor()
  private nonisolated let bell: Doorbell
  /// The number of requests that wait for the thread.
  private nonisolated let waiting = Atomic(0)
  private var connection: PostgresConnection?
  /// The channel that the connection listens to.
  private var channel: String?
  private var canListen = true
  /// The revision of the hub's functions, once that is known; 1 for those that don't say it. Whoever asks for it does
  /// not wait for the thread, which may listen for a long time.
  nonisolated var functions: Int? { knownFunctions.withLock(\.self) }
  /// Whether they are known to be older than those that this version makes.
  nonisolated var areFunctionsOld: Bool { functions.map { $0 < TableFunctions.revision } ?? false }
  private nonisolated let knownFunctions = Mutex<Int?>(nil)

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// - Parameter isHub: whether there must be tables of this version or of one before.
  /// - Throws: ``HubError/database(_:)`` if no file descriptor is left.
  init(
    _ address: HubAddress, _ limits: PostgresConnection.Limits = .init(), isHub: Bool = false
  ) throws(HubError) {
    guard let bell = Doorbell() else { throw HubError.database("no file descriptor is left") }
    (self.address, self.bell, self.limits, self.isHub) = (address, bell, limits, isHub)
  }

  /// Runs statements on the connection; again if that may help. They must do nothing when they come twice.
  nonisolated func request<Result: Sendable>(
    _ work: @Sendable (PostgresConnection) throws -> Result
  ) async throws -> Result {
    try await again { try await self.interrupting { try await self.once(work) } }
  }

  /// Makes a call, again and again if that may help.
  private nonisolated func again<Result>(_ call: () async throws -> Result) async throws -> Result {
    let end = ContinuousClock.now + limits.retrying
    for attempt in 1..<Self.mostAttempts {
      do {
        return try await call()
      } catch let failure as PostgresFailure where failure.mayPass && ContinuousClock.now < end {
        try await Task.sleep(for: .milliseconds(Int.random(in: 10...40) << attempt))
      }
    }
    return try await call()
  }

  /// The same, with errors that say what they mean.
  nonisolated func hub<Result: Sendable>(
    _ work: @Sendable (PostgresConnection) throws -> Result
  ) async throws(HubError) -> Result {
    do { return try await request(work) } catch { throw HubError(error) }
  }

  /// The reason why a wait for others ended.
  enum News {
    /// Others have told something.
    case told
    /// There was something before this listened.
    case found
    /// The time is over.
    case over
    /// Somebody makes a request.
    case interrupted
  }

  /// Waits for others on a channel; whoever makes requests goes first.
  ///
  /// - Parameter start: says which channel that is, and whether there is news already; called where the connection does
  ///   not listen yet.
  nonisolated func wait(
    until end: ContinuousClock.Instant, start: @Sendable (PostgresConnection) throws -> (channel: String, isNew: Bool)
  ) async throws -> News {
    try await again { try await self.interrupting(isWaiting: true) { try await self.listen(until: end, start) } }
  }

  /// Begins to listen anew, since the account has another channel.
  func forgetChannel() { channel = nil }

  /// Runs a call so that the thread hears of its being cancelled, and whoever only waits for others makes room.
  private nonisolated func interrupting<Result: Sendable>(
    isWaiting: Bool = false, _ call: @Sendable () async throws -> Result
  ) async throws -> Result {
    if !isWaiting {
      waiting.add(1, ordering: .sequentiallyConsistent)
      bell.ring()
    }
    defer { if !isWaiting { waiting.subtract(1, ordering: .sequentiallyConsistent) } }
    return try await withTaskCancellationHandler(operation: call) { bell.ring() }
  }

  private func once<Result: Sendable>(_ work: (PostgresConnection) throws -> Result) throws -> Result {
    try Task.checkCancellation()
    let connection = try connected()
    defer { if connection.isLost { lose() } }
    do { return try work(connection) } catch PostgresFailure.refused(PostgresFailure.noFunction, let message) {
      guard isHub, let functions, functions != TableFunctions.revision else {
        throw PostgresFailure.refused(state: PostgresFailure.noFunction, message)
      }
      throw functions < TableFunctions.revision ? HubError.olderFunctions : HubError.newerFunctions
    }
  }

  private func connected() throws -> PostgresConnection {
    if let connection { return connection }
    let made = try PostgresConnection(address, bell, limits)
    let settings = "\(Self.ownNames); \(Self.bounds)"
    let versions = "SELECT memo_sync.version(), \(TableFunctions.countedRevision)"
    let rows = try made.script(isHub ? "\(settings); \(versions)" : settings)
    if isHub {
      // A script's answer is text.
      guard let version = Int(try rows.text(0, 0)) else { throw HubError.notAHub }
      guard version <= HubTables.version else { throw HubError.newerProtocol(version) }
      let functions = rows.value(0, 1) == nil ? 1 : Int(try rows.text(0, 1)) ?? 1
      knownFunctions.withLock { $0 = functions }
    }
    connection = made
    return made
  }

  private func lose() { (connection, channel) = (nil, nil) }

  private func listen(
    until end: ContinuousClock.Instant, _ start: (PostgresConnection) throws -> (channel: String, isNew: Bool)
  ) throws -> News {
    try Task.checkCancellation()
    guard canListen else { return try rest(until: end) }
    let connection = try connected()
    defer { if connection.isLost { lose() } }
    if channel == nil {
      // Asked for behind LISTEN: nothing may happen between the two.
      let name = try start(connection).channel
      do throws(PostgresFailure) {
        try connection.script("UNLISTEN *; LISTEN \(name)")
      } catch {
        guard case .refused = error else { throw error }
        canListen = false
        return try rest(until: end)
      }
      let now = try start(connection)
      guard now.channel == name else { return .interrupted }
      channel = name
      if now.isNew { return .found }
    }
    let isTold = try connection.waitForNotification(until: end) { isQuiet }
    return isTold ? .told : end <= .now ? .over : .interrupted
  }

  private var isQuiet: Bool { waiting.load(ordering: .sequentiallyConsistent) == 0 }

  /// Waits where nobody tells anything.
  private func rest(until end: ContinuousClock.Instant) throws -> News {
    while isQuiet, end > .now, !Task.isCancelled { _ = bell.wait(until: end) }
    try Task.checkCancellation()
    return end <= .now ? .over : .interrupted
  }
}

/// Runs an actor's jobs on a thread that may wait.
private final class ThreadExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "memo-hub")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
