import JSONRPC
import MemoHost
import MemoText

/// The client has changed a document.
enum DidChange: ClientNotificationType {
  static let method: StaticString = "textDocument/didChange"

  /// The new words of a text, and where they stand.
  enum Change: JSONReadable, Sendable {
    /// All of it.
    case whole(Rope)
    /// The new text of a range.
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
    push(params.document.uri)
    documentChanged(params.document.uri)
  }

  private func change(
    _ document: inout OpenDocument, _ changes: [DidChange.Change], _ params: DidChange.Params
  ) throws {
    if !document.isLost, pushDirectly(&document, changes, version: params.document.version) { return }
    do throws(PositionError) {
      try document.change(changes, version: params.document.version, client.encoding)
    } catch {
      throw ResponseError(.invalidParams, "a document's change can't be made: \(error.reason)")
    }
  }
}

extension DidChange.Change {
  var isWhole: Bool { if case .whole = self { true } else { false } }
}
