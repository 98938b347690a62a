package import JSONRPC

/// What all lists that come a page at a time have in common.
enum Paging {
  /// How many items a page may have that is asked for without a limit.
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

/// A page of a list: its items, how many there are in all, and what to ask for the next page with.
package struct Page<Item: JSONWritable & Sendable>: JSONObjectWritable, Sendable {
  /// What the items are called.
  let name: StaticString
  /// The items in order.
  package let items: [Item]
  /// How many the whole list has.
  let total: Int
  /// The cursor of the next page; nil on the last.
  let nextCursor: String?
  /// Whether there are stored memos that nobody has looked through yet for links and tags.
  var isIndexing = false
  /// Whether the last changes of ended processes are still on their way into the store.
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
  /// Writes what an answer that looks into all memos may lack.
  ///
  /// - Parameters:
  ///   - isIndexing: what stored memos say that nobody has looked through yet.
  ///   - isRecovering: what ended processes did last and is still on its way into the store.
  mutating func signs(isIndexing: Bool, isRecovering: Bool) {
    if isIndexing { member("indexing", true) }
    if isRecovering { member("recovering", true) }
  }
}
