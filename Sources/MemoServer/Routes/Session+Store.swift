import JSONRPC
import MemoEngine
import MemoProtocol

extension Session {
  /// A page of more memos than this is read away from the session's thread.
  private static let longPage = 100

  func list(_ params: ListMemos.Params) throws -> Answer<ListMemos.Result> {
    try WireError.checkPage(params.limit, of: "memos")
    let query = try ListCursor.query(params)
    let list = onEngine { $0.list(for: query) }
    if isPrepared, params.limit <= Self.longPage, list.isAtHand(query) {
      return .now(try list.page(query).result(of: query))
    }
    // A summary has some hundred bytes.
    return .later(expectedBytes: params.limit * 512) { try await list.readPage(query).result(of: query) }
  }

  func flush(_ params: Flush.Params) throws -> Answer<Flush.Result> {
    let id = try params.id.map(memoID)
    // Asked now: what comes behind this may destroy the memo before it is its turn.
    if let id { try onEngine { try $0.requireMemo(id) } }
    flushes.begin()
    return .later(expectedBytes: 0) { [self] in
      let memosWritten: Result<Int, any Error>
      do { memosWritten = .success(try await engine.flush(id)) } catch { memosWritten = .failure(error) }
      await flushEnded()
      return Flush.Result(memosWritten: try memosWritten.get())
    }
  }

  private func flushEnded() { flushes.end() }

  /// Counters. If a flush is under way, the counters after it: whoever sends both wants to see what it did.
  func stats() throws -> Answer<Stats.Result> {
    if flushes.isEmpty, isPrepared { return .now(try currentStats()) }
    return .later(expectedBytes: 0) { [self] in
      await flushesEnded()
      try await engine.prepareToRead()
      return try await currentStats()
    }
  }

  /// Whether rows of the store can be read on this thread.
  var isPrepared: Bool { onEngine { $0.isPrepared } }

  /// Returns once no flush is under way.
  func flushesEnded() async {
    await withCheckedContinuation { flushes.wait($0) }
  }

  private func currentStats() throws -> Stats.Result {
    let (slowTurns, heaviestTurn) = connection.assumeIsolated { ($0.slowTurns, $0.heaviestTurn) }
    let statistics = try onEngine { try $0.statistics() }
    return Stats.Result(statistics, path: storePath, slowTurns: slowTurns, heaviestTurn: heaviestTurn)
  }
}
