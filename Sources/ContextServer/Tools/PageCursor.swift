import JSONRPC
import MemoEngine

/// The place where a page of a tool's answer ended, and the list: opaque to clients.
enum PageCursor {
  /// The place where a page starts; nil for the first.
  ///
  /// - Throws: ``ToolFailure`` for a cursor that is not one of ours, or of another list.
  static func place(_ cursor: String?, in list: String) throws(ToolFailure) -> ListPlace? {
    guard let cursor else { return nil }
    guard let place = ListPlace(cursor: cursor, in: list) else { throw unusable }
    return place
  }

  /// The cursor of a number.
  static func text(of number: Int, in list: String) -> String {
    OpaqueCursor.text { writer in
      writer.value(list)
      writer.value(number)
    }
  }

  /// The number in a cursor; nil for the first page.
  ///
  /// - Throws: ``ToolFailure`` for a cursor that is not one of ours, or of another list.
  static func number(_ cursor: String?, in list: String) throws(ToolFailure) -> Int? {
    guard let cursor else { return nil }
    guard let parts = OpaqueCursor.elements(cursor), parts.count == 2, parts[0].says(list),
      let number = parts[1].integer
    else { throw unusable }
    return number
  }

  /// The error for a cursor that is not one of ours.
  static let unusable = ToolFailure(
    "cursor must be the nextCursor of the page before, and all else must be as it was there.")
}
