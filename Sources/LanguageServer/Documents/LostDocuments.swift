import JSONRPC
import MemoHost
import MemoText

/// Documents of which a change could not be followed: what the client has is not known, and what is asked about them is
/// refused rather than answered wrongly. All of the text brings one back: by a change, by saving, by opening anew.
extension LanguageSession {
  /// Loses the document that a change is about which could not be made, or all of them if it does not tell which.
  func lose(_ call: Call) {
    guard let uri = call.params?["textDocument"]?["uri"]?.string.map(DocumentURI.init) else { return loseAll() }
    lose(uri)
  }

  /// Loses the documents whose change may have been in what could not be read.
  func lose(unread bytes: [UInt8]) {
    if phase == .running, bytes.contains(Array("\(DidOpen.method)".utf8)) {
      // Half a character, say, which no text can have.
      show(.error, "memo-ls could not read a document that was opened, so it knows nothing of that one")
    }
    guard phase == .running, bytes.isEmpty || bytes.contains(Array(didChangeMethod.utf8.suffix(9))) else { return }
    let named = documents.all.map(\.uri).filter { bytes.contains(Array($0.string.utf8)) }
    if named.isEmpty { loseAll() } else { for uri in named { lose(uri) } }
  }

  private func loseAll() { for document in documents.all { lose(document.uri) } }

  /// Tells the person how to go on with a document, since nobody can be answered.
  private func lose(_ uri: DocumentURI) {
    guard documents[uri]?.isLost == false else { return }
    documents[uri]?.isLost = true
    let name = uri.string.split(separator: "/").last.map(String.init) ?? uri.string
    let message = "memo-ls could not follow a change of \(name.prefix(200)); save it, or close it and open it again"
    show(.error, message)
  }

  /// Takes the text of a lost document, with which it is found again.
  func find(_ uri: DocumentURI, saying text: Rope) {
    guard documents[uri]?.isLost == true else { return }
    documents[uri]?.become(TextState(text), version: nil)
    documents[uri]?.memo?.versionInStep = nil
    documents[uri]?.isLost = false
    documentChanged(uri)
  }
}
