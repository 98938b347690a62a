import JSONRPC
import MemoEngine

/// The cursor of a list sorted by `modifiedAt`, newest first: the place where a page ended, and the list.
enum TimeCursor {
  /// The place where a page starts; nil for the first.
  ///
  /// - Parameter expectation: what the cursor must be.
  /// - Throws: `invalidParams` for a cursor that is not one of ours, or of another list.
  static func place(_ cursor: String?, in list: String, _ expectation: String) throws(ResponseError) -> ListPlace? {
    guard let cursor else { return nil }
    if let place = ListPlace(cursor: cursor, in: list), !place.isTitle { return place }
    throw ResponseError.invalidParams(JSONTypeError(expectation).inside("cursor"))
  }
}
