import MemoEngine
import MemoMarkup
import MemoText

/// Files and folders that are about to be called otherwise.
struct FileMoves: Sendable {
  private let moves: [(old: DocumentURI, new: DocumentURI)]
  /// The memos whose files are among them, or in them, by what the files are called now.
  private let files: [MemoID: DocumentURI]

  init(_ moves: [(old: DocumentURI, new: DocumentURI)], files: [MemoID: DocumentURI] = [:]) {
    (self.moves, self.files) = (moves, files)
  }

  /// What something is called then, which may be without `.md`; nil if it stays.
  func destination(of uri: DocumentURI) -> DocumentURI? {
    for (old, new) in moves {
      if uri.withoutExtension == old.withoutExtension { return new }
      if uri.scheme == old.scheme, uri.path.hasPrefix(old.path + "/") {
        return DocumentURI(new.string + String(uri.path.dropFirst(old.path.count)).percentEncoded)
      }
    }
    return nil
  }

  /// What the file of a note is called now, if it is among them.
  func file(of note: Note) -> DocumentURI? {
    switch note {
    case .memo(let id): files[id]
    case .file(let stem): destination(of: stem).map { _ in stem }
    }
  }
}

extension NoteScope {
  /// What makes the links of this document lead where they do once the files are called otherwise, each written as it
  /// was: from the root or from the document's folder, with the extension or without. The document may be one of them.
  func replacements(_ moves: FileMoves, _ signs: Signs) -> [TextReplacement] {
    let moved = moves.destination(of: uri)
    return signs.all.filter { $0.role == .target }.compactMap { sign in
      let written = text.string(in: sign.range)
      let isWiki = sign.link.map { [.wiki, .embed].contains(signs.outline.links[$0].kind) } ?? false
      // What moves need not be there any more, nor yet: its path decides; of a name what that leads to.
      let path = written.hasScheme ? nil : uri.resolving(written.removingPercentEncoding, from: root)
      var target = path.flatMap(moves.destination)
      if target == nil, isWiki, case .note(let note) = sign.meaning, let file = moves.file(of: note),
        // A note may be meant by what it is called besides, which stays.
        DocumentURI(written.percentEncoded).stem.nameForm == file.stem.nameForm
      {
        target = moves.destination(of: file)
      }
      if target == nil, isWiki, case .address(let address) = sign.meaning {
        target = moves.destination(of: DocumentURI(address))
      }
      if target == nil, !isWiki, let moved, moved.sibling("") != uri.sibling(""), !written.hasPrefix("/") {
        target = path
      }
      return target.flatMap { replacement(of: sign, written, isWiki, leadingTo: $0, from: moved ?? uri) }
    }
  }

  /// A path written anew, in the style that it has.
  func replacement(
    of sign: Sign, _ written: String, _ isWiki: Bool, leadingTo target: DocumentURI, from place: DocumentURI
  ) -> TextReplacement? {
    var path: String
    if written.hasPrefix("/") {
      let below = root.map { DocumentURI($0.string + "/x").path(to: target) }
      path = "/" + (below ?? target.segments.map(\.percentEncoded).joined(separator: "/"))
    } else {
      path = place.path(to: target)
      if written.hasPrefix("./"), !path.hasPrefix(".") { path = "./" + path }
    }
    if !written.lowercased().hasSuffix(".md"), path.lowercased().hasSuffix(".md") { path.removeLast(3) }
    if written.hasSuffix("/"), !path.hasSuffix("/") { path += "/" }
    if isWiki {
      // A name alone leads to any file of the folder, if there is one, else to what is beside the document.
      path = path.removingPercentEncoding
      if !written.contains("/"), document.memo != nil || files.named != nil || !path.contains("/") {
        path = target.stem
      }
    }
    if path.removingPercentEncoding == written.removingPercentEncoding { return nil }
    // In pointed brackets all stands as it is.
    let start = sign.range.lowerBound
    if start > 0, text.string(in: start - 1..<start) == "<" {
      path = path.removingPercentEncoding.replacing("<", with: "\\<").replacing(">", with: "\\>")
    }
    return TextReplacement(range: sign.range, text: path)
  }
}
