import JSONRPC
import MemoEngine

/// Tells above a note how many link to it.
enum CodeLensRequest: RequestType {
  static let method: StaticString = "textDocument/codeLens"
  typealias Params = DocumentParams

  /// Words above a line, and what a click does (`CodeLens`).
  struct Lens: JSONObjectWritable, Sendable {
    let range: TextRange
    let title: String
    let uri: DocumentURI

    func writeMembers(to writer: inout JSONWriter) {
      writer.member("range", range)
      writer.name("command")
      writer.beginObject()
      writer.member("title", title)
      writer.member("command", MemoCommand.backlinks.name)
      var arguments = JSONObject()
      arguments["uri"] = .string(uri.string)
      writer.member("arguments", [arguments])
      writer.endObject()
    }
  }

  typealias Result = [Lens]
}

extension LanguageSession {
  func codeLenses(_ params: DocumentParams) throws -> Answer<[CodeLensRequest.Lens]> {
    let scope = try scope(of: params.document)
    guard settings.hasCodeLens else { return .now([]) }
    return .later(expectedBytes: 0) {
      let scope = await self.settled(scope)
      // Only memos are known from elsewhere.
      guard let id = scope.document.memo else { return [] }
      let total = try await scope.engine.links().backlinks(of: id, after: nil, limit: 1).total
      guard total > 0 else { return [] }
      var places = Places(scope.text, in: scope.encoding)
      let title = total == 1 ? "1 memo links here" : "\(total) memos link here"
      return [CodeLensRequest.Lens(range: places(0..<0), title: title, uri: scope.uri)]
    }
  }
}
