import JSONRPC
import MemoEngine
import MemoProtocol

extension Session {
  func search(_ params: SearchMemos.Params) throws -> Answer<SearchMemos.Result> {
    try WireError.checkPage(params.limit, of: "memos")
    try WireError.checkQuery(params.query)
    guard let zone = params.timeZone.map(Zone.init) ?? .utc else {
      throw WireError.invalidParams("timeZone", "must be local, Z or an offset from UTC such as +09:00")
    }
    let after = try SearchCursor.place(params)
    let encoding = positionEncoding
    let search = onEngine { $0.search() }
    // A summary takes a few hundred bytes, and so does a match.
    return .later(expectedBytes: params.limit * 1024) { [self] in
      let query: SearchQuery
      do throws(SearchQueryError) {
        query = try SearchQuery(reading: params.query, now: search.now, in: zone)
      } catch {
        throw WireError.invalidParams("query", error.description)
      }
      let page = try await search.page(query, trashed: params.trashed, after: after, limit: params.limit)
      if !page.damaged.isEmpty { await tell(damaged: page.damaged) }
      let nextCursor = page.next.map { SearchCursor.text(of: $0, params) }
      return page.result(encoding, nextCursor: nextCursor, isRecovering: search.isRecovering)
    }
  }
}
