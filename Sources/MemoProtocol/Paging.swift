package import JSONRPC

/// The parameters that all paged lists share.
enum Paging {
  /// The most items of a page without a given limit.
  static let defaultLimit = 50
}

extension JSONView {
  /// The member `limit`: the most items that a page may have.
  func pageLimit() throws(JSONTypeError) -> Int {
    let limit = try optional("limit") ?? Paging.defaultLimit
    guard limit >= 1 else { throw JSONTypeError("must be at least 1").inside("limit") }
    return limit
  }
}

/// The parameters of a page of something that belongs to a memo.
package struct PageOfMemo: JSONReadable, Sendable {
  /// The memo's identifier.
  package let id: String
  /// The most items the page may have; 50 if absent.
  package let limit: Int
  /// The cursor at the end of the previous page; nil for the first.
  package let cursor: String?

  /// Reads the parameters.
  package init(json: JSONView) throws(JSONTypeError) {
    id = try json.required("id")
    limit = try json.pageLimit()
    cursor = try json.optional("cursor")
  }
}

/// A page of a list: its items, the number of all, and the cursor of the next page.
package struct Page<Item: JSONWritable & Sendable>: JSONObjectWritable, Sendable {
  /// The name of the items.
  let name: StaticString
  /// The items in order.
  package let items: [Item]
  /// The number of items in the whole list.
  let total: Int
  /// The cursor of the next page; nil on the last.
  let nextCursor: String?
  /// Whether some stored memos were not indexed yet for links and tags.
  var isIndexing = false
  /// Whether ended processes' journals are still being recovered.
  var isRecovering = false

  /// Writes the page.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member(name, items)
    writer.member("total", total)
    writer.member("nextCursor", nextCursor)
    writer.signs(isIndexing: isIndexing, isRecovering: isRecovering)
  }
}

extension JSONWriter {
  /// Writes the flags for what an answer about all memos may lack.
  ///
  /// - Parameters:
  ///   - isIndexing: references of stored memos that were not indexed yet.
  ///   - isRecovering: the last changes of ended processes.
  mutating func signs(isIndexing: Bool, isRecovering: Bool) {
    if isIndexing { member("indexing", true) }
    if isRecovering { member("recovering", true) }
  }
}
