import MemoEngine
import MemoMarkup
import MemoText

/// Completion of a heading of any note, behind `##`: its note is written with it.
extension Offers {
  /// Adds the headings with what was typed, the document's own first.
  mutating func addHeadings(_ place: CompletionPlace, _ scope: NoteScope) async throws {
    let typed = String(place.query.dropFirst(2))
    let names = HeadingNames(typed, isPath: place.kind == .anyDestinationHeading)
    await addHeadings(of: scope.document, called: "", names)
    if names.isPath {
      let slugs = Set(await scope.state.outline.headings.map(\.slug))
      for anchor in await scope.state.destinations.anchors
      where names.fit(anchor.value) && !slugs.contains(anchor.value) {
        append(
          Offer(
            label: "#\(anchor.value)", insert: "#\(anchor.value.percentEncoded)", kind: .value,
            filter: "##\(anchor.value)"))
      }
    }
    for note in try await scope.notes(withHeading: typed) where note.note != scope.document.note && !isFull {
      try Task.checkCancellation()
      guard await names.fit(note), let name = try await scope.name(of: note, isPath: names.isPath) else { continue }
      await addHeadings(of: note, called: name, names)
    }
  }

  private mutating func addHeadings(of note: OpenNote, called name: String, _ names: HeadingNames) async {
    let outline = await note.state.outline
    let title = name.isEmpty ? "" : await note.title
    let anchors = MemoReferences(anchorsOf: outline).anchors
    for (number, heading) in outline.headings.enumerated() where names.fit(heading) && !isFull {
      let named = names.isPath ? heading.slug.percentEncoded : anchors.name(of: heading, number)
      guard let fragment = named else { continue }
      let marks = String(repeating: "#", count: heading.level)
      let words = names.isPath ? "\(marks) \(heading.text)" : marks
      append(
        Offer(
          label: names.isPath ? "#\(heading.slug)" : heading.text, insert: "\(name)#\(fragment)", kind: .reference,
          detail: title.isEmpty || title == heading.text ? words : "\(words) \(title)", note: note.uri,
          filter: "##\(names.filter(of: heading))"))
    }
  }
}

extension Anchors {
  /// The name by which a wiki link leads to a heading: its words, or its slug where those lead to another one or can't
  /// stand in a link; nil if neither does.
  func name(of heading: Outline.Heading, _ number: Int) -> String? {
    [heading.text, heading.slug].first {
      !$0.isEmpty && $0.standsInWikiLink && self.heading(named: LinkFragment($0)) == number
    }
  }
}

/// The typed part of a heading's words, or of its slug.
private struct HeadingNames {
  let isPath: Bool
  private let typed: String
  private let name: TypedName

  init(_ typed: String, isPath: Bool) {
    (self.typed, self.isPath) = (typed, isPath)
    name = TypedName(typed)
  }

  func fit(_ anchor: String) -> Bool { name.fits(anchor) }

  func fit(_ heading: Outline.Heading) -> Bool {
    !heading.text.isEmpty && (name.fits(heading.text) || name.fits(heading.slug))
  }

  /// Whether a note has such a heading.
  func fit(_ note: OpenNote) async -> Bool { await note.state.outline.headings.contains(where: fit) }

  /// The text by which the client finds a heading.
  func filter(of heading: Outline.Heading) -> String {
    if !name.fits(heading.text) { return heading.slug }
    guard Hangul.isIn(typed), !heading.text.contains(typed) else { return heading.text }
    return Hangul.isInitials(typed) ? Hangul.initials(heading.text) : typed
  }
}

extension NoteScope {
  /// The most memos that are looked through for headings.
  private static let mostMemos = 200

  /// The notes in which a heading may have what was typed: of memos those that the search finds, or the newest.
  fileprivate func notes(withHeading typed: String) async throws -> [OpenNote] {
    guard isMemo || document.comingFile != nil else { return files.near(uri) + files.further(than: uri) }
    let search = await engine.search()
    let quoted = "\"" + typed.filter { $0 != "\"" } + "\""
    var found: [MemoID] = []
    if !typed.isEmpty, let words = try? SearchQuery(reading: quoted, now: search.now) {
      found = try await search.page(words, in: .headings, trashed: false, after: nil, limit: Self.mostMemos).memos.map {
        $0.listed.summary.metadata.id
      }
    }
    if found.isEmpty {
      let newest = ListQuery(sort: .modified, order: .descending, trashed: false, after: nil, limit: Self.mostMemos)
      found = try await engine.listing().page(newest).memos.map(\.summary.metadata.id)
    }
    var notes: [OpenNote] = []
    for id in found { notes += [try await note(.memo(id))].compactMap(\.self) }
    return notes
  }

  /// The name by which a link of the document leads to a note, whatever others are called; nil if none does.
  ///
  /// - Parameter isPath: whether it stands in `](`.
  fileprivate func name(of note: OpenNote, isPath: Bool) async throws -> String? {
    if isPath, note.isFile, uri.scheme == "file" { return uri.destination(leadingTo: note.uri) }
    guard let id = note.memo else {
      let isAlone = await files.end(of: note.uri.stem, isName: true, in: uri).note == note.note
      let path = isAlone ? note.uri.stem : uri.path(to: note.uri.shortest).removingPercentEncoding
      return LinkPath.written(path, isEncoded: false, isWiki: true)
    }
    let title = await note.title
    if try await notebook.leads(title, to: id, from: document.memo) { return isPath ? title.asDestination : title }
    let paths = isPath ? [:] : try await paths(of: [id] + [document.memo].compactMap(\.self))
    let own = document.memo.flatMap { paths[$0] }
    return paths[id].map { LinkPath.name(of: $0, in: own) } ?? id.description
  }
}
