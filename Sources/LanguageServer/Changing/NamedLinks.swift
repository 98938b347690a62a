import JSONRPC
import MemoEngine
import MemoMarkup
import MemoText

/// The names of notes that links have, and so what is renamed at a link: a note's title, one of its aliases, or all of
/// it with its file.
extension NoteScope {
  /// The thing to rename where a link leads to a note by an alias, or to a file by its title: the heading that is its
  /// title. The same where it leads to the file by its name and the client can't rename that.
  func titled(_ subject: Referent, by occurrence: Occurrence, _ occurrences: Occurrences) async throws -> Referent {
    guard case .note(let note) = subject, let link = occurrence.link, let found = try await self.note(note) else {
      return subject
    }
    let (outline, form) = (await found.state.outline, occurrences.name(in: link, text))
    if let form, outline.aliases.contains(where: { $0.nameForm == form }), form != (await found.title).nameForm,
      !found.isFile || form != found.uri.stem.nameForm
    {
      return .alias(note, form)
    }
    guard case .file = note, outline.headerTitle == nil, let heading = await found.titleHeading,
      !client.renamesFiles && form != nil || isByTitle(occurrence, occurrences, of: note, outline.title)
    else {
      return subject
    }
    return .heading(note, heading)
  }

  /// Whether a wiki link leads to a file by its title, and not by the file's name.
  func isByTitle(_ occurrence: Occurrence, _ occurrences: Occurrences, of note: Note, _ title: String) -> Bool {
    guard occurrence.role == .target, occurrence.referent == .note(note), case .file(let file) = note,
      let link = occurrence.link,
      [.wiki, .embed].contains(occurrences.outline.links[link].kind)
    else { return false }
    let written = text.string(in: occurrence.range).nameForm
    return written == title.nameForm && written != file.stem.nameForm
  }

  /// The edits that give a file's alias another name, in its front matter and in the links by it.
  ///
  /// - Parameter form: the alias in the form in which names are compared.
  func edits(renamingAlias form: String, of note: Note, to name: String) async throws -> [WorkspaceEdit.Change] {
    guard name.canBeLedTo else {
      throw ResponseError(.requestFailed, RenamingProblem.nameUnwritable(.title).sentence)
    }
    guard let target = try await self.note(note) else { return [] }
    var header = HeaderEditor(target.state.text)
    guard header?.changeAlias(form, to: name) == true, let replacement = header?.replacement else {
      throw ResponseError(.requestFailed, RenamingProblem.headerSentence)
    }
    return try await changes(in: linking(to: note)) { found, occurrences in
      (found.note == note ? [replacement] : [])
        + occurrences.links(byAlias: form, of: note, found.state.text).map { TextReplacement(range: $0, text: name) }
    }
  }
}

extension OpenNote {
  /// The title without the tags and the block's name behind it, which stay if it is renamed.
  var titleName: String {
    get async {
      let (title, outline, text) = (await title, await state.outline, state.text)
      if let heading = await titleHeading, let words = outline.words(of: outline.headings[heading], in: text) {
        return text.string(in: words).split(whereSeparator: \.isNewline).joined(separator: " ")
      }
      let line = 0..<text.endOfLine(0)
      guard text.string(in: line).nameForm == title.nameForm else { return title }
      return outline.withoutTail(line, of: text).map { text.string(in: $0) } ?? title
    }
  }
}

extension Notebook {
  /// Whether a title leads to one memo, and to no other.
  ///
  /// - Parameter place: the memo with the link; nil if that is in none.
  func leads(_ title: String, to id: MemoID, from place: MemoID?) async throws -> Bool {
    guard title.canBeLedTo else { return false }
    var file: MemoFile?
    if let place, files != nil { file = try await engine.listing().reader.files(of: [place])[place] }
    let target = LinkTarget(naming: title).from(file?.folderForm)
    guard case .live(let found)? = try await engine.links().destinations(of: [target]).first else { return false }
    return found.map(\.id) == [id]
  }
}

extension Occurrences {
  /// The places of the targets of wiki links that lead to a note by one of its names.
  ///
  /// - Parameter form: the name in the form in which names are compared.
  func links(byAlias form: String, of note: Note, _ text: Rope) -> [Range<Int>] {
    all.compactMap { occurrence in
      guard occurrence.role == .target, occurrence.referent == .note(note), let link = occurrence.link,
        name(in: link, text) == form
      else { return nil }
      return occurrence.range
    }
  }

  /// The name that a wiki link has for what it leads to, in the form in which names are compared; nil for other links,
  /// which name paths.
  fileprivate func name(in link: Int, _ text: Rope) -> String? {
    let link = outline.links[link]
    guard link.kind == .wiki || link.kind == .embed, !link.targetRange.isEmpty else { return nil }
    return text.string(in: link.targetRange).nameForm
  }
}
