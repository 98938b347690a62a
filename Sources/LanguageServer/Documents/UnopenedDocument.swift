import JSONRPC
import MemoEngine
import MemoHost
import MemoText

/// Parameters that are about a document.
protocol AboutDocument: Sendable {
  var document: DocumentIdentifier { get }
}

/// A document that the client does not have open, as its memo or its file says it now.
struct UnopenedDocument: Sendable {
  let note: OpenNote
  /// The notebook whose memo it is; nil if it is none.
  var notebook: Notebook?

  /// The most bytes of a file that is read for a question.
  static let longest = 64 << 20
}

/// Whether a document is open does not matter to who asks about it (LSP 3.17, Text Document Synchronization).
extension LanguageSession {
  /// Answers a question about a document: one that is not open is read first.
  ///
  /// - Throws: `invalidParams` if it is not open and can't be read; what the body throws.
  func answer<Params: AboutDocument, Result>(
    _ params: Params, _ body: @escaping @Sendable (isolated LanguageSession, Params) throws -> Answer<Result>
  ) throws -> Answer<Result> {
    let uri = params.document.uri
    if documents[uri] != nil { return try body(self, params) }
    return .later(expectedBytes: 0) {
      switch try await self.answer(params, about: self.read(uri), body) {
      case .now(let result): return result
      case .later(_, let work), .last(let work): return try await work()
      }
    }
  }

  private func answer<Params, Result>(
    _ params: Params, about document: UnopenedDocument,
    _ body: @Sendable (isolated LanguageSession, Params) throws -> Answer<Result>
  ) throws -> Answer<Result> {
    unopened = document
    defer { unopened = nil }
    return try body(self, params)
  }

  /// Reads a document that is not open.
  private nonisolated func read(_ uri: DocumentURI) async throws -> UnopenedDocument {
    if let (id, revision) = MemoURI.revision(of: uri) {
      let notebook = try await notebook(holding: id)
      let past = try await notebook.engine.history(id).memo(at: revision).text
      return UnopenedDocument(
        note: OpenNote(uri: uri, version: nil, state: TextState(past), memo: id), notebook: notebook)
    }
    if let named = MemoURI.id(of: uri) {
      let (id, notebook) = await meant(by: named)
      guard let memo = try await notebook.engine.snapshot(id) else { throw EngineError.memoNotFound(id) }
      return UnopenedDocument(note: OpenNote(uri, saying: memo.text, memo: id), notebook: notebook)
    }
    guard let state = readFiles.text(of: uri, atMost: UnopenedDocument.longest) else {
      throw ResponseError(
        .invalidParams, "the document is not open, and no file that can be read; send textDocument/didOpen first")
    }
    var document = UnopenedDocument(note: OpenNote(uri: uri, version: nil, state: state, memo: nil))
    if let notebook = await notebook(of: uri), let files = notebook.files, let path = files.path(of: uri.path),
      let id = await files.memo(at: path)
    {
      document = UnopenedDocument(
        note: OpenNote(uri: uri, version: nil, state: state, memo: id), notebook: notebook)
    }
    return document
  }
}
