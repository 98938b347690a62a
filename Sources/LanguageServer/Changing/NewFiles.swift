import JSONRPC
import MemoEngine
import MemoFolder
import MemoHost
import MemoText
import Platform

/// Notes that the client is about to make in attached folders: they begin with what the template of their folder says.
extension LanguageSession {
  func willCreateFiles(_ params: WillCreateFiles.Params) -> Answer<WorkspaceEdit> {
    .later(expectedBytes: 0) {
      await self.bindings.wait()
      var changes: [WorkspaceEdit.Change] = []
      var known: Set<DocumentURI> = []
      for uri in params.files.map(\.uri) where known.insert(uri).inserted {
        try Task.checkCancellation()
        if let text = try await self.textOfNewFile(uri) { changes.append(text) }
      }
      return WorkspaceEdit(changes, for: await self.client)
    }
  }

  /// The edit that a new note begins with; nil if it begins with nothing, is there, or has words in an editor.
  private func textOfNewFile(_ uri: DocumentURI) async throws -> WorkspaceEdit.Change? {
    guard let notebook = await notebook(of: uri), let files = notebook.files, let path = files.path(of: uri.path),
      Skipping.isNote(path.name),
      documents[uri]?.state.text.summary.utf8 ?? 0 == 0, DiskFile.kind(of: uri) == nil, await files.mayTakeIn(path)
    else { return nil }
    let text: Rope?
    do throws(EngineError) {
      let folder = files.root.split(separator: "/").last.map(String.init) ?? ""
      text = try await notebook.engine.textOfNewFile(at: path.description, in: folder)
    } catch {
      guard case .templateUnusable(let name, let problem) = error else { throw error }
      // The file is made all the same: a person who is told can mend the tags.
      let reason =
        if case .headerUnwritable = problem {
          "the tag template/\(name) can't be taken out of its template's front matter; write the tags there as a list"
        } else {
          "several notes are tagged template/\(name)"
        }
      show(.warning, "\(uri.stem) begins with nothing: \(reason)")
      return nil
    }
    let start = TextPosition(line: 0, character: 0)
    return text.map { text in
      let edit = TextEdit(range: TextRange(start: start, end: start), text: text.string)
      return .edits(uri, version: documents[uri]?.version, [edit])
    }
  }
}
