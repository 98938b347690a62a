package import MemoModel
package import MemoSync
import Synchronization

/// A store and the hub that it is synced with, both open.
package final class SyncSession: Sendable {
  /// The hub.
  package let hub: any OpenHub
  private let store: any StoredReplica.Store
  private let database: String
  private let joined: SyncHub
  private let names: OperationNames
  /// The number up to which the hub was last told that this device has taken it in, and when.
  private let acknowledged = Mutex<(seq: Int, at: ContinuousClock.Instant)?>(nil)

  /// The time for which a device that has nothing new to tell is silent: the others see when it was last there.
  private static let silence = Duration.seconds(600)

  /// Creates one.
  ///
  /// - Parameters:
  ///   - store: an open store.
  ///   - database: the store's path.
  ///   - joined: the hub that the store says it is synced with.
  ///   - hub: that hub.
  package init(_ store: any StoredReplica.Store, at database: String, _ joined: SyncHub, with hub: any OpenHub) {
    (self.store, self.database, self.joined, self.hub) = (store, database, joined, hub)
    var chance = SystemRandomNumberGenerator()
    names = OperationNames(&chance)
  }

  /// Exchanges all that is new on both sides, while no other process does so for this store.
  ///
  /// - Parameters:
  ///   - isConfirmed: whether people have agreed to many memos going at once.
  ///   - isOver: whether to stop waiting for another process that exchanges.
  ///   - progress: told how far the exchange has come.
  ///   - failing: told what it has done, if it did something before it failed.
  /// - Returns: how it ended; never ``SyncStep/ask(_:)``.
  /// - Throws: ``SyncError``, ``StoreError``, or what the hub throws. What was taken in before stays.
  package func exchange(
    isConfirmed: Bool = false, unless isOver: () -> Bool = { false },
    progress: @escaping @Sendable (SyncProgress) -> Void = { _ in }, failing: (SyncReport) -> Void = { _ in }
  ) async throws -> SyncStep {
    let lock = try SyncLock(.exchange, of: database, unless: isOver)
    defer { withExtendedLifetime(lock) {} }
    // Read under the lock: whoever leaves the hub, or joins another, has it, too.
    guard let now = try store.hub(), now.url == joined.url else { throw SyncError.left }
    let replica = StoredReplica(store, with: now)
    var run = SyncRun(
      replica, chance: SystemRandomNumberGenerator(), names: names, naming: hub.writeName, now: .now,
      isConfirmed: isConfirmed)
    // A watch goes on for long, and keys are made with much memory.
    defer { store.giveBackMemory() }
    do {
      let step = try await run.exchange(with: ObservedHub(hub: ReadAhead(hub), observe: progress))
      if case .done = step, let cursor = try replica.cursor() { try await acknowledge(cursor.seq) }
      return step
    } catch {
      // The next exchange finds it done.
      if run.report.didSomething { failing(run.report) }
      throw error
    }
  }

  private func acknowledge(_ seq: Int) async throws {
    let now = ContinuousClock.now
    let isKnown = acknowledged.withLock { $0.map { $0.seq == seq && now - $0.at < Self.silence } ?? false }
    if isKnown { return }
    try await hub.acknowledge(seq)
    acknowledged.withLock { $0 = (seq, now) }
  }

  /// The number of memos that the hub does not have as they are here.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  package func waiting() throws(StoreError) -> Int { try store.unsettledMemos(limit: .max).count }
}

/// The progress of an exchange.
package enum SyncProgress: Sendable {
  /// The hub's numbers are taken in up to one, of all.
  case pulled(Int, of: Int)
  /// The number of further memos that are sent.
  case pushed(Int)
}

/// A hub whose answers somebody watches.
private struct ObservedHub: Hub {
  let hub: ReadAhead
  let observe: @Sendable (SyncProgress) -> Void

  func answer(_ request: HubRequest) async throws -> HubAnswer {
    let answer = try await hub.answer(request)
    switch (request, answer) {
    case (.pull, .page(let page)): observe(.pulled(page.end, of: page.head))
    case (.push(let push), _): observe(.pushed(push.writes.count))
    default: break
    }
    return answer
  }
}
