import JSONRPC
import MemoHost
import MemoText

/// The client has changed a document.
enum DidChange: ClientNotificationType {
  static let method: StaticString = "textDocument/didChange"

  /// What stands where afterwards.
  enum Change: JSONReadable, Sendable {
    /// All of it.
    case whole(Rope)
    /// What takes the place of a range.
    case part(TextRange, String)

    /// Reads a change. `rangeLength`, which LSP has given up, is passed over.
    init(json: JSONView) throws(JSONTypeError) {
      if let range: TextRange = try json.optional("range") {
        self = .part(range, try json.required("text"))
      } else {
        let text: WireText = try json.required("text")
        self = .whole(text.value)
      }
    }
  }

  struct Params: JSONReadable, Sendable {
    let document: DocumentIdentifier
    let changes: [Change]

    init(json: JSONView) throws(JSONTypeError) {
      document = try json.required("textDocument")
      changes = try json.required("contentChanges")
    }
  }
}

extension LanguageSession {
  func didChange(_ params: DidChange.Params) throws {
    guard var document = documents[params.document.uri] else {
      throw ResponseError(.invalidParams, "a document was changed that is not open")
    }
    // What was lost comes back with all of it.
    if let last = params.changes.lastIndex(where: \.isWhole) {
      try change(&document, Array(params.changes[last...]), params)
      document.isLost = false
    } else if !document.isLost {
      try change(&document, params.changes, params)
    }
    documents[params.document.uri] = document
  }

  private func change(
    _ document: inout OpenDocument, _ changes: [DidChange.Change], _ params: DidChange.Params
  ) throws {
    do throws(PositionError) {
      try document.change(changes, version: params.document.version, client.encoding)
    } catch {
      throw ResponseError(.invalidParams, "a document's change can't be made: \(error.reason)")
    }
  }

  /// Notes that a change could not be followed. Nobody can be answered, so the person is told how to go on; until then
  /// what is asked about the document is refused rather than answered wrongly.
  func lose(_ call: Call) {
    guard let uri = call.params?["textDocument"]?["uri"]?.string.map(DocumentURI.init) else { return }
    guard documents[uri]?.isLost == false else { return }
    documents[uri]?.isLost = true
    let name = uri.string.split(separator: "/").last.map(String.init) ?? uri.string
    let message = "memo-ls could not follow a change of \(name.prefix(200)); close it and open it again"
    connection.notify(ShowMessage.self, ShowMessage.Params(level: .error, message: message))
  }
}

extension DidChange.Change {
  var isWhole: Bool { if case .whole = self { true } else { false } }
}
