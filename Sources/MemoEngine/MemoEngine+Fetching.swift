public import MemoModel

/// The result of looking up an identifier without a memo in memory.
enum Fetched {
  /// No memo is stored.
  case absent
  /// The stored memo can't be read.
  case failed(EngineError)
}

/// A read that is under way.
final class Fetch {
  let ids: Set<MemoID>
  /// Whether one of the memos was stored anew meanwhile, by this process or another.
  var isOutdated = false

  init(_ ids: Set<MemoID>) { self.ids = ids }
}

/// Memos that may take long to read are read off the executor: work on other memos does not wait for it.
extension MemoEngine {
  /// The longest text with its properties, in bytes, that is read on the executor.
  private static let shortText = 16 << 10

  /// Whether the store has been read, so that its rows can be read on the executor.
  public var isPrepared: Bool { shared.knownChangeSequence != nil }

  /// Whether work on a memo that is done at once needs no read that may take long. A short memo is read here.
  public func isAtHand(_ id: MemoID) -> Bool {
    if openMemos[id] != nil || fetched[id] != nil { return true }
    guard isPrepared, recovery?.concerns(id) != true else { return false }
    let found: MemoContents?
    do throws(StoreError) {
      found = try store.reading(atMost: Self.shortText, mayWait: false) { () throws(StoreError) in
        try store.memo(id).map(MemoContents.init)
      }
    } catch {
      return false
    }
    if let found {
      take(found, as: id)
    } else {
      fetched[id] = .absent
      // After this turn another process may have made it.
      Task { fetched[id] = nil }
    }
    return true
  }

  /// Reads a memo, then runs a body for which it is at hand, even if reading failed.
  public func fetch(_ id: MemoID, then body: @Sendable (isolated MemoEngine) -> Void) async {
    let found = await find(id)
    fetched[id] = found
    body(self)
    fetched[id] = nil
  }

  /// The memo with an identifier, read if need be; nil if there is none.
  func opened(_ id: MemoID) async throws(EngineError) -> OpenMemo? {
    if openMemos[id] == nil, case .failed(let error)? = await find(id) { throw error }
    return openMemos[id].flatMap { $0.isDestroyed ? nil : $0 }
  }

  /// Reads a memo into memory; returns the reason if there is none.
  private func find(_ id: MemoID) async -> Fetched? {
    if openMemos[id] != nil { return nil }
    do throws(EngineError) {
      try await finishRecovery(of: id)
      try await prepareToRead()
      let contents = try await stored(id)
      note(.opening)
      // It may have been created or read meanwhile.
      if openMemos[id] != nil { return nil }
      guard let contents else { return .absent }
      take(contents, as: id)
      return nil
    } catch {
      return .failed(error)
    }
  }

  /// The number of times that a read may be outdated before it is accepted all the same: the next save will notice.
  private static let mostReads = 8

  private func stored(_ id: MemoID) async throws(EngineError) -> MemoContents? {
    try await reading(about: [id]) { () throws(EngineError) in try await self.storedNow(id) }
  }

  /// Reads what the store has of memos, once more if one of them that is not in memory was stored meanwhile.
  func reading<Value>(
    about ids: Set<MemoID>, _ body: () async throws(EngineError) -> Value
  ) async throws(EngineError) -> Value {
    let fetch = Fetch(ids)
    fetches.append(fetch)
    defer { fetches.removeAll { $0 === fetch } }
    for _ in 1..<Self.mostReads {
      let value = try await body()
      if !fetch.isOutdated || ids.allSatisfy({ openMemos[$0] != nil }) { return value }
      fetch.isOutdated = false
    }
    return try await body()
  }

  /// Has what is being read about these memos read again, since they are stored anew.
  func outdateReads(of ids: some Sequence<MemoID>) {
    for fetch in fetches where !fetch.ids.isDisjoint(with: ids) { fetch.isOutdated = true }
  }

  /// The longest text with its properties, in bytes, that is read on the queue for short reads.
  private static let longText = 256 << 10

  private func storedNow(_ id: MemoID) async throws(EngineError) -> MemoContents? {
    do throws(EngineError) {
      return try await reading { store throws(StoreError) in
        try store.reading(atMost: Self.longText, mayWait: true) { () throws(StoreError) in
          try store.memo(id).map(MemoContents.init)
        }
      }
    } catch {
      // It is long, or can't be read: then this says so again.
    }
    return try await reading(on: longReadingQueue) { store throws(StoreError) in
      try store.memos([id]).first.map(MemoContents.init)
    }
  }

  /// Reads from the store on one of its threads.
  func reading<Value: Sendable>(
    on queue: BlockingQueue? = nil, _ body: @escaping @Sendable (any MemoStore) throws(StoreError) -> Value
  ) async throws(EngineError) -> Value {
    let queue = queue ?? readingQueue
    return try await queue.run { [shared] in Result { () throws(EngineError) in try shared.read(body) } }.get()
  }
}
