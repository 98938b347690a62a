package import JSONRPC
package import MemoEngine

/// The cursor of a list: the place where a page ended, and the list's sort and filters.
package enum ListCursor {
  /// The query in parameters.
  ///
  /// - Throws: `invalidParams` for a cursor that is not one of ours, or of another list.
  package static func query(_ params: ListMemos.Params) throws(ResponseError) -> ListQuery {
    var query = ListQuery(
      sort: params.sort, order: params.order,
      trashed: params.trashed, pinnedFirst: params.pinnedFirst,
      tags: (params.tags ?? []) + [params.tag].compactMap { $0 }, after: nil, limit: params.limit)
    guard let cursor = params.cursor else { return query }
    guard let place = place(cursor, in: query) else {
      throw ResponseError.invalidParams(
        JSONTypeError("must be the nextCursor of a page of the same list: only limit may change").inside("cursor"))
    }
    query.after = place
    return query
  }

  /// The cursor of a place.
  package static func text(of place: ListPlace, in query: ListQuery) -> String {
    OpaqueCursor.text { writer in
      writer.value(list(query))
      place.writeElements(to: &writer)
      if query.pinnedFirst { writer.value(place.isPinned) }
    }
  }

  private static func place(_ cursor: String, in query: ListQuery) -> ListPlace? {
    guard let parts = OpaqueCursor.elements(cursor), parts.count == (query.pinnedFirst ? 4 : 3),
      parts[0].says(list(query)), let isPinned = query.pinnedFirst ? parts[3].bool : false,
      let place = ListPlace(parts[1], id: parts[2], isPinned: isPinned), place.isTitle == (query.sort == .title)
    else { return nil }
    return place
  }

  private static func list(_ query: ListQuery) -> String {
    let parts = [query.sort.rawValue, query.order.rawValue] + (query.trashed ? ["trash"] : [])
    return (parts + query.tags.map { "#\($0)" }).joined(separator: " ")
  }
}
