import JSONRPC
import MemoText

/// Tells more of a link in a document: what the note is called that it leads to.
enum DocumentLinkResolve: RequestType {
  static let method: StaticString = "documentLink/resolve"

  struct Params: JSONReadable, Sendable {
    /// The link as the client has it, all of which goes back.
    let link: JSONObject
    let target: DocumentURI?

    init(json: JSONView) throws(JSONTypeError) {
      link = try JSONObject(json: json)
      target = json["target"]?.string.map { DocumentURI(String($0.prefix { $0 != "#" })) }
    }
  }

  typealias Result = JSONObject
}

extension LanguageSession {
  func resolve(_ params: DocumentLinkResolve.Params) -> Answer<JSONObject> {
    guard let target = params.target, target.scheme == "file" || target.scheme == MemoURI.scheme else {
      return .now(params.link)
    }
    let (note, scopes) = (Note(target), notebookScopes)
    return .later(expectedBytes: 1 << 10) {
      var link = params.link
      for scope in scopes {
        guard let found = try await scope.note(note) else { continue }
        link["tooltip"] = .string(await found.title)
        break
      }
      return link
    }
  }
}
