package import JSONRPC
package import MemoEngine

/// Lists the memos that link to a memo, newest first, a page at a time.
package enum ListBacklinks: RequestType {
  /// `backlinks`
  package static let method: StaticString = "backlinks"

  /// Which page of which memo's.
  package struct Params: JSONReadable, Sendable {
    /// The memo's identifier.
    package let id: String
    /// The most memos the page may have; 50 if absent.
    package let limit: Int
    /// Where the page before this one ended; nil for the first.
    package let cursor: String?

    /// Reads the parameters.
    package init(json: JSONView) throws(JSONTypeError) {
      id = try json.required("id")
      limit = try json.pageLimit()
      cursor = try json.optional("cursor")
    }
  }

  /// A page.
  package typealias Result = Page<LinkingSummary>
}

extension ListBacklinks.Params {
  /// The place behind which the page starts; nil for the first.
  ///
  /// - Throws: `invalidParams` for a cursor that is none of ours, or of another list.
  package func place() throws(ResponseError) -> ListPlace? {
    try TimeCursor.place(cursor, in: list, "must be the nextCursor of a page of the same memo's backlinks")
  }

  /// The cursor of a place.
  package func cursor(of place: ListPlace) -> String { TimeCursor.text(of: place, in: list) }

  private var list: String { "\(ListBacklinks.method) \(id)" }
}
