package import JSONRPC
package import MemoEngine

/// Lists memos, a page at a time.
package enum ListMemos: RequestType {
  /// `list`
  package static let method: StaticString = "list"
  /// The most memos a page may have; of other lists, too.
  package static let largestLimit = 1000
  /// The most tags that memos may be listed by.
  package static let mostTags = 100

  /// Which page of which list.
  package struct Params: JSONReadable, Sendable {
    /// The most memos the page may have; 50 if absent.
    package let limit: Int
    /// Where the page before this one ended; nil for the first.
    package let cursor: String?
    /// What it is sorted by; the time of the last change if absent.
    package let sort: ListSort
    /// Which way; newest first if absent.
    package let order: ListOrder
    /// The trash rather than the living.
    package let trashed: Bool
    /// Whether pinned memos come before all others.
    package let pinnedFirst: Bool
    /// The tags that all listed memos have; nil lists all.
    package let tags: [String]?
    /// One more such tag.
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
  package func result(of query: ListQuery) -> ListMemos.Result {
    Page(
      name: "memos", items: memos.map(Summary.init), total: total,
      nextCursor: next.map { ListCursor.text(of: $0, in: query) }, isIndexing: isIndexing,
      isRecovering: isRecovering)
  }
}
