package import JSONRPC
package import MemoEngine

/// Lists memos, a page at a time.
package enum ListMemos: RequestType {
  /// `list`
  package static let method: StaticString = "list"
  /// The most memos of a page, also in other lists.
  package static let largestLimit = 1000
  /// The most tags to filter by.
  package static let mostTags = 100

  /// The list, and the page.
  package struct Params: JSONReadable, Sendable {
    /// The most memos the page may have; 50 if absent.
    package let limit: Int
    /// The cursor at the end of the previous page; nil for the first.
    package let cursor: String?
    /// What it is sorted by; the time of the last change if absent.
    package let sort: ListSort
    /// The direction; newest first if absent.
    package let order: ListOrder
    /// Whether to list the trash instead of live memos.
    package let trashed: Bool
    /// Whether pinned memos come before all others.
    package let pinnedFirst: Bool
    /// The tags that all listed memos have; nil lists all.
    package let tags: [String]?
    /// One more such tag; nil for none.
    package let tag: String?

    /// Reads the parameters.
    package init(json: JSONView) throws(JSONTypeError) {
      limit = try json.pageLimit()
      cursor = try json.optional("cursor")
      sort = try json.choice("sort") ?? .modified
      order = try json.choice("order") ?? .descending
      trashed = try json.optional("trashed") ?? false
      pinnedFirst = try json.optional("pinnedFirst") ?? false
      tags = try json.optional("tags")
      guard (tags?.count ?? 0) <= ListMemos.mostTags else {
        throw JSONTypeError("must not have more than \(ListMemos.mostTags) tags").inside("tags")
      }
      tag = try json.optional("tag")
    }
  }

  /// A page.
  package typealias Result = Page<Summary>
}

extension ListPage {
  /// The page on the wire.
  ///
  /// - Parameter files: those that its memos are, where that is told.
  package func result(of query: ListQuery, in files: [MemoID: MemoFile] = [:]) -> ListMemos.Result {
    Page(
      name: "memos", items: memos.map { Summary($0, path: files[$0.summary.metadata.id]?.path) }, total: total,
      nextCursor: next.map { ListCursor.text(of: $0, in: query) }, isIndexing: isIndexing,
      isRecovering: isRecovering)
  }
}
