public import MemoModel

/// What was found of an identifier that has no memo in memory.
enum Fetched {
  /// No memo is stored.
  case absent
  /// What is stored can't be had, or is none of the caller's business.
  case failed(EngineError)
}

/// A read that is under way.
final class Fetch {
  let id: MemoID
  /// Whether another process's change of the memo was learnt of meanwhile.
  var isOutdated = false

  init(_ id: MemoID) { self.id = id }
}

/// Memos whose reading may take long come into memory away from the executor: what is done to others does not wait for
/// it.
extension MemoEngine {
  /// A text of more bytes than this is not read on the executor.
  private static let shortText = 16 << 10

  /// Whether the store has been read, so that rows of it can be read on the executor.
  public var isPrepared: Bool { knownChangeSequence != nil }

  /// Whether what is to be done to a memo needs no read that may take long.
  public func isAtHand(_ id: MemoID) -> Bool {
    if openMemos[id] != nil || fetched[id] != nil { return true }
    guard isPrepared, recovery?.concerns(id) != true, let bytes = try? store.bytes(of: id) ?? 0 else { return false }
    return bytes <= Self.shortText
  }

  /// Reads a memo, then has a body run for which it is at hand, whatever was found.
  public func fetch(_ id: MemoID, then body: @Sendable (isolated MemoEngine) -> Void) async {
    let found = await find(id)
    fetched[id] = found
    body(self)
    fetched[id] = nil
  }

  /// The memo of an identifier, read if need be; nil if there is none.
  func opened(_ id: MemoID) async throws(EngineError) -> OpenMemo? {
    if openMemos[id] == nil, case .failed(let error)? = await find(id) { throw error }
    return openMemos[id].flatMap { $0.isDestroyed ? nil : $0 }
  }

  /// Puts a memo among those in memory; what was found if there is none.
  private func find(_ id: MemoID) async -> Fetched? {
    if openMemos[id] != nil { return nil }
    do throws(EngineError) {
      try await finishRecovery(of: id)
      try await prepareToRead()
      let contents = try await stored(id)
      note(.opening)
      // Somebody may have made or read it meanwhile.
      if openMemos[id] != nil { return nil }
      guard let contents else { return .absent }
      take(contents, as: id)
      return nil
    } catch {
      return .failed(error)
    }
  }

  /// How often what is read may be outdated before it is taken all the same: the next save finds that out.
  private static let mostReads = 8

  private func stored(_ id: MemoID) async throws(EngineError) -> MemoContents? {
    let fetch = Fetch(id)
    fetches.append(fetch)
    defer { fetches.removeAll { $0 === fetch } }
    var contents: MemoContents?
    for _ in 0..<Self.mostReads {
      fetch.isOutdated = false
      contents = try await storedNow(id)
      if !fetch.isOutdated { break }
    }
    return contents
  }

  /// A text of more bytes is read where short reads don't wait for it.
  private static let longText = 256 << 10

  private func storedNow(_ id: MemoID) async throws(EngineError) -> MemoContents? {
    let (isLong, contents) = try await reading { store throws(StoreError) in
      guard try store.bytes(of: id) ?? 0 <= Self.longText else { return (true, MemoContents?.none) }
      return (false, try store.memo(id).map(MemoContents.init))
    }
    guard isLong else { return contents }
    return try await reading(on: longReadingQueue) { store throws(StoreError) in
      try store.memos([id]).first.map(MemoContents.init)
    }
  }

  /// Reads from the store on a thread for that.
  func reading<Value: Sendable>(
    on queue: BlockingQueue? = nil, _ body: @escaping @Sendable (any MemoStore) throws(StoreError) -> Value
  ) async throws(EngineError) -> Value {
    let result = await (queue ?? readingQueue).run { [store] in Result { () throws(StoreError) in try body(store) } }
    return try asking { () throws(StoreError) in try result.get() }
  }
}
