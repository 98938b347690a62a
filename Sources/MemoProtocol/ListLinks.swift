package import JSONRPC
package import MemoEngine

/// Lists the memos whose links have problems, or that have none, newest first, a page at a time.
package enum ListLinks: RequestType {
  /// `links`
  package static let method: StaticString = "links"

  /// The kind of memos, and the page.
  package struct Params: JSONReadable, Sendable {
    /// The kind of memos.
    package let kind: LinkedKind
    /// The most memos the page may have; 50 if absent.
    package let limit: Int
    /// The cursor at the end of the previous page; nil for the first.
    package let cursor: String?

    /// Reads the parameters.
    package init(json: JSONView) throws(JSONTypeError) {
      kind = try json.requiredChoice("kind")
      limit = try json.pageLimit()
      cursor = try json.optional("cursor")
    }
  }

  /// A page.
  package typealias Result = Page<LinkingSummary>
}

extension ListLinks.Params {
  /// The place where the page starts; nil for the first.
  ///
  /// - Throws: `invalidParams` for a cursor that is not one of ours, or of another list.
  package func place() throws(ResponseError) -> ListPlace? {
    try TimeCursor.place(cursor, in: list, "must be the nextCursor of a page of the same kind of links")
  }

  /// The cursor of a place.
  package func cursor(of place: ListPlace) -> String { place.cursor(in: list) }

  private var list: String { "\(ListLinks.method) \(kind.rawValue)" }
}

extension LinkedMemos {
  /// The page on the wire.
  package func result(
    _ encoding: PositionEncoding, cursor: (ListPlace) -> String, isRecovering: Bool
  ) -> ListLinks.Result {
    Page(
      name: "memos", items: memos.map { LinkingSummary($0, encoding) }, total: total, nextCursor: next.map(cursor),
      isIndexing: isIndexing, isRecovering: isRecovering)
  }
}
