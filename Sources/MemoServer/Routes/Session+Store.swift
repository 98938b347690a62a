import JSONRPC
import MemoEngine
import MemoProtocol

extension Session {
  /// A page of more memos than this is read away from the session's thread; so is one over which more unsaved memos are laid.
  private static let longPage = 100

  func list(_ params: ListMemos.Params) throws(ResponseError) -> Answer<ListMemos.Result> {
    try WireError.checkPage(params.limit, of: "memos")
    let query = try ListCursor.query(params)
    let listing = try withEngine { engine throws(EngineError) in engine.listing() }
    let page: @Sendable () throws(ResponseError) -> ListMemos.Result = { () throws(ResponseError) in
      do throws(EngineError) {
        return try listing.page(query).result(of: query)
      } catch {
        throw WireError.response(error)
      }
    }
    if max(params.limit, listing.unsavedCount) <= Self.longPage { return .now(try page()) }
    // A summary has some hundred bytes.
    return .later(expectedBytes: params.limit * 512) { () throws(ResponseError) in try page() }
  }

  func flush(_ params: Flush.Params) -> Answer<Flush.Result> {
    flushes.begin()
    return .later(expectedBytes: 0) { [self] () throws(ResponseError) in
      do throws(ResponseError) {
        let memosWritten = try await flush(params.id)
        await flushEnded()
        return Flush.Result(memosWritten: memosWritten)
      } catch {
        await flushEnded()
        throw error
      }
    }
  }

  private func flush(_ id: String?) async throws(ResponseError) -> Int {
    let id = try id.map { id throws(ResponseError) in try memoID(id) }
    do throws(EngineError) {
      return try await engine.flush(id)
    } catch {
      throw WireError.response(error)
    }
  }

  private func flushEnded() { flushes.end() }

  /// Counters. If a flush is under way, the counters after it: whoever sends both wants to see what it did.
  func stats() throws(ResponseError) -> Answer<Stats.Result> {
    if flushes.isEmpty { return .now(try currentStats()) }
    return .later(expectedBytes: 0) { [self] () throws(ResponseError) in
      await flushesEnded()
      return try await currentStats()
    }
  }

  /// Returns once no flush is under way.
  func flushesEnded() async {
    await withCheckedContinuation { flushes.wait($0) }
  }

  private func currentStats() throws(ResponseError) -> Stats.Result {
    try withEngine { engine throws(EngineError) in try engine.statistics() }.result
  }
}
