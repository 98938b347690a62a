import JSONRPC
import MemoEngine
import MemoText

/// Tells more of something that was offered: the beginning of the note that it means.
enum CompletionResolve: RequestType {
  static let method: StaticString = "completionItem/resolve"

  struct Params: JSONReadable, Sendable {
    /// The item as the client has it, all of which goes back.
    let item: JSONObject
    let note: DocumentURI?

    init(json: JSONView) throws(JSONTypeError) {
      item = try JSONObject(json: json)
      note = json["data"]?["uri"]?.string.map(DocumentURI.init)
    }
  }

  typealias Result = JSONObject
}

extension LanguageSession {
  func resolve(_ params: CompletionResolve.Params) -> Answer<JSONObject> {
    guard let uri = params.note else { return .now(params.item) }
    let (note, scopes, kind) = (Note(uri), notebookScopes, client.documentationFormat)
    return .later(expectedBytes: 1 << 12) {
      var item = params.item
      var found: String?
      for scope in scopes where found == nil { found = try await scope.preview(of: .note(note)) }
      guard let words = found else { return item }
      var markup = JSONObject()
      markup["kind"] = .string(kind.rawValue)
      markup["value"] = .string(words)
      item["documentation"] = .object(markup)
      return item
    }
  }
}
