import JSONRPC
import MemoEngine

/// The cursor of a list sorted by `modifiedAt`, newest first: the place where a page ended, and the list.
enum TimeCursor {
  /// The cursor of a place.
  ///
  /// - Parameter list: a text that distinguishes the list from all others.
  static func text(of place: ListPlace, in list: String) -> String {
    OpaqueCursor.text { writer in
      writer.value(list)
      place.writeElements(to: &writer)
    }
  }

  /// The place where a page starts; nil for the first.
  ///
  /// - Parameter expectation: what the cursor must be.
  /// - Throws: `invalidParams` for a cursor that is not one of ours, or of another list.
  static func place(_ cursor: String?, in list: String, _ expectation: String) throws(ResponseError) -> ListPlace? {
    guard let cursor else { return nil }
    if let parts = OpaqueCursor.elements(cursor), parts.count == 3, parts[0].says(list),
      let place = ListPlace(parts[1], id: parts[2]), !place.isTitle
    {
      return place
    }
    throw ResponseError.invalidParams(JSONTypeError(expectation).inside("cursor"))
  }
}
