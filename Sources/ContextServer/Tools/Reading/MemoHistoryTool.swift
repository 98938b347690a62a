import JSONRPC
import MemoEngine

/// `memo_history`
enum MemoHistoryTool: Tool {
  struct Arguments: JSONReadable, Sendable {
    let id: String
    let limit: Int
    let cursor: String?

    init(json: JSONView) throws(JSONTypeError) {
      id = try json.required("id")
      limit = try json.optional("limit") ?? 20
      cursor = try json.optional("cursor")
    }
  }

  static func usage(_ access: Access) -> ToolUsage {
    ToolUsage(
      name: "memo_history", title: "List a memo's earlier states",
      description: """
        Lists the states of a memo that are kept, newest first; the first one is what is stored now. Read one with \
        read_memo and its revision. Use it to see what was changed and when, not to read the memo as it is.
        """,
      effect: .reads, subject: .memo, arguments: [.id, .limit, .cursor],
      answer: ToolPage<StateRow>.fields(
        "states",
        .object([
          .required("revision", .text(), "Give it to read_memo."), .required("version", ToolMemoRow.version),
          .required("title", .text()), .required("modifiedAt", .text()), .required("bytes", .number(0...(1 << 40))),
          .optional("by", .text(), "The agent that made the change which led to it; absent if a person did."),
        ])))
  }

  static func begin(
    _ arguments: Arguments, _ call: ToolCall, in session: isolated ContextSession
  ) throws -> ToolWork {
    let memo = try session.memo(arguments.id)
    let history = try session.onEngine { try $0.history(memo.metadata.id) }
    let access = session.access
    return {
      try access.require(memo)
      let before = try PageCursor.number(arguments.cursor, in: arguments.id)
      // One more state tells whether there is a next page.
      let wanted = arguments.limit + 1
      var (found, place, total, isLast) = ([HistoryEntry](), before, 0, false)
      repeat {
        let page = try history.page(before: place, limit: wanted - found.count)
        found += try page.entries.filter { try isVisible($0, in: history, access) }
        (place, total, isLast) = (page.entries.last?.version, page.total, page.entries.isEmpty)
      } while found.count < wanted && access.tag != nil && !isLast
      let shown = found.prefix(arguments.limit)
      return .answer(
        ToolPage(
          name: "states", rows: shown.map(StateRow.init), total: access.tag == nil ? total : nil,
          nextCursor: found.count > shown.count
            ? shown.last.map { PageCursor.text(of: $0.version, in: arguments.id) } : nil,
          isIncomplete: false))
    }
  }

  /// Whether agents can see a state: it had the tag then, too.
  private static func isVisible(_ entry: HistoryEntry, in history: MemoHistory, _ access: Access) throws -> Bool {
    guard access.tag != nil else { return true }
    try Task.checkCancellation()
    do throws(EngineError) {
      return access.admits(try history.memo(at: entry.revision))
    } catch {
      if case .revisionNotFound = error { return false }
      throw error
    }
  }

  private struct StateRow: JSONObjectWritable, Sendable {
    let entry: HistoryEntry

    func writeMembers(to writer: inout JSONWriter) {
      writer.member("revision", String(entry.revision))
      writer.member("version", entry.version)
      writer.member("title", entry.displayTitle)
      writer.member("modifiedAt", entry.modifiedAt.description)
      writer.member("bytes", entry.bytes)
      writer.member("by", entry.by)
    }
  }
}
