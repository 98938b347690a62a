import JSONRPC
import MemoEngine
import MemoMarkup
import MemoText
import Platform

extension Occurrences {
  /// Whether something stands in an attribute of HTML.
  func isInAttribute(_ occurrence: Occurrence) -> Bool {
    occurrence.link == nil
      && destinations.destination(at: (occurrence.destination ?? occurrence.range).lowerBound)?.isAttribute ?? false
  }

  /// Whether it is a target that other programs follow, too.
  func isAddress(_ occurrence: Occurrence) -> Bool {
    occurrence.role == .target && occurrence.link.map { outline.links[$0].kind.isAddress } ?? true
  }
}

/// What links lead to that is no note, heading or block: files, URLs, elements of HTML.
extension NoteScope {
  /// The edits that rename an element of HTML, with what leads to it, or a part that is missing alike in all
  /// that leads to it.
  func edits(renamingPart part: Referent, of note: Note, to name: String) async throws -> [WorkspaceEdit.Change] {
    let isMissing = if case .missing = part { true } else { false }
    // A part that is yet to be written is a heading.
    let slug = isMissing ? Slug.of(name) : name
    let isName = !name.contains { $0.isWhitespace || "\"'<>&=`".contains($0) }
    guard name.canBeLedTo, isMissing ? !slug.isEmpty : isName else {
      throw ResponseError(.requestFailed, "a name must say something, without white space and marks")
    }
    return try await changes(in: linking(toPartOf: note)) { found, occurrences in
      occurrences.all.filter { $0.referent == part && ($0.role == .anchor || $0.role == .fragment) }.map { occurrence in
        if occurrence.role == .anchor { return TextReplacement(range: occurrence.range, text: name) }
        let isAddress = occurrence.link.map { occurrences.outline.links[$0].kind.isAddress } ?? true
        let words = isAddress ? slug.percentEncoded.withParenthesesEncoded : name
        return TextReplacement(
          range: occurrence.range.lowerBound + 1..<occurrence.range.upperBound,
          text: occurrences.isInAttribute(occurrence) ? words.asAttribute : words)
      }
    }
  }

  /// The edits that rename a file.
  ///
  /// - Parameter isPath: whether the name is a path as a link in this document would have it, rather than a name, with
  ///   which the file stays in its folder.
  func edits(renamingFile file: DocumentURI, to name: String, isPath: Bool) async throws -> [WorkspaceEdit.Change] {
    guard let old = try await note(.file(file)), name.canBeLedTo,
      var new = isPath ? uri.resolving(name.removingPercentEncoding, from: root) : old.uri.sibling(name)
    else { throw ResponseError(.requestFailed, "a file's name must be a path") }
    if new.withoutExtension == new { new = DocumentURI(new.string + (MarkdownExtension.of(old.uri.path) ?? ".md")) }
    guard !isTaken(new, besides: old.uri) else { throw ResponseError(.requestFailed, "there is a file of this name") }
    let moves = FileMoves([(old.uri, new)])
    return try await changes(in: linking(to: .file(file))) { note, occurrences in
      try await self.beside(note).replacements(moves, occurrences)
    } + [.rename(from: old.uri, to: new)]
  }

  /// Whether a file of this name is there, or open, in whatever letters: many file systems take those for the same.
  func isTaken(_ file: DocumentURI, besides old: DocumentURI? = nil) -> Bool {
    let (name, path) = (file.segments.last?.nameForm, file.path.nameForm)
    return DiskFile.names(beside: file).contains { $0.nameForm == name && file.sibling($0) != old }
      || open.contains { $0.uri != old && $0.uri.path.nameForm == path }
  }

  /// Has `href` and `src` in memos lead to a memo's file by the name that it is to have: they are no links to the
  /// engine, which renames what is one.
  func rename(inAttributes move: FileMove, _ texts: inout RenamedTexts, by origin: ChangeOrigin) async throws {
    let paths = (old: FilePath(move.old.path), new: FilePath(move.new.path))
    guard let old = notebook.uri(at: paths.old), let new = notebook.uri(at: paths.new) else { return }
    for found in try await notes(naming: paths.old.name) {
      guard let id = found.document.memo, let memo = try await engine.snapshot(id, by: origin) else { continue }
      let text = texts[id]?.after ?? memo.text
      let note = beside(OpenNote(uri: found.uri, version: nil, state: TextState(text), memo: id))
      let replacements = try await note.replacements(
        FileMoves([(old, new)]), try await Occurrences(note), inAttributes: true)
      if replacements.isEmpty { continue }
      texts[id] = (texts[id]?.before ?? memo.text, text.replacing(replacements))
    }
  }

  /// The edits that put another URL, or the path of another file, in the place of one, in all notes that have it. The
  /// file is called so, too, if it is there.
  func edits(renamingAddress address: String, to name: String) async throws -> [WorkspaceEdit.Change] {
    guard address.hasScheme, !address.lowercased().hasPrefix("file:") else {
      return try await edits(renamingPath: DocumentURI(address), to: name)
    }
    guard name.hasScheme, !name.contains(where: { $0.isWhitespace || "<>\"'\\`".contains($0) }) else {
      throw ResponseError(.requestFailed, "a URL begins as https://, and has no white space and no quotation marks")
    }
    return try await changes(in: notes(leadingTo: .address(address))) { _, occurrences in
      occurrences.all.filter { $0.referent == .address(address) && occurrences.isAddress($0) }.map {
        TextReplacement(range: $0.range, text: name.withParenthesesEncoded)
      }
    }
  }

  private func edits(renamingPath old: DocumentURI, to name: String) async throws -> [WorkspaceEdit.Change] {
    guard let new = try await base()?.resolving(name.removingPercentEncoding, from: root), !name.isEmpty else {
      throw ResponseError(.requestFailed, "a file's name must be a path")
    }
    let isThere = DiskFile.kind(of: old) != nil
    guard !isThere || client.renamesFiles && DiskFile.kind(of: new) == nil else {
      throw ResponseError(.requestFailed, "there is a file of this name, or the editor can't rename files")
    }
    let moves = FileMoves([(old, new)])
    return try await changes(in: notes(leadingTo: .address(old.string))) { note, occurrences in
      try await self.beside(note).replacements(moves, occurrences)
    } + (isThere ? [.rename(from: old, to: new)] : [])
  }

  /// The notes in which something may lead to what is no memo: of files those that are known, and some of other
  /// folders; of memos those that name the file or the URL.
  func notes(leadingTo target: Referent) async throws -> [OpenNote] {
    guard isMemo else { return files.near(uri) + files.further(than: uri) }
    guard case .address(let address) = target else { return [document] }
    let isFile = address.lowercased().hasPrefix("file:")
    let naming =
      isFile
      ? try await notes(naming: DocumentURI(address).segments.last ?? "")
      : try await notes(found: ["\"\(address.filter { $0 != "\"" })\""])
    let found = naming.map(\.document)
    return found.contains { $0.note == document.note } ? found : [document] + found
  }
}
