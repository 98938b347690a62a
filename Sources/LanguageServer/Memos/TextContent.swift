import JSONRPC
import MemoEngine
import MemoText

/// Gives a document's text that the client shows and nobody edits: what a memo was at a revision (LSP 3.18).
enum TextContent: RequestType {
  static let method: StaticString = "workspace/textDocumentContent"

  struct Params: JSONReadable, Sendable {
    let uri: DocumentURI

    init(json: JSONView) throws(JSONTypeError) { uri = try json.required("uri") }
  }

  struct Result: JSONObjectWritable, Sendable {
    let text: Rope

    func writeMembers(to writer: inout JSONWriter) {
      writer.name("text")
      writer.beginString()
      text.forEachChunk { writer.appendToString($0) }
      writer.endString()
    }
  }
}

extension LanguageSession {
  func textContent(_ params: TextContent.Params) throws -> Answer<TextContent.Result> {
    if let (id, revision) = MemoURI.revision(of: params.uri) {
      return .later(expectedBytes: 0) {
        let history = try await self.notebook(holding: id).engine.history(id)
        return TextContent.Result(text: try await Task.detached { try history.memo(at: revision).text }.value)
      }
    }
    guard let id = MemoURI.id(of: params.uri) else {
      throw ResponseError(.invalidParams, "uri must be memo-history:///ID/REVISION/Title.md")
    }
    return .later(expectedBytes: 0) {
      guard let memo = try await self.notebook(holding: id).engine.snapshot(id) else {
        throw EngineError.memoNotFound(id)
      }
      return TextContent.Result(text: memo.text)
    }
  }

  /// The notebook that has a memo; the first where none has.
  nonisolated func notebook(holding id: MemoID) async throws -> Notebook {
    let main = await main
    for notebook in [main] + (await notebooks) where try await notebook.engine.snapshot(id) != nil { return notebook }
    return main
  }
}
