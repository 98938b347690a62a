import MemoText

/// The target of a link of a document, as far as the document alone can tell: two that lead to the same are equal.
enum DocumentLinkTarget: Hashable, Sendable {
  /// A URL, as it is written.
  case url(String)
  /// A document beside it, by its path and without its extension.
  case document(DocumentURI)
  /// Something of this name.
  case name([UInt8])

  /// Reads the words of a link in a document.
  ///
  /// - Parameter isName: whether they stand in a wiki link.
  init(_ words: String, isName: Bool, in document: DocumentURI, folder: DocumentURI?) {
    if isName, !words.isEmpty {
      self = .name(Array(words.nameForm.utf8))
    } else if words.isEmpty {
      self = .document(document.withoutExtension)
    } else if let resolved = document.resolving(words, from: folder) {
      self = .document(resolved.withoutExtension)
    } else {
      self = .url(words)
    }
  }
}
