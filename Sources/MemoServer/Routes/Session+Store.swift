import JSONRPC
import MemoEngine
import MemoFolder
import MemoProtocol

extension Session {
  /// The most memos of a page that is read on the loop's thread.
  private static let longPage = 100

  func list(_ params: ListMemos.Params) throws -> Answer<ListMemos.Result> {
    try WireError.checkPage(params.limit, of: "memos")
    let query = try ListCursor.query(params)
    let list = onEngine { $0.list(for: query) }
    if files == nil, isPrepared, params.limit <= Self.longPage, let page = list.pageAtHand(query) {
      return .now(page.result(of: query))
    }
    // A summary takes a few hundred bytes.
    guard files != nil else {
      return .later(expectedBytes: params.limit * 512) { try await list.page(query).result(of: query) }
    }
    let reader = onEngine { $0.listing().reader }
    return .later(expectedBytes: params.limit * 768) {
      let page = try await list.page(query)
      return page.result(of: query, in: try reader.files(of: page.memos.map(\.summary.metadata.id)))
    }
  }

  func flush(_ params: Flush.Params) throws -> Answer<Flush.Result> {
    let id = try params.id.map(memoID)
    // Checked now: a later call may destroy the memo before this runs.
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

  /// Counters. If flushes are running, the counters after them: a client that sends both wants to see their effect.
  func stats() throws -> Answer<Stats.Result> {
    if !flushes.isUnderWay, isPrepared, let statistics = onEngine({ $0.statisticsAtHand() }) {
      return .now(stats(statistics))
    }
    return .later(expectedBytes: 0) { [self] in
      await flushesEnded()
      return await stats(try engine.statistics())
    }
  }

  /// Whether rows of the store can be read on the loop's thread.
  var isPrepared: Bool { onEngine { $0.isPrepared } }

  /// Returns once no flush is running.
  func flushesEnded() async {
    await withCheckedContinuation { flushes.wait($0) }
  }

  private func stats(_ statistics: EngineStatistics) -> Stats.Result {
    let (slowTurns, heaviestTurn) = connection.assumeIsolated { ($0.slowTurns, $0.heaviestTurn) }
    return Stats.Result(
      statistics, path: storePath, slowTurns: slowTurns, heaviestTurn: heaviestTurn,
      folder: folder.map { ($0.path, $0.standing) })
  }
}
