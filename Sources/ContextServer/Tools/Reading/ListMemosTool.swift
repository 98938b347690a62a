import JSONRPC
import MemoEngine

/// `list_memos`
enum ListMemosTool: Tool {
  struct Arguments: JSONReadable, Sendable {
    let tag: String?
    let sort: ListSort
    let limit: Int
    let cursor: String?

    init(json: JSONView) throws(JSONTypeError) {
      tag = try json.optional("tag")
      let sort: String? = try json.optional("sort")
      self.sort = sort.flatMap(ListSort.init) ?? .modified
      limit = try json.optional("limit") ?? 20
      cursor = try json.optional("cursor")
    }

    /// A text that distinguishes it from other lists.
    fileprivate var list: String { "\(sort.rawValue) \(tag ?? "")" }
  }

  static func usage(_ access: Access) -> ToolUsage {
    ToolUsage(
      name: "list_memos", title: "List memos",
      description: """
        Lists memos, those changed last first. Use it to see what there is; to find memos by their words use \
        search_memos. Memos in the trash are not listed.
        """,
      effect: .reads, subject: .all,
      arguments: [
        .optional("tag", .text(1...100), "Only memos with this tag, or one in it."),
        .optional(
          "sort", .choice(ListSort.allCases.map(\.rawValue)),
          "By last change or by making, both newest first, or by title; modified if absent."), .limit, .cursor,
      ],
      answer: ToolPage<ToolMemoRow>.fields("memos", .object(ToolMemoRow.fields)))
  }

  static func begin(
    _ arguments: Arguments, _ call: ToolCall, in session: isolated ContextSession
  ) throws -> ToolWork {
    let query = ListQuery(
      sort: arguments.sort, order: arguments.sort == .title ? .ascending : .descending, trashed: false,
      tags: [arguments.tag, session.access.tag].compactMap { $0 },
      after: try PageCursor.place(arguments.cursor, in: arguments.list), limit: arguments.limit)
    let list = session.onEngine { $0.list(for: query) }
    return {
      let page = try await list.page(query)
      return .answer(
        ToolPage(
          name: "memos", rows: page.memos.map(ToolMemoRow.init), total: page.total,
          nextCursor: page.next.map { $0.cursor(in: arguments.list) },
          isIncomplete: page.isIndexing || page.isRecovering))
    }
  }
}
