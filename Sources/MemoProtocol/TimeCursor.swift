import JSONRPC
import MemoEngine

/// The cursor of a list that runs by `modifiedAt`, newest first: the place where a page ended, and which list it was.
enum TimeCursor {
  /// The cursor of a place.
  ///
  /// - Parameter list: what tells the list from all others.
  static func text(of place: ListPlace, in list: String) -> String {
    guard case .time(let time) = place.value else { return "" }
    var writer = JSONWriter()
    writer.beginArray()
    writer.value(list)
    writer.value(time.millisecondsSince1970)
    writer.value(place.id.description)
    writer.endArray()
    return CursorText.text(writer.bytes)
  }

  /// The place behind which a page starts; nil for the first.
  ///
  /// - Parameter expectation: what the cursor must be.
  /// - Throws: `invalidParams` for a cursor that is none of ours, or of another list.
  static func place(_ cursor: String?, in list: String, _ expectation: String) throws(ResponseError) -> ListPlace? {
    guard let cursor else { return nil }
    if let json = CursorText.json(cursor), let document = try? JSONDocument(json) {
      let parts = Array(document.root.elements)
      if parts.count == 3, parts[0].string == list, let time = parts[1].integer,
        let id = parts[2].string.flatMap(MemoID.init)
      {
        return ListPlace(value: .time(Timestamp(millisecondsSince1970: time)), id: id)
      }
    }
    throw ResponseError.invalidParams(JSONTypeError(expectation).inside("cursor"))
  }
}
