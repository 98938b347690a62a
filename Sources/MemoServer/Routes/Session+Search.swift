import JSONRPC
import MemoEngine
import MemoProtocol

extension Session {
  func search(_ params: SearchMemos.Params) throws -> Answer<SearchMemos.Result> {
    try WireError.checkPage(params.limit, of: "memos")
    let bytes = params.query.utf8.count
    guard bytes <= SearchMemos.largestQuery else {
      let message = "a query must not have more than \(SearchMemos.largestQuery) bytes; search for fewer words"
      throw WireError.limitExceeded(message, limit: SearchMemos.largestQuery, value: bytes)
    }
    guard let zone = params.timeZone.map(Zone.init) ?? .utc else {
      throw WireError.invalidParams("timeZone", "must be local, Z or an offset from UTC such as +09:00")
    }
    let after = try SearchCursor.place(params)
    let encoding = positionEncoding
    let search = engine.assumeIsolated { $0.search() }
    // A summary has some hundred bytes, and so has a match.
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

extension SearchPage {
  /// The page on the wire.
  func result(
    _ encoding: PositionEncoding, nextCursor: String?, isRecovering: Bool = false
  ) -> SearchMemos.Result {
    SearchMemos.Result(
      memos: memos.map { FoundSummary($0, encoding) }, total: total, nextCursor: nextCursor, isRecovering: isRecovering)
  }
}

/// A search's cursor: the place where a page ended, and which search it was.
private enum SearchCursor {
  static func text(of place: ListPlace, _ params: SearchMemos.Params) -> String {
    guard case .time(let time) = place.value else { return "" }
    var writer = JSONWriter()
    writer.beginArray()
    writer.value(search(params))
    writer.value(time.millisecondsSince1970)
    writer.value(place.id.description)
    writer.endArray()
    return CursorText.text(writer.bytes)
  }

  /// The place behind which the page starts; nil if it is the first.
  ///
  /// - Throws: `invalidParams` for a cursor that is none of ours, or of another search.
  static func place(_ params: SearchMemos.Params) throws(ResponseError) -> ListPlace? {
    guard let cursor = params.cursor else { return nil }
    if let json = CursorText.json(cursor), let document = try? JSONDocument(json) {
      let parts = Array(document.root.elements)
      if parts.count == 3, parts[0].string == search(params), let time = parts[1].integer,
        let id = parts[2].string.flatMap(MemoID.init)
      {
        return ListPlace(value: .time(Timestamp(millisecondsSince1970: time)), id: id)
      }
    }
    throw WireError.invalidParams(
      "cursor", "must be the nextCursor of a page with the same query, trashed and timeZone")
  }

  /// The search in short, however long the query is: its 64-bit FNV-1a hash.
  private static func search(_ params: SearchMemos.Params) -> String {
    let hash = params.query.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    let parts = ["search", String(hash, radix: 36), params.trashed ? "trash" : nil, params.timeZone]
    return parts.compactMap(\.self).joined(separator: " ")
  }
}
