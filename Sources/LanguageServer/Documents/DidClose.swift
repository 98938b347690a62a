import JSONRPC

/// The client has closed a document: its text is not the client's any more.
enum DidClose: ClientNotificationType {
  static let method: StaticString = "textDocument/didClose"
  typealias Params = DocumentParams
}

/// The client has saved a document. Nothing comes of it for one that is in no folder.
enum DidSave: ClientNotificationType {
  static let method: StaticString = "textDocument/didSave"
  typealias Params = DocumentParams
}

extension LanguageSession {
  func didClose(_ params: DocumentParams) { documents[params.document.uri] = nil }
}
