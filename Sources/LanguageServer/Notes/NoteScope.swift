import JSONRPC
import MemoEngine
import MemoFolder
import MemoHost
import MemoMarkup
import MemoText
import Platform

/// A document, and what its links are looked at beside: all memos, or the files beside it; as it was at one moment.
struct NoteScope: Sendable {
  let document: OpenNote
  let client: ClientCapabilities
  let notebook: Notebook
  /// All documents that the client has open, but for memos of other notebooks.
  let open: [OpenNote]
  /// Files that are no memos, near to any document.
  let nearby: NearbyFiles
  /// The files below the folders that the client works in.
  let named: [NamedFiles]

  var uri: DocumentURI { document.uri }
  var state: TextState { document.state }
  var text: Rope { document.state.text }
  var encoding: PositionEncoding { client.encoding }
  var engine: MemoEngine { notebook.engine }
  var isMemo: Bool { document.memo != nil }
  /// The folder that paths that begin with `/` start from; nil if that is not known.
  var root: DocumentURI? { isMemo ? notebook.root ?? folder : folder }
  /// The folder that the client works in where it has the document.
  private var folder: DocumentURI? { client.folder(around: uri) }
  /// Whether the document is a file that is a memo.
  var isFile: Bool { isMemo && document.isFile }
  var files: FileNotes {
    FileNotes(
      folder: folder, nearby: nearby,
      named: uri.isUnsaved
        ? named.count == 1 ? named[0] : nil : named.first { $0.folder == folder && uri.isBelow($0.folder) })
  }

  /// The targets of the text's links, in their order.
  ///
  /// - Throws: `CancellationError` if the task is cancelled, as not all of them were looked up then.
  func ends() async throws -> [LinkEnd] { try await ends(of: await state.outline.links) }

  /// The targets of some of the text's links, in their order.
  ///
  /// - Throws: as ``ends()`` does.
  func ends(of links: [Outline.Link]) async throws -> [LinkEnd] {
    if links.isEmpty { return [] }
    let isInNotebook = isMemo || document.comingFile != nil
    var ends = isInNotebook ? try await memoEnds(of: links) : await fileEnds(of: links)
    try Task.checkCancellation()
    try await addPaths(to: &ends)
    for (index, link) in zip(ends.indices, links) {
      if ends[index].isNowhere, let end = await endOfPath(link) { ends[index] = end }
      guard ends[index].fault == .fragment, let fragment = link.fragment, let target = ends[index].note,
        let note = try await note(target)
      else { continue }
      let isMarkdown = link.kind == .markdown || link.kind == .image
      if isMarkdown && fragment.isLineNumber { ends[index].fault = nil }
      if await note.state.destinations.anchor(fragment) != nil { ends[index].fault = nil }
    }
    return ends
  }

  /// The targets as the engine knows them; of links within the text as that says.
  private func memoEnds(of links: [Outline.Link]) async throws -> [LinkEnd] {
    let found = try await engine.links().destinations(of: links, in: document.memo, inNew: document.comingFile)
    let own = found.contains(nil) ? await state.parts : nil
    return zip(links, found).map { link, end in
      if let end { return LinkEnd(end) }
      let isThere = link.fragment.map { own?.place(of: LinkFragment($0)) != nil } ?? true
      return LinkEnd(note: document.note, fault: isThere ? nil : .fragment)
    }
  }

  /// Looks up where the files are of what ambiguous links may mean.
  private func addPaths(to ends: inout [LinkEnd]) async throws {
    let memos = ends.flatMap { end in
      if case .ambiguous(let names)? = end.fault { names.compactMap { name in name.note.memo } } else { [MemoID]() }
    }
    let paths = try await paths(of: Array(Set(memos)))
    for index in ends.indices {
      guard case .ambiguous(var names)? = ends[index].fault else { continue }
      for place in names.indices {
        switch names[place].note {
        case .memo(let id): names[place].path = paths[id]
        case .file(let file):
          let start = root.map { DocumentURI($0.string + "/x") } ?? uri
          names[place].path = start.path(to: file).removingPercentEncoding
        }
      }
      if names.allSatisfy({ $0.path != nil }) { names.sort { ($0.path ?? "") < ($1.path ?? "") } }
      ends[index].fault = .ambiguous(names)
    }
  }

  /// The target of a link of a file by a path that the store does not know: something in the folder that is no memo, or
  /// a memo by a URL. Nil if it is no path.
  private func endOfPath(_ link: Outline.Link) async -> LinkEnd? {
    guard isMemo || document.comingFile != nil, let files = notebook.files, !link.target.isEmpty else { return nil }
    if link.target.lowercased().hasPrefix("file://") {
      let file = DocumentURI(link.target)
      if let path = files.path(of: file.path), let id = await files.memo(at: path) { return LinkEnd(note: .memo(id)) }
      return DiskFile.kind(of: file) == nil ? LinkEnd(fault: .broken) : LinkEnd(address: file.string)
    }
    let place = uri.isUnsaved ? notebook.root.map { DocumentURI("\($0.string)/x") } ?? uri : uri
    guard link.kind != .url, !link.target.hasPrefix("//"),
      let path = place.resolving(link.target, from: notebook.root)
    else { return nil }
    if let other = otherFile(link, path, files) { return LinkEnd(address: other.string) }
    return document.isFile ? LinkEnd(fault: .broken) : nil
  }

  /// The target of a path that stands in no link.
  func end(ofPath target: String) async throws -> LinkEnd {
    if target.isEmpty { return LinkEnd(note: document.note) }
    if !isMemo, document.comingFile == nil { return await files.end(of: target, isName: false, in: uri) }
    guard let files = notebook.files, let base = try await base(),
      let path = base.resolving(target, from: notebook.root)
    else { return LinkEnd(address: target) }
    let note = path.isNote ? path : DiskFile.note(path) ?? path
    if let file = files.path(of: note.path), let id = await files.memo(at: file) { return LinkEnd(note: .memo(id)) }
    return DiskFile.kind(of: path) == nil ? LinkEnd(fault: .broken) : LinkEnd(address: path.string)
  }

  /// Something in the folder that a link leads to and that is not a note; nil if there is nothing.
  private func otherFile(_ link: Outline.Link, _ found: DocumentURI, _ files: NoteFiles) -> DocumentURI? {
    let rooted = uri.resolving("/" + link.target, from: notebook.root)
    // Also what the folder ignores, whose extension may be left out as with notes.
    for place in [found, rooted].compactMap(\.self) {
      if DiskFile.kind(of: place) != nil { return place }
      if let note = DiskFile.note(place) { return note }
    }
    guard link.kind == .wiki || link.kind == .embed, !link.target.contains("/") else { return nil }
    let paths = files.others.paths(called: link.target)
    // Of several it is not known which is meant, but that there is one.
    return paths.count == 1
      ? notebook.uri(at: FilePath(paths[0])) : paths.isEmpty ? nil : found
  }

  private func fileEnds(of links: [Outline.Link]) async -> [LinkEnd] {
    let files = files
    // Many links have few targets.
    var known: [String: LinkEnd] = [:]
    var parts: [DocumentURI: NoteParts] = [:]
    var ends: [LinkEnd] = []
    for link in links {
      let isName = link.kind == .wiki || link.kind == .embed
      let key = "\(isName) \(link.target)"
      var end: LinkEnd
      if let found = known[key] {
        end = found
      } else if link.kind == .url {
        end = LinkEnd(address: link.target)
      } else {
        end = await files.end(of: link.target, isName: isName, in: uri)
      }
      known[key] = end
      if let fragment = link.fragment, case .file(let file)? = end.note {
        if parts[file] == nil { parts[file] = await note(file, files)?.state.parts }
        if let target = parts[file], target.place(of: LinkFragment(fragment)) == nil { end.fault = .fragment }
      }
      ends.append(end)
    }
    return ends
  }

  private func note(_ file: DocumentURI, _ files: FileNotes) -> OpenNote? {
    document.uri == file ? document : files.note(file)
  }

  /// A note as it is now, as the client calls it; nil if there is none.
  func note(_ note: Note) async throws -> OpenNote? {
    if note == document.note { return document }
    switch note {
    case .file(let file): return files.note(file)
    case .memo(let id):
      if let found = open.first(where: { $0.memo == id }) { return found }
      guard let memo = try await reader().memo(id) else { return nil }
      return OpenNote(notebook.uri(of: id, title: memo.displayTitle, in: memo.file), saying: memo.text, memo: id)
    }
  }

  /// The note as its file says it, if the client does not have it open: what the client changes there is on the disk,
  /// which a memo that is typed in elsewhere is ahead of.
  func onDisk() -> NoteScope {
    guard isFile, document.version == nil, let file = nearby.read(uri), !file.state.text.isIdentical(to: text) else {
      return self
    }
    return beside(OpenNote(uri: uri, version: nil, state: file.state, memo: document.memo))
  }

  /// The paths of memos' files below the folder.
  func paths(of memos: [MemoID]) async throws -> [MemoID: String] {
    notebook.files == nil || memos.isEmpty ? [:] : try await reader().files(of: memos).mapValues(\.path)
  }

  /// The reader of memos.
  func reader() async -> MemoReader { await engine.listing().reader }

  /// A note beside the document, as it is looked at itself.
  func beside(_ note: OpenNote) -> NoteScope {
    NoteScope(document: note, client: client, notebook: notebook, open: open, nearby: nearby, named: named)
  }

  /// The client's names for some memos, given with their titles.
  func uris(of memos: [(id: MemoID, title: String)]) async throws -> [MemoID: DocumentURI] {
    try await notebook.uris(of: memos, open)
  }
}

extension Notebook {
  /// A client's names for some memos, given with their titles.
  func uris(of memos: [(id: MemoID, title: String)], _ open: [OpenNote]) async throws -> [MemoID: DocumentURI] {
    let known = Dictionary(open.compactMap { note in note.memo.map { ($0, note.uri) } }) { first, _ in first }
    let others = files == nil ? [] : memos.map(\.id).filter { known[$0] == nil }
    let files = others.isEmpty ? [:] : try await engine.listing().reader.files(of: others)
    let uris = memos.map { id, title in (id, known[id] ?? uri(of: id, title: title, in: files[id])) }
    return Dictionary(uris) { first, _ in first }
  }
}

extension LinkEnd {
  /// Takes the engine's word on a link in a memo's text.
  init(_ link: ResolvedLink) {
    self.init(note: link.id.map(Note.memo))
    switch link.problem {
    case nil: break
    case .broken: fault = .broken
    case .ambiguous(let memos): fault = .ambiguous(memos.map { NoteName($0) })
    case .trashed: fault = .trashed(link.id)
    case .renamed(let memo): fault = .renamed(NoteName(memo))
    case .fragment: fault = .fragment
    }
  }
}

extension NoteName {
  init(_ memo: LinkDestination.LeadsTo) { self.init(note: .memo(memo.id), title: memo.title) }
}

extension LanguageSession {
  /// A document with what its links are looked at beside.
  ///
  /// - Throws: as ``text(of:)`` does.
  func scope(of identifier: DocumentIdentifier) throws -> NoteScope {
    _ = try text(of: identifier)
    guard let document = documents[identifier.uri] else {
      guard let unopened else { throw CancellationError() }
      return scope(of: unopened.note, in: unopened.notebook ?? main)
    }
    if let past = MemoURI.revision(of: identifier.uri) {
      // Its links lead as the memo's do.
      let note = OpenNote(uri: document.uri, version: document.version, state: document.state, memo: past.id)
      return scope(of: note, in: notebooks.first { $0.has(past.id) } ?? main)
    }
    let notebook = document.memo?.notebook ?? (document.comingFile == nil ? nil : document.notebook)
    return scope(of: withFolder(OpenNote(document)), in: notebook ?? main)
  }

  /// A document that is saved nowhere yet as a file of the attached folder that the client works in, if there is one
  /// alone; any other as it is.
  private func withFolder(_ note: OpenNote) -> OpenNote {
    guard note.uri.isUnsaved, shown.count(where: { $0.files != nil }) == 1 else { return note }
    var note = note
    note.comingFile = MemoFile(path: "", followsTitle: true)
    return note
  }

  /// The same document, once it is found out which memo it shows: a file of a folder that was opened just now must not
  /// be answered about as if it were in none.
  nonisolated func settled(_ scope: NoteScope) async -> NoteScope { scope.isMemo ? scope : await lookedUp(scope) }

  private func lookedUp(_ scope: NoteScope) async -> NoteScope {
    if documents[scope.uri]?.isLookedUp == true { await bindings.wait() }
    guard let now = documents[scope.uri], let notebook = now.memo?.notebook ?? now.notebook else { return scope }
    let document = scope.document
    let note = OpenNote(
      uri: document.uri, version: document.version, state: document.state, memo: now.memo?.id,
      comingFile: now.memo == nil ? now.comingFile : nil)
    return self.scope(
      of: withFolder(note), in: now.memo != nil || now.comingFile != nil ? notebook : main)
  }

  /// A note, as it is looked at.
  func scope(of note: OpenNote, in notebook: Notebook) -> NoteScope {
    NoteScope(
      document: note, client: client, notebook: notebook, open: notes(in: notebook), nearby: nearby(in: notebook),
      named: named)
  }

  /// The files that are no memos, near to any document.
  func nearby(in notebook: Notebook) -> NearbyFiles {
    NearbyFiles(open: notes(in: notebook).filter { $0.memo == nil }, attached: attachedFiles, readFiles)
  }

  /// The scopes of a document that is in no notebook, one for each notebook: a note may be looked for in all of them.
  var notebookScopes: [NoteScope] { notebooks.map(notebookScope) }

  /// The scope of a document that is nowhere, among a notebook's.
  func notebookScope(_ notebook: Notebook) -> NoteScope {
    let nowhere = OpenNote(uri: DocumentURI("memo-ls:"), version: nil, state: TextState(Rope()), memo: nil)
    return scope(of: nowhere, in: notebook)
  }

  /// The files of attached folders that the client has open, as files like any others.
  private var attachedFiles: [OpenNote] {
    documents.all.filter { $0.memo != nil && $0.uri.scheme == "file" }.map { document in
      OpenNote(uri: document.uri, version: document.version, state: document.state, memo: nil)
    }
  }

  /// The documents that the client has open, but for memos of other notebooks and for past states.
  func notes(in notebook: Notebook) -> [OpenNote] {
    documents.all.filter { ($0.memo == nil || $0.memo?.notebook === notebook) && !$0.uri.isPast }.map(OpenNote.init)
  }
}

extension OpenNote {
  init(_ document: OpenDocument) {
    self.init(
      uri: document.uri, version: document.version, state: document.state, memo: document.memo?.id,
      comingFile: document.memo == nil ? document.comingFile : nil)
  }
}
