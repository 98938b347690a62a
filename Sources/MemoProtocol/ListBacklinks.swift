package import JSONRPC
package import MemoEngine

/// Lists the memos that link to a memo, newest first, a page at a time.
package enum ListBacklinks: RequestType {
  /// `backlinks`
  package static let method: StaticString = "backlinks"

  /// The memo, and the page.
  package typealias Params = PageOfMemo

  /// A page.
  package typealias Result = Page<LinkingSummary>
}

/// The cursors of backlinks.
extension ListBacklinks {
  /// The place where the page starts; nil for the first.
  ///
  /// - Throws: `invalidParams` for a cursor that is not one of ours, or of another list.
  package static func place(_ params: Params) throws(ResponseError) -> ListPlace? {
    try TimeCursor.place(
      params.cursor, in: list(params.id), "must be the nextCursor of a page of the same memo's backlinks")
  }

  /// The cursor of a place.
  package static func cursor(of place: ListPlace, to id: String) -> String { place.cursor(in: list(id)) }

  private static func list(_ id: String) -> String { "\(method) \(id)" }
}
