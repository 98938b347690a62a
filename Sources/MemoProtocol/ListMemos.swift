public import JSONRPC

/// Lists memos, a page at a time.
public enum ListMemos: RequestType {
  /// `list`
  public static let method: StaticString = "list"
  /// The most memos a page may have; of other lists, too.
  public static let largestLimit = 1000
  /// The most tags that memos may be listed by.
  public static let mostTags = 100

  /// Which page of which list.
  public struct Params: JSONReadable, Sendable {
    /// The most memos the page may have; 50 if absent.
    public let limit: Int
    /// Where the page before this one ended; nil for the first.
    public let cursor: String?
    /// `modified`, `created` or `title`.
    public let sort: String
    /// `asc` or `desc`.
    public let order: String
    /// The trash rather than the living.
    public let trashed: Bool
    /// Whether pinned memos come before all others.
    public let pinnedFirst: Bool
    /// The tags that all listed memos have; nil lists all.
    public let tags: [String]?
    /// One more such tag.
    public let tag: String?

    /// Reads the parameters.
    public init(json: JSONView) throws(JSONTypeError) {
      limit = try json.pageLimit()
      cursor = try json.optional("cursor")
      sort = try json.optional("sort") ?? "modified"
      guard ["modified", "created", "title"].contains(sort) else {
        throw JSONTypeError("must be modified, created or title").inside("sort")
      }
      order = try json.optional("order") ?? "desc"
      guard ["asc", "desc"].contains(order) else { throw JSONTypeError("must be asc or desc").inside("order") }
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
  public struct Result: JSONWritable, Sendable {
    /// The memos in order.
    public let memos: [Summary]
    /// How many memos the whole list has.
    public let total: Int
    /// What to ask the next page with; nil on the last.
    public let nextCursor: String?
    /// Whether what ended processes did last is still on its way into the store.
    public let isRecovering: Bool

    /// Creates a page.
    public init(memos: [Summary], total: Int, nextCursor: String?, isRecovering: Bool = false) {
      self.memos = memos
      self.total = total
      self.nextCursor = nextCursor
      self.isRecovering = isRecovering
    }

    /// Writes the page.
    public func write(to writer: inout JSONWriter) {
      writer.page("memos", memos, total: total, nextCursor: nextCursor, isRecovering: isRecovering)
    }
  }
}
