import JSONRPC
import MemoText

extension LanguageSession {
  /// The text of a document, as it is now.
  ///
  /// - Throws: `invalidParams` if it is neither open nor the one that was read; `contentModified`, upon which clients
  ///   ask again or let it be, if what the client has is not known.
  func text(of document: DocumentIdentifier) throws -> TextState {
    guard let found = documents[document.uri] else {
      if let unopened, unopened.note.uri == document.uri { return unopened.note.state }
      throw ResponseError(.invalidParams, "the document is not open; send textDocument/didOpen first")
    }
    guard !found.isLost else {
      throw ResponseError(.contentModified, "a change of the document could not be followed; open it again")
    }
    return found.state
  }

  /// The byte of a text that a position names.
  ///
  /// - Throws: `invalidParams` if the text has no such position.
  func offset(of position: TextPosition, in state: TextState) throws -> Int {
    do throws(PositionError) {
      return try state.text.offset(of: position.clamped(to: state.text), in: client.encoding)
    } catch {
      throw ResponseError(.invalidParams, "the document has no such position: \(error.reason)")
    }
  }
}

extension ErrorCode {
  /// The document is another one by now than the client takes it for (LSP 3.17, `ContentModified`).
  static let contentModified = ErrorCode(rawValue: -32801)
}
