import JSONRPC
import MemoEngine
import MemoProtocol

/// A list's cursor: the place where a page ended, and which list it was, as JSON in hexadecimal digits, so that no client is
/// tempted to read more into it.
enum ListCursor {
  /// The query that parameters ask for.
  ///
  /// - Throws: `invalidParams` for a cursor that is none of ours, or of another list.
  static func query(_ params: ListMemos.Params) throws(ResponseError) -> ListQuery {
    var query = ListQuery(
      sort: ListSort(rawValue: params.sort) ?? .modified, order: ListOrder(rawValue: params.order) ?? .descending,
      trashed: params.trashed, after: nil, limit: params.limit)
    guard let cursor = params.cursor else { return query }
    guard let place = place(cursor, in: query) else {
      throw WireError.invalidParams("cursor", "must be the nextCursor of a page with the same sort, order and trashed")
    }
    query.after = place
    return query
  }

  /// The cursor of a place.
  static func text(of place: ListPlace, in query: ListQuery) -> String {
    var writer = JSONWriter()
    writer.beginArray()
    writer.value(list(query))
    switch place.value {
    case .time(let time): writer.value(time.millisecondsSince1970)
    case .title(let title): writer.value(title)
    }
    writer.value(place.id.description)
    writer.endArray()
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: writer.bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0xF)]] }, as: UTF8.self)
  }

  private static func place(_ cursor: String, in query: ListQuery) -> ListPlace? {
    guard let json = bytes(cursor), let document = try? JSONDocument(json) else { return nil }
    let parts = Array(document.root.elements)
    guard parts.count == 3, parts[0].string == list(query), let id = parts[2].string.flatMap(MemoID.init) else {
      return nil
    }
    if query.sort == .title { return parts[1].string.map { ListPlace(value: .title($0), id: id) } }
    return parts[1].integer.map { ListPlace(value: .time(Timestamp(millisecondsSince1970: $0)), id: id) }
  }

  private static func list(_ query: ListQuery) -> String {
    "\(query.sort.rawValue) \(query.order.rawValue)\(query.trashed ? " trash" : "")"
  }

  private static func bytes(_ hexadecimal: String) -> [UInt8]? {
    let digits = hexadecimal.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[index], let low = digits[index + 1] else { return nil }
      bytes.append(UInt8(high << 4 | low))
    }
    return bytes
  }
}
