import MemoEngine

/// What a renaming changes in open documents goes with its answer, as one change that the person can look at, take back
/// and see fail. By itself it would come as the edits of somebody else, and to a document whose file gets another name
/// too late: an empty one would be made with the old name.
extension LanguageSession {
  /// Holds back the edits of the documents that show a notebook's memos.
  ///
  /// - Returns: the documents.
  func beginRenaming(in notebook: Notebook) -> [DocumentURI] {
    let shown = documents.all.filter { $0.memo?.notebook === notebook }.map(\.uri)
    for uri in shown { documents[uri]?.memo?.renamings += 1 }
    renames(true)
    return shown
  }

  /// Ends that.
  ///
  /// - Returns: the edits for the answer.
  func endRenaming(_ shown: [DocumentURI]) -> [WorkspaceEdit.Change] {
    renames(false)
    for uri in shown { documents[uri]?.memo?.endRenaming() }
    return shown.compactMap(answerEdit)
  }

  /// Ends it where nothing was renamed: the edits go as they always do.
  func abandonRenaming(_ shown: [DocumentURI]) {
    renames(false)
    for uri in shown {
      documents[uri]?.memo?.endRenaming()
      offer(uri)
    }
  }

  /// The edit that makes a document say what its memo says, for an answer; nil if it needs none. If it has not shown in
  /// a while that the client has made it, that is asked for it.
  private func answerEdit(of uri: DocumentURI) -> WorkspaceEdit.Change? {
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
