import JSONRPC
import MemoEngine
import MemoProtocol

extension Session {
  /// A page of more memos than this is read away from the session's thread.
  private static let longPage = 100

  func list(_ params: ListMemos.Params) throws(ResponseError) -> Answer<ListMemos.Result> {
    try WireError.checkPage(params.limit, of: "memos")
    let query = try ListCursor.query(params)
    let list = try withEngine { engine throws(EngineError) in engine.list() }
    do throws(EngineError) {
      // Of several tags' memos all may have to be counted.
      if isPrepared, params.limit <= Self.longPage, query.tags.count < 2 {
        return .now(try list.page(query).result(of: query))
      }
    } catch {
      throw WireError.response(error)
    }
    // A summary has some hundred bytes.
    return .later(expectedBytes: params.limit * 512) { () throws(ResponseError) in
      do throws(EngineError) {
        return try await list.readPage(query).result(of: query)
      } catch {
        throw WireError.response(error)
      }
    }
  }

  func flush(_ params: Flush.Params) throws(ResponseError) -> Answer<Flush.Result> {
    let id = try params.id.map { id throws(ResponseError) in try memoID(id) }
    // Asked now: what comes behind this may destroy the memo before it is its turn.
    if let id { try withEngine { engine throws(EngineError) in try engine.requireMemo(id) } }
    flushes.begin()
    return .later(expectedBytes: 0) { [self] () throws(ResponseError) in
      let memosWritten: Result<Int, EngineError>
      do throws(EngineError) {
        memosWritten = .success(try await engine.flush(id))
      } catch {
        memosWritten = .failure(error)
      }
      await flushEnded()
      do throws(EngineError) {
        return Flush.Result(memosWritten: try memosWritten.get())
      } catch {
        throw WireError.response(error)
      }
    }
  }

  private func flushEnded() { flushes.end() }

  /// Counters. If a flush is under way, the counters after it: whoever sends both wants to see what it did.
  func stats() throws(ResponseError) -> Answer<Stats.Result> {
    if flushes.isEmpty, isPrepared { return .now(try currentStats()) }
    return .later(expectedBytes: 0) { [self] () throws(ResponseError) in
      await flushesEnded()
      do throws(EngineError) { try await engine.prepareToRead() } catch { throw WireError.response(error) }
      return try await currentStats()
    }
  }

  /// Returns once no flush is under way.
  func flushesEnded() async {
    await withCheckedContinuation { flushes.wait($0) }
  }

  private func currentStats() throws(ResponseError) -> Stats.Result {
    try withEngine { engine throws(EngineError) in try engine.statistics() }.result(slowTurns: turns.slowTurns)
  }
}
