import MemoEngine

extension DocumentURI {
  /// Whether it is what a memo was: to look at, not to edit.
  var isPast: Bool { scheme == MemoURI.historyScheme }
}

/// The name of a memo among documents: `memo:///ID/Title.md`. The title is for people; the identifier counts.
enum MemoURI {
  static let scheme = "memo"
  /// The scheme of a memo's past states: `memo-history:///ID/REVISION/Title.md`.
  static let historyScheme = "memo-history"
  /// The most characters of a title that a URI has.
  private static let longestTitle = 60

  /// The document of a memo.
  static func uri(of id: MemoID, title: String) -> DocumentURI { uri(scheme, id.description, title) }

  /// The document of a memo as it was at a revision.
  static func uri(of id: MemoID, revision: Int, title: String) -> DocumentURI {
    uri(historyScheme, "\(id)/\(revision)", title)
  }

  private static func uri(_ scheme: String, _ path: String, _ title: String) -> DocumentURI {
    let shown = String(title.prefix(longestTitle).map { $0 == "/" || $0.isNewline ? " " : $0 })
    // A name that is nothing but dots would be a step up.
    let name = shown.allSatisfy { $0 == "." || $0.isWhitespace } ? "Untitled" : shown
    return DocumentURI(scheme, path: "/\(path)/\(name).md")
  }

  /// The memo that a document shows; nil if it is none. Also read are `memo://ID/…`, `memo:/ID` and `memo:ID`, as
  /// earlier plugins and links have it.
  static func id(of uri: DocumentURI) -> MemoID? {
    guard uri.scheme == scheme else { return nil }
    return (uri.authority.isEmpty ? uri.segments.first : uri.authority).flatMap(MemoID.init)
  }

  /// The memo and its revision that a document shows; nil if it is none.
  static func revision(of uri: DocumentURI) -> (id: MemoID, revision: Int)? {
    let parts = uri.segments
    guard uri.scheme == historyScheme, parts.count >= 2, let id = MemoID(parts[0]), let revision = Int(parts[1]) else {
      return nil
    }
    return (id, revision)
  }
}
