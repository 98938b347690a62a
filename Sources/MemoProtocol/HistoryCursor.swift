package import JSONRPC
package import MemoEngine

/// The cursor of a memo's history: which memo, and the version of the last state that was shown. Versions grow from
/// state to state, so it stays right while states come and go.
package enum HistoryCursor {
  /// The version before which a page starts; nil for the first page.
  ///
  /// - Throws: `invalidParams` for a cursor that is none of ours, or of another memo.
  package static func version(_ params: History.Params) throws(ResponseError) -> Int? {
    guard let cursor = params.cursor else { return nil }
    guard let json = CursorText.json(cursor), let document = try? JSONDocument(json) else { throw invalid }
    let parts = Array(document.root.elements)
    guard parts.count == 3, parts[0].string == name, parts[1].string == params.id, let version = parts[2].integer else {
      throw invalid
    }
    return version
  }

  /// The cursor behind a state.
  package static func text(of entry: HistoryEntry, in id: String) -> String {
    var writer = JSONWriter()
    writer.beginArray()
    writer.value(name)
    writer.value(id)
    writer.value(entry.version)
    writer.endArray()
    return CursorText.text(writer.bytes)
  }

  private static let name = "history"

  private static var invalid: ResponseError {
    .invalidParams(JSONTypeError("must be the nextCursor of a page of the same memo's history").inside("cursor"))
  }
}
