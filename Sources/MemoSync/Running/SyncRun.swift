package import MemoModel

/// One exchange with the hub, as a machine without clock, chance or wire: it says what the hub is to be asked, and is
/// told the answer. First it pulls all that is new, then it pushes what the hub does not have, and pulls again where
/// others were faster.
///
/// It may end anywhere: the next one does what is left. Two runs for one store and hub must not overlap.
package struct SyncRun {
  let replica: any Replica
  /// Whether people have agreed to many memos going at once.
  let isConfirmed: Bool
  /// The time of going to the trash.
  let now: Timestamp
  /// The source of the marks of pushes.
  var chance: any RandomNumberGenerator
  /// The source of the names of operations.
  let names: OperationNames
  /// What names writes.
  let naming: WriteNaming?
  /// The most bytes of a body that is sent.
  let longestBody: Int
  var state = State.begun
  /// The work done so far.
  package internal(set) var report = SyncReport()
  /// The memos that were sent, be it once or again.
  var sent: Set<MemoID> = []
  /// Pushes that were not taken in whole though the pulls behind them brought nothing.
  var fruitless = 0
  /// The number of times that all was compared.
  var reconciliations = 0

  /// The answer that is waited for.
  enum State {
    case begun
    case pulling(Pulling)
    case pushing(Pushing)
    case ended
  }

  /// The number of times that one run gets over an unexpected answer by itself: so often a device may overtake another.
  static let mostAttempts = 3
  /// The number of times that it decides anew because memos were changed meanwhile.
  static let mostDecisions = 100

  /// Begins a run.
  ///
  /// - Parameters:
  ///   - replica: the memos of this device.
  ///   - chance: where marks come from: no two devices may draw the same.
  ///   - names: the process's; nil to draw some for this run alone.
  ///   - naming: the account's; nil where nobody keeps the hub.
  ///   - now: the time of going to the trash.
  ///   - isConfirmed: whether people have agreed to many memos going at once.
  ///   - longestBody: the most bytes of a body that is sent.
  package init(
    _ replica: any Replica, chance: any RandomNumberGenerator, names: OperationNames? = nil,
    naming: WriteNaming? = nil, now: Timestamp, isConfirmed: Bool = false, longestBody: Int = HubPush.longestBody
  ) {
    (self.replica, self.chance, self.now, self.isConfirmed) = (replica, chance, now, isConfirmed)
    (self.naming, self.longestBody) = (naming, longestBody)
    self.names = names ?? OperationNames(&self.chance)
  }

  /// The next step.
  ///
  /// - Parameter answer: the hub's to the last request; nil at the beginning.
  /// - Throws: ``SyncError``; the run is over then.
  package mutating func next(_ answer: HubAnswer? = nil) throws(SyncError) -> SyncStep {
    let last = state
    state = .ended
    switch (last, answer) {
    case (.begun, nil): return try pull()
    case (.pulling(let pulling), .page(let page)): return try receive(page, pulling)
    case (.pushing(let pushing), .push(let answer)): return try receive(answer, pushing)
    default: throw SyncError.badAnswer("it answers what was not asked")
    }
  }

  /// Does all of it.
  ///
  /// - Returns: how it ended; never ``SyncStep/ask(_:)``.
  /// - Throws: ``SyncError``, or what the hub throws.
  package mutating func exchange(with hub: some Hub) async throws -> SyncStep {
    var step = try next()
    while case .ask(let request) = step { step = try next(try await hub.answer(request)) }
    return step
  }

  /// Calls the replica.
  func local<Result>(_ call: (any Replica) throws(StoreError) -> Result) throws(SyncError) -> Result {
    do throws(StoreError) { return try call(replica) } catch { throw SyncError.store(error) }
  }
}

/// The next step of a run.
package enum SyncStep: Sendable {
  /// It asks the hub.
  case ask(HubRequest)
  /// It is done.
  case done(SyncReport)
  /// It stops: tombstones would take away so many memos of all. Whoever agrees begins a run that is confirmed.
  case confirm(deletions: Int, of: Int)
}

/// The work of a run.
package struct SyncReport: Hashable, Sendable {
  /// Items of the hub that changed something here.
  package var pulled = 0
  /// Memos that were sent, each of them once.
  package var pushed = 0
  /// Memos that texts became which could not be merged.
  package var copies: [MemoID] = []
  /// Memos that tombstones took away, into the trash or for ever.
  package var deletions = 0
  /// Memos that were not sent, since no other device could read what the hub would have of them.
  package var unsent: Set<MemoID> = []
  /// Memos that were not sent, since no other device would take in what is so long.
  package var overlong: Set<MemoID> = []
  /// Memos of which the hub has what can't be read here: they stay as they are, and are not sent.
  package var aside: Set<MemoID> = []
  /// Whether all was compared, because the hub is not what is known of it here: it has lost something, or is another,
  /// or this device's store is an older copy.
  package var isFull = false

  /// All memos that were not sent.
  var notSent: Set<MemoID> { unsent.union(overlong).union(aside) }

  /// Whether something was exchanged, or compared.
  package var didSomething: Bool {
    var report = self
    (report.unsent, report.overlong, report.aside) = ([], [], [])
    return report != SyncReport()
  }
}
