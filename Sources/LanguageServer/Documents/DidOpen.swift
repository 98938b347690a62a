import JSONRPC
import MemoText

/// The client has opened a document: from now on its text is what the client says.
enum DidOpen: ClientNotificationType {
  static let method: StaticString = "textDocument/didOpen"

  struct Params: JSONReadable, Sendable {
    let uri: DocumentURI
    let version: Int?
    let text: Rope

    init(json: JSONView) throws(JSONTypeError) {
      let item: Item = try json.required("textDocument")
      (uri, version, text) = (item.uri, item.version, item.text.value)
    }
  }

  private struct Item: JSONReadable {
    let uri: DocumentURI
    let version: Int?
    let text: WireText

    init(json: JSONView) throws(JSONTypeError) {
      uri = try json.required("uri")
      version = json["version"]?.integer
      text = try json.required("text")
    }
  }
}

/// A text as it comes over the wire: not copied on its way.
struct WireText: JSONReadable, Sendable {
  let value: Rope

  init(json: JSONView) throws(JSONTypeError) {
    value = try JSONString(json: json).withUTF8 { Rope(validUTF8: $0) }
  }
}

/// The document that a message is about.
struct DocumentIdentifier: JSONReadable, Sendable {
  let uri: DocumentURI
  /// The client's number of its text, in messages that have one.
  let version: Int?

  init(json: JSONView) throws(JSONTypeError) {
    uri = try json.required("uri")
    version = json["version"]?.integer
  }
}

/// Parameters that name a document and no more.
struct DocumentParams: JSONReadable, AboutDocument {
  let document: DocumentIdentifier

  init(json: JSONView) throws(JSONTypeError) { document = try json.required("textDocument") }
}

extension LanguageSession {
  /// A document that was open already is what the client says now.
  func didOpen(_ params: DidOpen.Params) {
    var document = OpenDocument(params, opening: documents.nextOpening())
    document.memo = MemoURI.id(of: params.uri).map { MemoBinding($0, in: main) }
    if let former = documents[params.uri] { leave(former) }
    let closed = closedFiles.removeValue(forKey: params.uri)
    if let closed, let memo = closed.memo?.reopened(with: params.text, after: closed.state.text) {
      // It was closed to be opened again, as another language perhaps: nothing was given up.
      (document.memo, document.notebook) = (memo, closed.notebook)
      documents[params.uri] = document
      push(params.uri)
    } else {
      documents[params.uri] = document
      if document.memo != nil { bind(params.uri) } else { findMemo(of: params.uri, after: closed) }
    }
    documentOpened(params.uri)
    fileSeen(params.uri)
  }
}
