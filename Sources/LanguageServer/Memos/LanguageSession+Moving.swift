import MemoEngine

/// Documents whose files get another name with a renaming: their edits go with the answer, before the file. By
/// themselves they would come to the client when the document has its new name, and make an empty one with the old.
extension LanguageSession {
  /// Holds back the edits of the document that shows a memo's file.
  ///
  /// - Returns: the document; nil if none shows it, or the client can't be told of another name.
  func beginMoving(_ renaming: Renaming, in notebook: Notebook) -> DocumentURI? {
    guard client.renamesFiles, case .memo(let id, _, _, .follows) = renaming,
      let uri = documents.showing(id, in: notebook).first(where: { $0.scheme == "file" })
    else { return nil }
    documents[uri]?.memo?.isMoving = true
    return uri
  }

  /// Ends that.
  ///
  /// - Parameter isMoved: whether the file gets another name; if not, the edits go as they always do.
  /// - Returns: the edits for the answer.
  func endMoving(_ uri: DocumentURI?, isMoved: Bool) -> [WorkspaceEdit.Change] {
    guard let uri else { return [] }
    documents[uri]?.memo?.isMoving = false
    guard isMoved, let change = answerEdit(of: uri) else {
      offer(uri)
      return []
    }
    return [change]
  }

  /// The edit that makes a document say what its memo says, for an answer; nil if it needs none. If it has not shown in
  /// a while that the client has made it, that is asked for it.
  func answerEdit(of uri: DocumentURI) -> WorkspaceEdit.Change? {
    documents[uri]?.memo?.forgetAnswer()
    guard let document = documents[uri], let edit = edit(of: document) else { return nil }
    documents[uri]?.memo?.hasOthersWords = true
    let number = documents[uri]?.memo?.send(edit.now, from: document.version, inAnswer: true)
    Task {
      try? await Task.sleep(for: patienceWithAnswers)
      guard self.documents[uri]?.opening == document.opening else { return }
      self.documents[uri]?.memo?.forgetAnswer(number)
      self.offer(uri)
    }
    return edit.change
  }
}
