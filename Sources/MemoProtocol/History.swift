package import JSONRPC
package import MemoEngine

/// Lists the kept states of a memo, newest first, a page at a time.
package enum History: RequestType {
  /// `history`
  package static let method: StaticString = "history"

  /// Which page of which memo's history.
  package struct Params: JSONReadable, Sendable {
    /// The memo's identifier.
    package let id: String
    /// The most states the page may have; 50 if absent.
    package let limit: Int
    /// Where the page before this one ended; nil for the first.
    package let cursor: String?

    /// Reads the parameters.
    package init(json: JSONView) throws(JSONTypeError) {
      id = try json.required("id")
      limit = try json.pageLimit()
      cursor = try json.optional("cursor")
    }
  }

  /// A page.
  package typealias Result = Page<Revision>

  /// A state of a memo.
  package struct Revision: JSONObjectWritable, Sendable {
    fileprivate let entry: HistoryEntry

    /// Writes the state.
    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("revision", String(entry.revision))
      writer.member("version", entry.version)
      writer.member("modifiedAt", entry.modifiedAt.description)
      writer.member("bytes", entry.bytes)
      writer.member("displayTitle", entry.displayTitle)
      writer.member("by", entry.by)
    }
  }
}

extension HistoryPage {
  /// A page on the wire, made of one with a state more, if there is one.
  package func result(limit: Int, of id: String) -> History.Result {
    let shown = entries.prefix(limit)
    let hasNext = entries.count > shown.count
    return Page(
      name: "revisions", items: shown.map(History.Revision.init), total: total,
      nextCursor: hasNext ? shown.last.map { HistoryCursor.text(of: $0, in: id) } : nil)
  }
}
