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

/// Which document a message is about.
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
struct DocumentParams: JSONReadable, Sendable {
  let document: DocumentIdentifier

  init(json: JSONView) throws(JSONTypeError) { document = try json.required("textDocument") }
}

extension LanguageSession {
  /// A document that was open already is what the client says now.
  func didOpen(_ params: DidOpen.Params) { documents[params.uri] = OpenDocument(params) }
}
