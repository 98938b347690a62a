import JSONRPC
import MemoEngine
import MemoMarkup
import MemoText

/// Says whether what stands at a place can be renamed, and its present name.
enum PrepareRename: RequestType {
  static let method: StaticString = "textDocument/prepareRename"
  typealias Params = PositionParams
  typealias Result = Nullable<Name>

  /// The name, and where it stands.
  struct Name: JSONObjectWritable, Sendable {
    let range: TextRange
    let name: String

    func writeMembers(to writer: inout JSONWriter) {
      writer.member("range", range)
      writer.member("placeholder", name)
    }
  }
}

/// Renames what stands at a place, with all that leads to it.
enum RenameRequest: RequestType {
  static let method: StaticString = "textDocument/rename"

  struct Params: JSONReadable, AboutDocument {
    let place: PositionParams
    var document: DocumentIdentifier { place.document }
    let name: String

    init(json: JSONView) throws(JSONTypeError) {
      place = try PositionParams(json: json)
      name = try json.required("newName")
    }
  }

  typealias Result = WorkspaceEdit
}

extension LanguageSession {
  func prepareRename(_ params: PositionParams) throws -> Answer<PrepareRename.Result> {
    let (scope, offset) = try place(params)
    if scope.uri.isPast { return .now(Nullable(nil)) }
    return .later(expectedBytes: 0) {
      let scope = await self.settled(scope)
      let occurrences = try await Occurrences(scope, .at(offset))
      // Below a heading, on its underline, are no words that could be renamed.
      guard let occurrence = occurrences.renamable(at: offset),
        let named = try await scope.name(of: occurrence, occurrences),
        scope.text.lines(of: named.range).contains(scope.text.line(of: offset))
      else { return Nullable(nil) }
      var places = Places(scope.text, in: scope.encoding)
      return Nullable(PrepareRename.Name(range: places(named.range), name: named.name))
    }
  }

  func rename(_ params: RenameRequest.Params) throws -> Answer<WorkspaceEdit> {
    let (scope, offset) = try place(params.place)
    if scope.uri.isPast { throw ResponseError(.requestFailed, "nothing is renamed in what a memo was") }
    let (client, connection, bindings, origin) = (client, connection, bindings, origin)
    let name = params.name
    return .later(expectedBytes: 0) {
      // What is open is to be renamed as it is, not taken for words that were typed over the new name.
      await bindings.wait()
      let scope = await self.settled(scope)
      let occurrences = try await Occurrences(scope, .at(offset))
      guard let occurrence = occurrences.renamable(at: offset), try await scope.name(of: occurrence, occurrences) != nil
      else {
        throw ResponseError(.requestFailed, occurrences.reason(whyNothingAt: offset, scope))
      }
      let subject = try await scope.titled(occurrences.subject(of: occurrence, in: scope), by: occurrence, occurrences)
      let name = try occurrences.isPath(occurrence) ? subject.title(inPath: name) : name
      if let renaming = try await scope.renaming(of: subject, to: name) {
        if let edits = try await self.edits(carryingOut: renaming, beside: scope) {
          return WorkspaceEdit(edits, for: client)
        }
        // The engine changes all memos at once; what is open is the client's to change.
        let shown = await self.beginRenaming(in: scope.notebook)
        let move: FileMove?
        do {
          move = try await scope.engine.rename(renaming) { try connection.assumeIsolated { try $0.commit() } }.move
          if let move { try await scope.renameAtOnce(inAttributes: move, by: origin) }
        } catch {
          await self.abandonRenaming(shown)
          throw error
        }
        return WorkspaceEdit(await self.endRenaming(shown) + scope.renaming(ofOpen: move), for: client)
      }
      let isPath = occurrences.isPath(occurrence) || name.contains("/")
      return WorkspaceEdit(try await scope.edits(renaming: subject, to: name, isPath: isPath), for: client)
    }
  }
}

extension Occurrences {
  /// The occurrence at a place that can be renamed: at the brackets of a wiki link, or its label, the last part of what
  /// it leads to; not the words of another link.
  func renamable(at offset: Int) -> Occurrence? {
    guard let occurrence = occurrence(at: offset), occurrence.role != .definition || occurrence.referent.isFootnote
    else { return nil }
    guard occurrence.role == .link, let link = occurrence.link else { return occurrence }
    if outline.links[link].kind.isAddress { return nil }
    return all.last { $0.link == link && ($0.role == .target || $0.role == .fragment) }
  }

  /// The words for why nothing can be renamed at a place.
  fileprivate func reason(whyNothingAt offset: Int, _ scope: NoteScope) -> String {
    if case .note(.file)? = renamable(at: offset)?.referent, !scope.client.renamesFiles {
      return "the file is called so, and the editor can't rename files; rename the file"
    }
    return "there is nothing to rename here"
  }

  /// Whether it is the path of a link or a definition, in whose place a person may type another path.
  fileprivate func isPath(_ occurrence: Occurrence) -> Bool {
    occurrence.role == .target && (occurrence.link.map { outline.links[$0].kind.isAddress } ?? true)
  }
}

extension Referent {
  /// The title of a memo that was typed in the place of its path, perhaps as a path: the name of its file.
  ///
  /// - Throws: if that would be in another folder.
  fileprivate func title(inPath name: String) throws(ResponseError) -> String {
    guard case .note(.memo) = self, MarkdownExtension.of(name) != nil else { return name }
    let path = name.hasPrefix("./") ? String(name.dropFirst(2)) : name
    guard !path.contains("/") else {
      throw ResponseError(.requestFailed, "to move a note to another folder, move its file")
    }
    return path.removingPercentEncoding.withoutMarkdownExtension
  }

  fileprivate var isFootnote: Bool { if case .footnote = self { true } else { false } }
}

extension Rope {
  fileprivate func lines(of range: Range<Int>) -> ClosedRange<Int> {
    line(of: range.lowerBound)...line(of: range.upperBound)
  }
}

extension NoteScope {
  /// The present name of an occurrence, and its range; nil if it can't be renamed.
  func name(of occurrence: Occurrence, _ occurrences: Occurrences) async throws -> (range: Range<Int>, name: String)? {
    var range = occurrence.range
    switch occurrence.role {
    case .fragment, .tag: range = range.lowerBound + 1..<range.upperBound
    case .block: range = range.lowerBound + 1..<range.upperBound
    case .heading:
      let heading = occurrences.outline.headings.first { $0.range == range }
      range = heading.flatMap { occurrences.outline.words(of: $0, in: text) } ?? range
    case .title: range = occurrences.outline.withoutTail(range, of: text) ?? range
    case .link, .target, .label, .anchor, .definition, .definitionLabel, .headerAlias, .headerTag: break
    }
    switch try await titled(occurrences.subject(of: occurrence, in: self), by: occurrence, occurrences) {
    case .note(.memo(let id)):
      guard let note = try await note(.memo(id)) else { return nil }
      return (range, await note.titleName)
    case .note(.file):
      guard occurrence.role == .target, client.renamesFiles, let destination = occurrence.destination else {
        return nil
      }
      return (occurrence.range, text.string(in: occurrence.range.clamped(to: destination)))
    case .heading(let note, let index):
      guard let note = try await self.note(note) else { return nil }
      let outline = await note.state.outline
      guard outline.headings.indices.contains(index) else { return nil }
      return (range, outline.name(of: outline.headings[index], in: note.state.text))
    case .alias(let note, let form):
      guard let aliases = try await self.note(note)?.state.outline.aliases else { return nil }
      return aliases.first { $0.nameForm == form }.map { (range, $0) }
    case .block, .anchor, .missing, .tag, .label: return (range, text.string(in: range))
    case .footnote:
      return (range.lowerBound + 1..<range.upperBound, text.string(in: range.lowerBound + 1..<range.upperBound))
    case .address where occurrences.isAddress(occurrence): return (range, text.string(in: range))
    case .address, .nowhere: return nil
    }
  }

  /// The renaming that the engine is to make; nil if that is a matter of this document, or of files.
  func renaming(of subject: Referent, to name: String) async throws -> Renaming? {
    switch subject {
    case .note(.memo(let id)):
      return .memo(id, title: name, baseVersion: nil, file: client.renamesFiles ? .follows : .stays)
    case .alias(.memo(let id), let alias): return .alias(id, alias: alias, to: name, baseVersion: nil)
    case .heading(.memo(let id), let index):
      guard let headings = try await note(.memo(id))?.state.outline.headings, headings.indices.contains(index) else {
        throw ResponseError(.contentModified, "the heading is gone; try again")
      }
      return .heading(id, heading: headings[index].slug, to: name, baseVersion: nil)
    case .block(.memo(let id), let block):
      return .block(id, block: block, to: name.hasPrefix("^") ? String(name.dropFirst()) : name, baseVersion: nil)
    case .tag(let form): return isMemo ? .tag(form, to: name.hasPrefix("#") ? String(name.dropFirst()) : name) : nil
    case .note, .alias, .heading, .block, .anchor, .missing, .address, .label, .footnote, .nowhere: return nil
    }
  }

  /// The edits that rename something, in the notes that the client is to change.
  ///
  /// - Parameter isPath: whether a file's new name is a path rather than a name, with which it stays in its folder.
  func edits(renaming subject: Referent, to name: String, isPath: Bool) async throws -> [WorkspaceEdit.Change] {
    switch subject {
    case .label, .footnote:
      guard !name.isEmpty, !name.contains(where: { "[]".contains($0) || $0.isNewline }) else {
        throw ResponseError(.requestFailed, "a label must say something, without [ and ]")
      }
      let text = subject.isFootnote && !name.hasPrefix("^") ? "^\(name)" : name
      let form = Array(text.nameForm.utf8)
      let taken: Referent = subject.isFootnote ? .footnote(form) : .label(form)
      let labels = await labels()
      guard taken == subject || !labels.contains(where: { $0.referent == taken && $0.role == .definition }) else {
        throw ResponseError(.requestFailed, "the document has another definition of this label")
      }
      let same = labels.filter { occurrence in
        occurrence.referent == subject
          && (occurrence.role == .label || occurrence.role == .definitionLabel || subject.isFootnote)
      }
      return [change(of: document, same.map { TextReplacement(range: $0.range, text: text) })]
    case .block(let note, _): return try await edits(renamingBlock: subject, of: note, to: name)
    case .missing(let note, let part) where part.hasPrefix("^"):
      return try await edits(renamingBlock: subject, of: note, to: name)
    case .alias(let note, let form): return try await edits(renamingAlias: form, of: note, to: name)
    case .heading(let note, let index): return try await edits(renamingHeading: index, of: note, to: name)
    case .tag(let form): return try await edits(renamingTag: form, to: name)
    case .anchor(let note, _), .missing(let note, _): return try await edits(renamingPart: subject, of: note, to: name)
    case .note(.file(let file)): return try await edits(renamingFile: file, to: name, isPath: isPath)
    case .address(let address): return try await edits(renamingAddress: address, to: name)
    case .note, .nowhere: return []
    }
  }

  func change(of note: OpenNote, _ replacements: [TextReplacement]) -> WorkspaceEdit.Change {
    .edits(note.uri, version: note.version, note.state.text.edits(replacements, in: encoding))
  }

  /// The notes in which something may lead to a note: of files those that are known, and some of other folders; of
  /// memos those that link there.
  func linking(to note: Note) async throws -> [OpenNote] {
    guard case .memo(let id) = note else { return files.near(uri) + files.further(than: uri) }
    var found: [OpenNote] = [try await self.note(note)].compactMap(\.self)
    var after: ListPlace?
    repeat {
      let page = try await engine.links().backlinks(of: id, after: after, limit: 100)
      for memo in page.memos where memo.listed.summary.metadata.id != id {
        if let note = try await self.note(.memo(memo.listed.summary.metadata.id)) { found.append(note) }
      }
      after = page.next
    } while after != nil
    return found
  }

  /// The notes in which something may lead to a part of a note. A memo's links to a file that is no memo are known
  /// where one is looked from.
  func linking(toPartOf note: Note) async throws -> [OpenNote] {
    isMemo && note.memo == nil ? [document] : try await linking(to: note)
  }

  /// The edits in each of some notes.
  func changes(
    in notes: [OpenNote], _ replacements: (OpenNote, Occurrences) async throws -> [TextReplacement]
  ) async throws -> [WorkspaceEdit.Change] {
    var changes: [WorkspaceEdit.Change] = []
    for note in notes {
      try Task.checkCancellation()
      let occurrences = try await Occurrences(beside(note))
      let found = try await replacements(note, occurrences)
      if !found.isEmpty { changes.append(change(of: note, found)) }
    }
    return changes
  }

  private func edits(renamingBlock subject: Referent, of note: Note, to name: String) async throws -> [WorkspaceEdit
    .Change]
  {
    let name = name.hasPrefix("^") ? String(name.dropFirst()) : name
    guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || "-_".contains($0) }) else {
      throw ResponseError(.requestFailed, "a block's name is letters, digits, - and _")
    }
    let form = name.nameForm
    let others = try await self.note(note)?.state.outline.blocks ?? []
    guard subject == .block(note, form) || !others.contains(where: { $0.name.nameForm == form }) else {
      throw ResponseError(.requestFailed, "another block of the note is called \(name)")
    }
    return try await changes(in: linking(toPartOf: note)) { found, occurrences in
      occurrences.all.filter { $0.referent == subject && ($0.role == .block || $0.role == .fragment) }.map {
        occurrence in
        // Behind the mark, which a fragment has besides its `#`, in a path perhaps as `%5E`.
        let mark = occurrence.role == .block ? 0 : 1
        let words = found.state.text.string(in: occurrence.range).dropFirst(mark)
        let start = occurrence.range.lowerBound + mark + (words.hasPrefix("%") ? 3 : 1)
        return TextReplacement(range: start..<occurrence.range.upperBound, text: name)
      }
    }
  }

  private func edits(renamingTag form: String, to name: String) async throws -> [WorkspaceEdit.Change] {
    let name = name.hasPrefix("#") ? String(name.dropFirst()) : name
    guard Outline(of: Rope("#\(name)")).tags.map(\.name) == [name] else {
      throw ResponseError(.requestFailed, RenamingProblem.tagUnwritable(name).sentence)
    }
    var changes: [WorkspaceEdit.Change] = []
    for note in files.near(uri) {
      func renamed(_ tag: String) -> String? {
        guard tag.tagAndAncestors.contains(where: { $0.canonicalCaseless == form }) else { return nil }
        let depth = form.split(separator: "/").count
        let rest = tag.split(separator: "/").dropFirst(depth)
        return ([name] + rest.map(String.init)).joined(separator: "/")
      }
      var found = await note.state.outline.replacements(ofTags: renamed)
      var header = HeaderEditor(note.state.text)
      if header?.changeTags({ renamed($0).map(HeaderEditor.Fate.renamed) ?? .kept }) == true,
        let replacement = header?.replacement
      {
        found.append(replacement)
      }
      if !found.isEmpty { changes.append(change(of: note, found)) }
    }
    return changes
  }
}
