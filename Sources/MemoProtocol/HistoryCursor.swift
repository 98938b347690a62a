package import JSONRPC
package import MemoEngine

/// The cursor of a memo's history: the memo, and the version of the last state shown. Versions grow from state to
/// state, so it stays right while states come and go.
package enum HistoryCursor {
  /// The version before which a page starts; nil for the first page.
  ///
  /// - Throws: `invalidParams` for a cursor that is not one of ours, or of another memo.
  package static func version(_ params: History.Params) throws(ResponseError) -> Int? {
    guard let cursor = params.cursor else { return nil }
    guard let parts = OpaqueCursor.elements(cursor), parts.count == 3, parts[0].says(name), parts[1].says(params.id),
      let version = parts[2].integer
    else { throw invalid }
    return version
  }

  /// The cursor behind a state.
  package static func text(of entry: HistoryEntry, in id: String) -> String {
    OpaqueCursor.text { writer in
      writer.value(name)
      writer.value(id)
      writer.value(entry.version)
    }
  }

  private static let name = "history"

  private static var invalid: ResponseError {
    .invalidParams(JSONTypeError("must be the nextCursor of a page of the same memo's history").inside("cursor"))
  }
}
