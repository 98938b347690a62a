import MemoModel

extension SyncRun {
  /// Pulls what is behind the cursor.
  mutating func pull() throws(SyncError) -> SyncStep {
    let cursor = try local { (replica) throws(StoreError) in try replica.cursor() }
    if let cursor, cursor.isComparing { return try reconcile(cursor.epoch) }
    let place = Pulling.Place(seq: cursor?.seq ?? 0, head: cursor?.head ?? 0, mark: cursor?.mark)
    return try pull(from: place, cursor?.epoch, isFull: false)
  }

  /// Compares all that the hub has with all that is here.
  mutating func reconcile(_ epoch: HubEpoch) throws(SyncError) -> SyncStep {
    reconciliations += 1
    guard reconciliations <= Self.mostAttempts else {
      throw SyncError.badAnswer("whenever it is asked it has lost something else")
    }
    report.isFull = true
    // From here on rows are about what the hub is now, and no end of the process may let it pass for what it was.
    guard try commit([], cursor: HubCursor(epoch: epoch, seq: 0, head: 0, mark: nil, isComparing: true)) else {
      throw SyncError.busy
    }
    return try pull(from: .init(), epoch, isFull: true)
  }

  private mutating func pull(
    from place: Pulling.Place, _ epoch: HubEpoch?, isFull: Bool
  ) throws(SyncError) -> SyncStep {
    let count = try local { (replica) throws(StoreError) in try replica.count() }
    return ask(Pulling(from: place, epoch: epoch, count: count, isFull: isFull))
  }

  private mutating func ask(_ pulling: Pulling) -> SyncStep {
    state = .pulling(pulling)
    return .ask(.pull(HubPull(after: pulling.place.seq, head: pulling.place.head)))
  }

  /// A page has come.
  mutating func receive(_ page: HubPage, _ pulling: Pulling) throws(SyncError) -> SyncStep {
    guard page.protocolVersion <= SyncProtocol.version else { throw SyncError.newerProtocol(page.protocolVersion) }
    guard pulling.isContinued(by: page) else { return try reconcile(page.epoch) }
    let arrivals = try PageCheck.arrivals(page, after: pulling.place.seq)
    var pulling = pulling
    // Tombstones may be of memos that are not here: no more can go than are.
    let most = min(page.deadAhead, pulling.count)
    pulling.isCounting =
      pulling.isCounting
      || !isConfirmed && !pulling.isCounted && DeletionGuard.isToBeConfirmed(most, of: pulling.count)
    let isNew = pulling.epoch == nil || page.end > pulling.place.seq
    let cursor = HubCursor(epoch: page.epoch, seq: page.end, head: page.head, mark: page.headMark)
    for _ in 0..<Self.mostDecisions {
      let decisions = try decide(arrivals, isFull: pulling.isFull)
      let deletions = pulling.deletions + decisions.count(where: \.isDeletion)
      if !isConfirmed, DeletionGuard.isToBeConfirmed(deletions, of: pulling.count) {
        return .confirm(deletions: deletions, of: pulling.count)
      }
      if pulling.isCounting {
        pulling.deletions = deletions
        return try go(on: pulling, behind: page, arrivals)
      }
      let (changes, copies) = try changes(decisions, arrivals)
      if try commit(changes, cursor: isNew && !pulling.isFull ? cursor : nil) {
        pulling.deletions = deletions
        report.pulled += changes.count - copies.count
        report.copies += copies
        report.deletions += decisions.count(where: \.isDeletion)
        return try go(on: pulling, behind: page, arrivals)
      }
    }
    throw SyncError.busy
  }

  private func decide(_ arrivals: [Arrival], isFull: Bool) throws(SyncError) -> [SyncDecision] {
    var decisions: [SyncDecision] = []
    var memos = LocalMemos(arrivals.map(\.id), of: replica)
    for arrival in arrivals {
      let memo = try local { (_) throws(StoreError) in try memos.next() }
      let isLost = isFull ? false : try !Self.goesOn(arrival, memo.row)
      decisions.append(
        try local { (replica) throws(StoreError) in
          try SyncDecision(arrival, memo, isFull: isFull || isLost, now: now, naming) {
            (revision) throws(StoreError) in try replica.state(arrival.id, at: revision)
          }
        })
    }
    return decisions
  }

  /// Whether a version goes on from the one that is known here: versions chain. One that has nothing before it, and
  /// is no old one, was written since the hub has lost this one. A hub that has lost nothing, and yet shows another,
  /// was given an old one by somebody.
  private static func goesOn(_ arrival: Arrival, _ row: SyncRow?) throws(SyncError) -> Bool {
    guard let row, let base = row.base, arrival.base < base.seq,
      !row.operations.contains(where: { $0.operation == arrival.operation })
    else { return true }
    if arrival.base == 0, !row.ancestors.contains(arrival.operation) { return false }
    throw SyncError.badAnswer("memo \(arrival.id) was put back to what it was before \(base.seq)")
  }

  /// The changes to commit, and the copies among them. A copy that was here before, or that comes with this page, is
  /// not made again.
  private func changes(
    _ decisions: [SyncDecision], _ arrivals: [Arrival]
  ) throws(SyncError) -> (changes: [ReplicaChange], copies: [MemoID]) {
    let arriving = Set(arrivals.map(\.id))
    var copies: [ReplicaChange] = []
    for copy in decisions.compactMap(\.copy) where !arriving.contains(copy.id) {
      let known = try local { (replica) throws(StoreError) in try replica.local(copy.id) }
      if known.current == nil, known.row == nil { copies.append(copy) }
    }
    return (decisions.compactMap(\.change) + copies, copies.map(\.id))
  }

  /// The step after a page.
  private mutating func go(
    on pulling: Pulling, behind page: HubPage, _ arrivals: [Arrival]
  ) throws(SyncError) -> SyncStep {
    var pulling = pulling
    pulling.place = Pulling.Place(seq: page.end, head: page.head, mark: page.headMark)
    pulling.epoch = page.epoch
    if pulling.isFull { pulling.seen.formUnion(arrivals.map(\.id)) }
    if page.end < page.head { return ask(pulling) }
    if pulling.isCounting { return ask(pulling.again()) }
    if pulling.isFull {
      let cursor = HubCursor(epoch: page.epoch, seq: page.end, head: page.head, mark: page.headMark)
      try forget(except: pulling.seen, cursor)
    }
    if pulling.isFull || !arrivals.isEmpty { fruitless = 0 }
    return try push()
  }

  /// Has everything pushed anew that the hub no longer has, tombstones too.
  private func forget(except seen: Set<MemoID>, _ cursor: HubCursor) throws(SyncError) {
    let changes = try local { (replica) throws(StoreError) in
      var changes: [ReplicaChange] = []
      for id in try replica.based() where !seen.contains(id) {
        guard var row = try replica.local(id).row else { continue }
        row.forgetBase()
        changes.append(ReplicaChange(id: id, expected: nil, action: .keep, base: nil, row: row))
      }
      return changes
    }
    guard try commit(changes, cursor: cursor) else { throw SyncError.busy }
  }

  /// Changes what is here; false if somebody was faster.
  func commit(_ changes: [ReplicaChange], cursor: HubCursor?) throws(SyncError) -> Bool {
    if changes.isEmpty, cursor == nil { return true }
    return try local { (replica) throws(StoreError) in try replica.commit(changes, cursor: cursor) }
  }
}
