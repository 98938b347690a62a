package import JSONRPC
package import MemoEngine

/// A list's cursor: the place where a page ended, and which list it was.
package enum ListCursor {
  /// The query that parameters ask for.
  ///
  /// - Throws: `invalidParams` for a cursor that is none of ours, or of another list.
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
    var writer = JSONWriter()
    writer.beginArray()
    writer.value(list(query))
    switch place.value {
    case .time(let time): writer.value(time.millisecondsSince1970)
    case .title(let title): writer.value(title)
    }
    writer.value(place.id.description)
    if query.pinnedFirst { writer.value(place.isPinned) }
    writer.endArray()
    return CursorText.text(writer.bytes)
  }

  private static func place(_ cursor: String, in query: ListQuery) -> ListPlace? {
    guard let json = CursorText.json(cursor), let document = try? JSONDocument(json) else { return nil }
    let parts = Array(document.root.elements)
    guard parts.count == (query.pinnedFirst ? 4 : 3), parts[0].string == list(query),
      let id = parts[2].string.flatMap(MemoID.init), let isPinned = query.pinnedFirst ? parts[3].bool : false
    else { return nil }
    let value: ListPlace.Value? =
      query.sort == .title
      ? parts[1].string.map { .title($0) }
      : parts[1].integer.map { .time(Timestamp(millisecondsSince1970: $0)) }
    return value.map { ListPlace(value: $0, id: id, isPinned: isPinned) }
  }

  private static func list(_ query: ListQuery) -> String {
    let parts = [query.sort.rawValue, query.order.rawValue] + (query.trashed ? ["trash"] : [])
    return (parts + query.tags.map { "#\($0)" }).joined(separator: " ")
  }
}
