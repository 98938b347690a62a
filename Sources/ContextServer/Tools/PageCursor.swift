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

  /// The cursor that says this.
  static func text(of json: [UInt8]) -> String { Hexadecimal.text(of: json) }

  /// What a cursor says; nil if it is none.
  static func parts(_ cursor: String) -> [JSONView]? {
    guard let bytes = Hexadecimal.bytes(cursor), let document = try? JSONDocument(bytes) else { return nil }
    return Array(document.root.elements)
  }
}
