import JSONRPC

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

extension JSONWriter {
  /// Writes a page: its items under a name of theirs, how many there are in all, the cursor of the next page, if there
  /// is one, and whether something may be missing from it.
  mutating func page(
    _ name: StaticString, _ items: [some JSONWritable], total: Int, nextCursor: String?, isRecovering: Bool = false
  ) {
    beginObject()
    self.name(name)
    beginArray()
    for item in items { item.write(to: &self) }
    endArray()
    self.name("total")
    value(total)
    if let nextCursor {
      self.name("nextCursor")
      value(nextCursor)
    }
    if isRecovering {
      self.name("recovering")
      value(true)
    }
    endObject()
  }
}
