import JSONRPC

/// The client has closed a document: its text is not the client's any more.
enum DidClose: ClientNotificationType {
  static let method: StaticString = "textDocument/didClose"
  typealias Params = DocumentParams
}

/// The client has saved a document.
enum DidSave: ClientNotificationType {
  static let method: StaticString = "textDocument/didSave"

  struct Params: JSONReadable, Sendable {
    let document: DocumentIdentifier
    /// The saved text; nil if the client does not tell. Read only where it is needed.
    let text: JSONView?

    init(json: JSONView) throws(JSONTypeError) {
      document = try json.required("textDocument")
      text = json["text"]
    }
  }
}

extension LanguageSession {
  /// Closes a document. Words typed into a memo are in it already, and stay; those of a file that was not saved go in a
  /// moment.
  func didClose(_ params: DocumentParams) {
    let document = documents[params.document.uri]
    documents[params.document.uri] = nil
    if let document { leave(document) }
    documentClosed(params.document.uri)
    toldTokens.forget(params.document.uri)
  }
}
