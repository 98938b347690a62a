package import JSONRPC
package import MemoEngine

/// Lists the kept states of a memo, newest first, a page at a time.
package enum History: RequestType {
  /// `history`
  package static let method: StaticString = "history"

  /// The memo, and the page.
  package typealias Params = PageOfMemo

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
  /// A page on the wire, made from one with an additional state if there is a next page.
  package func result(limit: Int, of id: String) -> History.Result {
    let shown = entries.prefix(limit)
    let hasNext = entries.count > shown.count
    return Page(
      name: "revisions", items: shown.map(History.Revision.init), total: total,
      nextCursor: hasNext ? shown.last.map { HistoryCursor.text(of: $0, in: id) } : nil)
  }
}
