import JSONRPC
import MemoEngine
import MemoHost
import MemoMarkup
import MemoText
import Platform

/// Finds titles, other names, headings and tags in all notes.
enum WorkspaceSymbols: RequestType {
  static let method: StaticString = "workspace/symbol"

  struct Params: JSONReadable, Sendable {
    let query: String
    /// The token under which the symbols are told as they are found; nil if all are wanted at once.
    let partialResult: ProgressToken?

    init(json: JSONView) throws(JSONTypeError) {
      query = try json.optional("query") ?? ""
      partialResult = try json.optional("partialResultToken")
    }
  }

  /// Something that was found (`SymbolInformation`).
  struct Found: JSONObjectWritable, Sendable {
    let name: String
    let kind: SymbolKind
    let location: Location
    var container: String?

    func writeMembers(to writer: inout JSONWriter) {
      writer.member("name", name)
      writer.member("kind", kind.rawValue)
      writer.member("location", location)
      writer.member("containerName", container)
    }
  }

  typealias Result = [Found]
}

extension LanguageSession {
  func workspaceSymbols(_ params: WorkspaceSymbols.Params) -> Answer<[WorkspaceSymbols.Found]> {
    .later(expectedBytes: 1 << 14) { [bindings] in
      // A file of an attached folder is not to be taken for one that is in none.
      await bindings.wait()
      let (files, memos) = await self.symbolSearches(params.query)
      var found = await self.pass(try await files.inFiles(), under: params.partialResult)
      for search in memos { found += await self.pass(try await search.inMemos(), under: params.partialResult) }
      return found
    }
  }

  /// The searches in files that are no memos, and in the memos of each notebook that can be shown: what can't be is not
  /// offered.
  private func symbolSearches(_ query: String) -> (files: SymbolSearch, memos: [SymbolSearch]) {
    let alone = documents.all.filter { $0.memo == nil && $0.notebook == nil && $0.uri.scheme == "file" }
    let files = SymbolSearch(
      query: query, client: client, notebook: home, open: notes(in: home), nearby: nearby(in: home),
      alone: alone.map(\.uri), named: named, attached: notebooks.compactMap { $0.files.map { FilePath($0.root) } })
    return (files, shown.map { SymbolSearch(query: query, client: client, notebook: $0, open: notes(in: $0)) })
  }
}

/// A search for names.
private struct SymbolSearch {
  let query: String
  let client: ClientCapabilities
  let notebook: Notebook
  let open: [OpenNote]
  /// Files that are no memos, near to any document, and the open ones that are in no attached folder.
  var (nearby, alone): (NearbyFiles?, [DocumentURI]) = (nil, [])
  /// The files below the folders that the client works in, and the attached folders, whose files are memos.
  private let (named, attached): ([NamedFiles], [FilePath])
  private var engine: MemoEngine { notebook.engine }

  /// The most names of a kind, and the most memos, or files of other folders, that are looked through for headings.
  private static let most = 200, mostMemos = 500
  /// The bytes of memos' texts from which on no more are read where no word says which.
  private static let mostBytes = 1 << 20

  /// The same as a name, and as what editors take letters for that stand in a name in their order.
  private let typed: TypedName, spread: SpreadLetters

  init(
    query: String, client: ClientCapabilities, notebook: Notebook, open: [OpenNote], nearby: NearbyFiles? = nil,
    alone: [DocumentURI] = [], named: [NamedFiles] = [], attached: [FilePath] = []
  ) {
    (self.query, self.client, self.notebook, self.open) = (query, client, notebook, open)
    (self.nearby, self.alone, self.named, self.attached) = (nearby, alone, named, attached)
    (typed, spread) = (TypedName(query), SpreadLetters(query))
  }

  /// What files that are open, beside one, or in the folders that the client works in are called, their headings and
  /// their tags.
  func inFiles() async throws -> [WorkspaceSymbols.Found] {
    var found: [WorkspaceSymbols.Found] = []
    func add(_ note: OpenNote) async {
      found += await names(of: note) + headings(of: note) + tags(of: note)
    }
    let near = open.filter { $0.memo == nil } + (nearby?.beside(alone) ?? [])
    for note in near { await add(note) }
    for file in further(than: near) where found.count < Self.most {
      try Task.checkCancellation()
      if let note = nearby?.read(file) { await add(note) }
    }
    return found
  }

  /// Some more files, of the folders that the client works in and that are not attached.
  private func further(than near: [OpenNote]) -> [DocumentURI] {
    let known = Set((near + open).map(\.uri))
    func isAttached(_ path: String) -> Bool { attached.contains { FilePath(path).isBelow($0) } }
    var files: [DocumentURI] = []
    for folder in named where !isAttached("\(folder.folder.path)/x") {
      files += folder.notes(atMost: Self.mostMemos - files.count) { !known.contains($0) && !isAttached($0.path) }
    }
    return files
  }

  /// The title of a file, if no heading says it, and its other names.
  private func names(of note: OpenNote) async -> [WorkspaceSymbols.Found] {
    let outline = await note.state.outline
    let isHeading = await note.titleHeading != nil
    let names = ((isHeading ? [] : [outline.title]) + outline.aliases).filter { name in
      !name.isEmpty && (typed.fits(name) || spread.stand(in: name.nameForm))
    }
    return names.map { name in
      WorkspaceSymbols.Found(
        name: name, kind: .title, location: Location(uri: note.uri, range: Self.nowhere),
        container: name == outline.title ? nil : outline.title)
    }
  }

  /// The tags of a file, each once.
  private func tags(of note: OpenNote) async -> [WorkspaceSymbols.Found] {
    if query.isEmpty { return [] }
    let tag = TypedName(query.withoutTagMark)
    var told: Set<String> = []
    return await note.state.tags.filter { tag.fits($0.name) && told.insert($0.name.tagForm).inserted }.map {
      WorkspaceSymbols.Found(name: "#\($0.name)", kind: .tag, location: note.location($0.range, client.encoding))
    }
  }

  /// The headings of a note. A memo is found by its title already: the heading that says it is none besides.
  private func headings(of note: OpenNote) async -> [WorkspaceSymbols.Found] {
    let outline = await note.state.outline
    let isFile = note.memo == nil
    let own = isFile ? nil : await note.titleHeading.map { outline.headings[$0].range }
    let sections = Section.all(of: outline, note.state.text).filter { section in
      section.heading.range != own
        && (typed.fits(section.heading.text) || isFile && spread.stand(in: section.heading.text.nameForm))
    }
    return sections.map { section in
      let marks = String(repeating: "#", count: section.heading.level)
      return WorkspaceSymbols.Found(
        name: section.heading.text.isEmpty ? marks : "\(marks) \(section.heading.text)", kind: .heading,
        location: note.location(section.range, client.encoding), container: note.memo == nil ? nil : outline.title)
    }
  }

  func inMemos() async throws -> [WorkspaceSymbols.Found] {
    let links = await engine.links()
    var found = try await symbols(links.completions(.link, query: query, in: nil, limit: Self.most).items)
    try Task.checkCancellation()
    found += try await headings()
    if !query.isEmpty { found += try await tags(links) }
    if !found.isEmpty { return found }
    let spread = spread
    return try await symbols(links.complete(in: nil, limit: Self.most) { spread.stand(in: $0) }.items)
  }

  /// Titles and other names of memos.
  private func symbols(_ names: [Completion]) async throws -> [WorkspaceSymbols.Found] {
    let uris = try await uris(of: names.compactMap { item in item.id.map { ($0, item.detail ?? item.label) } })
    return names.compactMap { item in
      item.id.flatMap { uris[$0] }.map { uri in
        WorkspaceSymbols.Found(
          name: item.label, kind: .title, location: Location(uri: uri, range: Self.nowhere), container: item.detail)
      }
    }
  }

  private static let nowhere = TextRange(
    start: TextPosition(line: 0, character: 0), end: TextPosition(line: 0, character: 0))

  private func uris(of memos: [(id: MemoID, title: String)]) async throws -> [MemoID: DocumentURI] {
    try await notebook.uris(of: memos, open)
  }

  /// Headings: a memo whose heading says something says it itself.
  private func headings() async throws -> [WorkspaceSymbols.Found] {
    let memos = try await query.isEmpty ? latest() : mentioning()
    let uris = try await uris(of: memos.map { ($0.id, $0.title) })
    var (found, bytes) = ([WorkspaceSymbols.Found](), 0)
    for (id, _, text) in memos where found.count < Self.most && (bytes < Self.mostBytes || !query.isEmpty) {
      try Task.checkCancellation()
      guard let uri = uris[id], let text = try text() else { continue }
      bytes += text.summary.utf8
      found += await headings(of: OpenNote(uri, saying: text, memo: id))
    }
    return Array(found.prefix(Self.most))
  }

  private typealias Searched = (id: MemoID, title: String, text: @Sendable () throws -> Rope?)

  /// The memos that say in a heading what is looked for.
  private func mentioning() async throws -> [Searched] {
    let search = await engine.search()
    let quoted = "\"" + query.filter { $0 != "\"" } + "\""
    guard let words = try? SearchQuery(reading: quoted, now: search.now) else { return [] }
    let page = try await search.page(words, in: .headings, trashed: false, after: nil, limit: Self.mostMemos)
    return page.memos.map { memo in
      (memo.listed.summary.metadata.id, memo.listed.summary.displayTitle, { memo.text })
    }
  }

  /// The memos that were changed last: all are asked for by no word (LSP 3.17, `WorkspaceSymbolParams`).
  private func latest() async throws -> [Searched] {
    let listing = await engine.listing()
    let query = ListQuery(sort: .modified, order: .descending, trashed: false, after: nil, limit: Self.most)
    let reader = listing.reader
    return try listing.page(query).memos.map { memo in
      let id = memo.summary.metadata.id
      return (id, memo.summary.displayTitle, { try reader.memo(id)?.text })
    }
  }

  /// Tags, each with one of the memos that have it.
  private func tags(_ links: MemoLinks) async throws -> [WorkspaceSymbols.Found] {
    let word = query.hasPrefix("#") ? String(query.dropFirst()) : query
    var found: [WorkspaceSymbols.Found] = []
    for item in try await links.complete(.tag, query: word, in: nil, limit: 20).items {
      let list = ListQuery(
        sort: .modified, order: .descending, trashed: false, tags: [item.label], after: nil, limit: 1)
      let listing = await engine.listing()
      guard let first = try listing.page(list).memos.first?.summary,
        let memo = try listing.reader.memo(first.metadata.id)
      else { continue }
      let id = memo.metadata.id
      guard let uri = try await uris(of: [(id, first.displayTitle)])[id] else { continue }
      let note = OpenNote(uri, saying: memo.text, memo: id)
      let form = item.label.tagForm
      // A note with a tag below it has it, too.
      let place = await note.state.tags.first { $0.name.isTag(under: form) }?.range ?? 0..<0
      found.append(
        WorkspaceSymbols.Found(
          name: "#\(item.label)", kind: .tag, location: note.location(place, client.encoding), container: item.detail))
    }
    return found
  }
}

/// Letters that stand in a name in their order, though not side by side, as editors take what is typed.
private struct SpreadLetters: Sendable {
  private let letters: [Unicode.Scalar]

  init(_ query: String) { letters = query.nameForm.unicodeScalars.filter { $0 != " " } }

  /// - Parameter form: a name in the form in which names are compared.
  func stand(in form: String) -> Bool {
    var rest = letters[...]
    for scalar in form.unicodeScalars {
      guard let next = rest.first else { break }
      if scalar == next { rest.removeFirst() }
    }
    return rest.isEmpty
  }
}

extension String {
  /// Whether a tag is the one of this form, or one below it.
  fileprivate func isTag(under form: String) -> Bool { tagForm == form || tagForm.hasPrefix("\(form)/") }
}
