import JSONRPC
import MemoEngine
import MemoMarkup
import MemoText

/// Tells all places that lead to what stands at a place, in whichever note.
enum ReferencesRequest: RequestType {
  static let method: StaticString = "textDocument/references"

  struct Params: JSONReadable, AboutDocument {
    let place: PositionParams
    var document: DocumentIdentifier { place.document }
    /// Whether what they lead to is wanted, too.
    let includesDeclaration: Bool
    /// The token under which the places are told as they are found; nil if all are wanted at once.
    let partialResult: ProgressToken?

    init(json: JSONView) throws(JSONTypeError) {
      place = try PositionParams(json: json)
      includesDeclaration = json["context"]?["includeDeclaration"]?.bool ?? false
      partialResult = try json.optional("partialResultToken")
    }
  }

  typealias Result = [Location]
}

extension LanguageSession {
  func references(_ params: ReferencesRequest.Params) throws -> Answer<[Location]> {
    let (scope, offset) = try place(params.place)
    return .later(expectedBytes: 0) {
      let scope = await self.settled(scope)
      let occurrences = try await Occurrences(scope, .at(offset))
      guard let occurrence = occurrences.occurrence(at: offset) else { return [] }
      let subject = occurrences.subject(of: occurrence, in: scope)
      let pass = { @Sendable (locations: [Location]) async -> [Location] in
        await self.pass(locations, under: params.partialResult)
      }
      let isWithDeclaration = params.includesDeclaration
      let declaration = isWithDeclaration ? try await scope.declaration(of: subject) : nil
      return await pass([declaration].compactMap(\.self))
        + (try await scope.references(to: subject, withDefinitions: isWithDeclaration, pass))
    }
  }
}

extension Occurrences {
  /// The referent by which the other occurrences are looked for: at a title, the memo.
  func subject(of occurrence: Occurrence, in scope: NoteScope) -> Referent {
    occurrence.role == .heading && isTitle(occurrence.referent, of: scope)
      ? .note(scope.document.note) : occurrence.referent
  }

  /// Whether something is the heading that is a memo's title.
  func isTitle(_ referent: Referent, of scope: NoteScope) -> Bool {
    scope.isMemo && outline.titleHeading(inFile: scope.isFile).map { .heading(scope.document.note, $0) } == referent
  }
}

extension NoteScope {
  /// The target of a reference, where it has a place of its own that ``references(to:withDefinitions:_:)`` leaves out.
  func declaration(of referent: Referent) async throws -> Location? {
    switch referent {
    case .heading, .block, .anchor: try await location(of: referent)
    case .note, .alias, .missing, .address, .label, .footnote, .tag, .nowhere: nil
    }
  }

  /// The places that mean something, in all notes.
  ///
  /// - Parameters:
  ///   - withDefinitions: whether the definitions of labels are among them.
  ///   - pass: takes some as soon as they are known; gives back those that are to be in the answer.
  func references(
    to referent: Referent, withDefinitions: Bool, _ pass: ([Location]) async -> [Location]
  ) async throws -> [Location] {
    switch referent {
    case .label, .footnote:
      let outline = await state.outline
      let same = await labels().filter {
        $0.referent == referent && ($0.role == .label || $0.role == .definition && withDefinitions)
      }
      return await pass(same.sortedByPlace.map { document.location(outline.shown($0), encoding) })
    case .tag(let form): return await pass(try await places(ofTag: form))
    case .note(.memo(let id)), .heading(.memo(let id), _), .block(.memo(let id), _), .anchor(.memo(let id), _),
      .missing(.memo(let id), _):
      return try await backlinks(of: id, referent, pass)
    case .alias(let note, let form):
      var found: [Location] = []
      for linking in try await linking(to: note) {
        try Task.checkCancellation()
        let places = try await Occurrences(beside(linking)).links(byAlias: form, of: note, linking.state.text)
        found += await pass(places.map { linking.location($0, encoding) })
      }
      return found
    case .note, .heading, .block, .anchor, .missing, .address, .nowhere:
      var found: [Location] = []
      for note in try await notes(leadingTo: referent) {
        try Task.checkCancellation()
        let occurrences = try await Occurrences(beside(note))
        found += await pass(occurrences.places(leadingTo: referent).map { note.location($0, encoding) })
      }
      return found
    }
  }

  /// The memos on a page.
  private static let page = 100

  private func backlinks(
    of id: MemoID, _ referent: Referent, _ pass: ([Location]) async -> [Location]
  ) async throws -> [Location] {
    let links = await engine.links()
    var found: [Location] = []
    var after: ListPlace?
    var parts: NoteParts?
    if referent != .note(.memo(id)), let state = try await note(.memo(id))?.state { parts = await state.parts }
    repeat {
      try Task.checkCancellation()
      let page = try await links.backlinks(of: id, after: after, limit: Self.page)
      let uris = try await uris(of: page.memos.map { ($0.listed.summary.metadata.id, $0.listed.summary.displayTitle) })
      var onPage: [Location] = []
      for memo in page.memos {
        let linking = memo.listed.summary.metadata.id
        guard let uri = uris[linking] else { continue }
        let note = OpenNote(uri, saying: memo.text, memo: linking)
        let hidden = memo.text.summary.utf8 - note.state.text.summary.utf8
        var places = Places(note.state.text, in: encoding)
        for link in memo.links
        where parts.map({ $0.referent(of: link.fragment ?? "", in: .memo(id)) == referent }) ?? true {
          let range = link.range.lowerBound - hidden..<link.range.upperBound - hidden
          onPage.append(Location(uri: uri, range: places(range)))
        }
      }
      found += await pass(onPage)
      after = page.next
    } while after != nil
    // Links within a memo are none that its store keeps, nor are destinations that stand in no link: these are known
    // where one is looked from, and in the memo itself.
    let here = try await Occurrences(self, .unkept)
    if document.memo == id || parts != nil, let own = try await note(.memo(id)) {
      let scope = beside(own)
      let occurrences = try await document.memo == id ? here : Occurrences(scope, .unkept)
      let within = occurrences.all.filter { occurrence in
        occurrence.role == .link
          && (occurrence.referent == referent
            || referent == .note(.memo(id)) && occurrences.isTitle(occurrence.referent, of: scope))
          && occurrence.link.map { occurrences.outline.links[$0].target.isEmpty } ?? false
      }
      found += await pass(within.map { own.location($0.range, encoding) })
      if document.memo != id {
        found += await pass(occurrences.alone(leadingTo: referent).map { own.location($0, encoding) })
      }
    }
    return found + (await pass(here.alone(leadingTo: referent).map { document.location($0, encoding) }))
  }

  /// The places of a tag, and of the tags in it.
  func places(ofTag form: String) async throws -> [Location] {
    func places(in note: OpenNote) async -> [Location] {
      (Header.tagPlaces(in: note.state.text) + (await note.state.outline.tags))
        .filter { tag in tag.name.tagAndAncestors.contains { $0.canonicalCaseless == form } }
        .map { note.location($0.range, encoding) }
    }
    guard isMemo else {
      var found: [Location] = []
      for note in files.near(uri) { found += await places(in: note) }
      return found
    }
    var found = await places(in: document)
    var query = ListQuery(
      sort: .modified, order: .descending, trashed: false, tags: [form], after: nil, limit: Self.page)
    let listing = await engine.listing()
    let reader = listing.reader
    repeat {
      try Task.checkCancellation()
      let page = try listing.page(query)
      let uris = try await uris(of: page.memos.map { ($0.summary.metadata.id, $0.summary.displayTitle) })
      for memo in page.memos where memo.summary.metadata.id != document.memo {
        let id = memo.summary.metadata.id
        guard let text = try reader.memo(id)?.text, let uri = uris[id] else { continue }
        found += await places(in: OpenNote(uri, saying: text, memo: id))
      }
      query.after = page.next
    } while query.after != nil
    return found
  }
}

extension Occurrences {
  /// The places that lead to something and stand in no link, and in no definition that one uses.
  fileprivate func alone(leadingTo referent: Referent) -> [Range<Int>] {
    all.compactMap { occurrence in
      guard occurrence.referent == referent, occurrence.link == nil, let range = occurrence.destination,
        destinations.destination(at: range.lowerBound)?.isAlone == true
      else { return nil }
      return range
    }
  }

  /// The places of the destinations of links that lead to something: of a note its path, of a part of it all.
  func places(leadingTo referent: Referent) -> [Range<Int>] {
    all.filter { $0.referent == referent && $0.destination != nil }.sortedByPlace.compactMap { occurrence in
      occurrence.role == .target ? occurrence.range : occurrence.destination
    }
  }
}

extension Outline {
  /// The range of an occurrence as a reference to it is shown: of a definition what it leads to.
  fileprivate func shown(_ occurrence: Occurrence) -> Range<Int> {
    guard occurrence.role == .definition else { return occurrence.range }
    return definitions.first { $0.range == occurrence.range }?.destinationRange ?? occurrence.range
  }
}

extension [Occurrence] {
  var sortedByPlace: [Occurrence] { sorted { $0.range.lowerBound < $1.range.lowerBound } }
}
