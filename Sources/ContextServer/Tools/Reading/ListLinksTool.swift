import JSONRPC
import MemoEngine

/// `list_links`
enum ListLinksTool: Tool {
  struct Arguments: JSONReadable, Sendable {
    let id: String
    let cursor: String?

    init(json: JSONView) throws(JSONTypeError) {
      id = try json.required("id")
      cursor = try json.optional("cursor")
    }
  }

  /// The most links of an answer, and the most memos that link to this one.
  private static let largest = 50

  static func usage(_ access: Access) -> ToolUsage {
    let link: [Field] = [.required("line", .number(1...(1 << 31))), .required("text", .text(), "The line, shortened.")]
    return ToolUsage(
      name: "list_links", title: "List a memo's links",
      description: """
        Lists where a memo's links lead, and which memos link to it, with the lines in which the links stand. Use it \
        to find what belongs together; memos that only have words in common are found by search_memos.
        """,
      effect: .reads, subject: .allAndMemo, arguments: [.id, .cursor],
      answer: [
        .required(
          "links",
          .list(
            .object(
              link + [
                .required("target", .text(), "What the link names, at most 200 characters of it."),
                .optional("id", .text(), "The memo that it leads to; absent if that is none, or several."),
                .optional("problem", .choice(LinkRow.problems), "Why it does not lead to one memo's right place."),
              ])), "The links in this memo."),
        .required(
          "backlinks",
          .list(
            .object(
              ToolMemoRow.fields + [
                .required("lines", .list(.object(link)), "The first lines that link to this memo."),
                .optional(
                  "more", .number(1...(1 << 31)), "The links in its later lines; list_links of that memo tells them."),
              ])),
          "The memos that link to this one, newest first."),
        .optional("nextCursor", .text(), "Give it as cursor to have more; absent on the last page."),
        .optional("isIncomplete", .flag, "Some may be missing yet: the store is still being read in."),
      ])
  }

  static func begin(
    _ arguments: Arguments, _ call: ToolCall, in session: isolated ContextSession
  ) throws -> ToolWork {
    let memo = try session.memo(arguments.id)
    let access = session.access
    let links = session.onEngine { $0.links(within: access.tag) }
    return {
      try access.require(memo)
      let cursor = try LinkCursor(arguments.cursor, of: arguments.id)
      let outline = try await links.outline(of: memo.text, in: memo.metadata.id)
      let all = Array(zip(outline.outline.links, outline.links)).filter { $0.0.namesMemo }
      let start = min(cursor.passed, all.count)
      let end = min(start + largest, all.count)
      let shown = all[start..<end].map { LinkRow($0, $1, in: memo.text) }
      let backlinks = try await backlinks(of: memo, links, after: cursor)
      let next = LinkCursor(passed: end, backlinks: backlinks.next, hasMore: end < all.count || backlinks.next != nil)
      return .answer(
        Output(
          links: shown, backlinks: backlinks.rows, nextCursor: next.map { $0.text(of: arguments.id) },
          isIncomplete: outline.isIndexing || backlinks.isIndexing || links.isRecovering))
    }
  }

  /// A page of the memos that link to a memo, and its end if it is not the last one.
  private static func backlinks(
    of memo: MemoSnapshot, _ links: MemoLinks, after cursor: LinkCursor
  ) async throws -> (rows: [BacklinkRow], next: ListPlace?, isIndexing: Bool) {
    if cursor.hasAllBacklinks { return ([], nil, false) }
    let page = try await links.backlinks(of: memo.metadata.id, after: cursor.backlinks, limit: largest)
    return (page.memos.map(BacklinkRow.init), page.next, page.isIndexing)
  }

  private struct Output: JSONObjectWritable {
    let links: [LinkRow]
    let backlinks: [BacklinkRow]
    let nextCursor: String?
    let isIncomplete: Bool

    func writeMembers(to writer: inout JSONWriter) {
      writer.member("links", links)
      writer.member("backlinks", backlinks)
      writer.member("nextCursor", nextCursor)
      if isIncomplete { writer.member("isIncomplete", true) }
    }
  }
}
