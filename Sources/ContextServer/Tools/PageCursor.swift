import JSONRPC
import MemoEngine

/// Where a page of a tool's answer ended, and of which list: opaque to clients.
enum PageCursor {
  /// The cursor of a place.
  ///
  /// - Parameter list: what tells the list from all others.
  static func text(of place: ListPlace, in list: String) -> String {
    var writer = JSONWriter()
    writer.beginArray()
    writer.value(list)
    switch place.value {
    case .time(let time): writer.value(time.millisecondsSince1970)
    case .title(let title): writer.value(title)
    }
    writer.value(place.id.description)
    writer.endArray()
    return text(of: writer.bytes)
  }

  /// The place behind which a page starts; nil for the first.
  ///
  /// - Throws: ``ToolFailure`` for a cursor that is none of ours, or of another list.
  static func place(_ cursor: String?, in list: String) throws(ToolFailure) -> ListPlace? {
    guard let cursor else { return nil }
    if let parts = parts(cursor), parts.count == 3, parts[0].string == list,
      let id = parts[2].string.flatMap(MemoID.init)
    {
      if let title = parts[1].string { return ListPlace(value: .title(title), id: id) }
      if let time = parts[1].integer {
        return ListPlace(value: .time(Timestamp(millisecondsSince1970: time)), id: id)
      }
    }
    throw unusable
  }

  /// The cursor of a number.
  static func text(of number: Int, in list: String) -> String {
    var writer = JSONWriter()
    writer.beginArray()
    writer.value(list)
    writer.value(number)
    writer.endArray()
    return text(of: writer.bytes)
  }

  /// The number of a cursor; nil for the first page.
  ///
  /// - Throws: ``ToolFailure`` for a cursor that is none of ours, or of another list.
  static func number(_ cursor: String?, in list: String) throws(ToolFailure) -> Int? {
    guard let cursor else { return nil }
    guard let parts = parts(cursor), parts.count == 2, parts[0].string == list, let number = parts[1].integer else {
      throw unusable
    }
    return number
  }

  /// What a cursor that is none of ours is told.
  static let unusable = ToolFailure(
    "cursor must be the nextCursor of the page before, and all else must be as it was there.")

  private static let digits = Array("0123456789abcdef".utf8)

  /// The cursor that says this.
  static func text(of json: [UInt8]) -> String {
    String(decoding: json.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0xF)]] }, as: UTF8.self)
  }

  /// What a cursor says; nil if it is none.
  static func parts(_ cursor: String) -> [JSONView]? {
    let nibbles = cursor.utf8.compactMap { digits.firstIndex(of: $0) }
    guard nibbles.count == cursor.utf8.count, nibbles.count.isMultiple(of: 2) else { return nil }
    let bytes = stride(from: 0, to: nibbles.count, by: 2).map { UInt8(nibbles[$0] << 4 | nibbles[$0 + 1]) }
    return (try? JSONDocument(bytes)).map { Array($0.root.elements) }
  }
}
