package import JSONRPC
package import MemoEngine

/// A search's cursor: the place where a page ended, and the search.
package enum SearchCursor {
  /// The cursor of a place.
  package static func text(of place: ListPlace, _ params: SearchMemos.Params) -> String {
    place.cursor(in: search(params))
  }

  /// The place where the page starts; nil for the first.
  ///
  /// - Throws: `invalidParams` for a cursor that is not one of ours, or of another search.
  package static func place(_ params: SearchMemos.Params) throws(ResponseError) -> ListPlace? {
    try TimeCursor.place(
      params.cursor, in: search(params), "must be the nextCursor of a page with the same query, trashed and timeZone")
  }

  /// A short form of the search, however long the query is: its 64-bit FNV-1a hash.
  private static func search(_ params: SearchMemos.Params) -> String {
    let hash = params.query.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    let parts = ["search", String(hash, radix: 36), params.trashed ? "trash" : nil, params.timeZone]
    return parts.compactMap(\.self).joined(separator: " ")
  }
}
