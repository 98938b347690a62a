import JSONRPC
import MemoFolder
import Platform

/// Attaches the folder of a file that is served alone.
extension LanguageSession {
  /// The folder to attach for a document: the client's workspace folder if the document is in it, else the document's
  /// own; nil if the document is no such file.
  func folderToKeep(around uri: DocumentURI) -> String? {
    guard opensFolder != nil, uri.scheme == "file", documents[uri]?.memo == nil, documents[uri]?.notebook == nil,
      let end = uri.path.lastIndex(of: "/")
    else { return nil }
    if let folder = client.folder(around: uri), uri.isBelow(folder) { return folder.path }
    return end == uri.path.startIndex ? nil : String(uri.path[..<end])
  }

  nonisolated func keepFolder(around uri: DocumentURI?) async throws -> JSONValue {
    guard let uri else { throw ResponseError(.invalidParams, "the command needs uri: a file in the folder") }
    guard let folder = await folderToKeep(around: uri) else {
      throw ResponseError(.requestFailed, "its history is kept already, or it is no file that could be")
    }
    let question = ShowMessageRequest.Params(
      message: "Keep the history of all notes in \(folder)? The files stay what they are, and each is a memo, too.",
      choices: [Self.yes, "No"])
    // Where the client can't ask, the command itself is the person's answer.
    let answer = await client.asksPerson ? try? await connection.request(ShowMessageRequest.self, question) : nil
    if let answer, answer.choice != Self.yes { return .null }
    let attached = await Task.detached {
      Result { () throws(FolderError) in try FolderAttachment(of: folder, store: nil).carryOut().path }
    }.value
    do {
      let path = try attached.get()
      await goOn(in: path)
      var told = JSONObject()
      told["folder"] = .string(path)
      return .object(told)
    } catch {
      throw ResponseError(.requestFailed, error.description)
    }
  }

  private static let yes = "Keep it"

  /// Continues the session with a folder that was just attached.
  private func goOn(in path: String) {
    unusableFolders.remove(FilePath(path))
    openNotebook(path)
    for document in documents.all where document.memo == nil { findMemo(of: document.uri) }
  }
}

extension CodeAction {
  /// The action that attaches a file's folder.
  static func keepingFolder(around uri: DocumentURI) -> CodeAction {
    var arguments = JSONObject()
    arguments["uri"] = .string(uri.string)
    return CodeAction(
      title: "Keep this folder's history with memo-ls", kind: .keepFolder, command: (.keepFolder, arguments))
  }
}
