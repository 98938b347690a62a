import JSONRPC
import MemoEngine
import MemoMarkup
import MemoText
import Platform

/// Offers what may be typed at a place.
enum CompletionRequest: RequestType {
  static let method: StaticString = "textDocument/completion"
  typealias Params = PositionParams

  struct Result: JSONObjectWritable, Sendable {
    let items: [CompletionItem]
    /// Whether more fits what was typed: then the client is to ask again.
    let isIncomplete: Bool

    func writeMembers(to writer: inout JSONWriter) {
      writer.member("isIncomplete", isIncomplete)
      writer.member("items", items)
    }
  }
}

/// Something that may be typed (`CompletionItem`).
struct CompletionItem: JSONObjectWritable, Sendable {
  /// The kinds of items; the numbers are LSP's (`CompletionItemKind`).
  enum Kind: Int, Sendable {
    case property = 10
    case value = 12
    case keyword = 14
    case file = 17
    case reference = 18
    case folder = 19
  }

  let label: String
  let kind: Kind
  var detail: String?
  /// The text by which the client finds it in what is typed; nil if that is the label.
  var filter: String?
  let edit: TextEdit
  /// The note whose beginning ``CompletionResolve`` shows.
  var note: DocumentURI?
  /// Keeps the order in which it is told.
  var order = 0

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("label", label)
    writer.member("kind", kind.rawValue)
    writer.member("detail", detail)
    let number = String(order)
    writer.member("sortText", String(repeating: "0", count: max(0, 5 - number.count)) + number)
    writer.member("filterText", filter)
    writer.member("textEdit", edit)
    if let note {
      writer.name("data")
      writer.beginObject()
      writer.member("uri", note)
      writer.endObject()
    }
  }
}

extension LanguageSession {
  func completion(_ params: PositionParams) throws -> Answer<CompletionRequest.Result> {
    let (scope, offset) = try place(params)
    return .later(expectedBytes: 1 << 14) {
      let scope = await self.settled(scope)
      let outline = await scope.state.outline
      guard let place = CompletionPlace(at: offset, in: scope.text, outline) else {
        return CompletionRequest.Result(items: [], isIncomplete: false)
      }
      var offers = try await Offers(at: place, in: scope, outline)
      if place.isFollowed { offers.dropLabels() }
      if [.note, .anyHeading].contains(place.kind), await scope.state.isInCell(offset) { offers.escapeBars() }
      return offers.result(at: place, scope)
    }
  }
}

/// The offers at a place, the best first.
struct Offers: Sendable {
  struct Offer: Sendable {
    let label: String
    var insert: String
    let kind: CompletionItem.Kind
    var detail: String?
    var note: DocumentURI?
    /// The text by which the client finds it; nil if that is its words, or how it is written.
    var filter: String?
    /// The words of what a label names as it is written.
    var words: String?
    /// Whether it is written with a name of its note, instead of the one that was typed, which others have, too.
    var namesNote = false
    /// The name that people know it by.
    fileprivate var name: String { words ?? label }
  }

  /// The most items of an answer.
  static let most = 100

  private(set) var all: [Offer] = []
  private var hasMore = false
  /// Whether there is no room for more.
  var isFull: Bool { hasMore && all.count >= Self.most }

  init(at place: CompletionPlace, in scope: NoteScope, _ outline: Outline) async throws {
    switch place.kind {
    case .headerName:
      all = ["title", "aliases", "tags"].filter { $0.hasPrefix(place.query) }.map {
        Offer(label: $0, insert: $0, kind: .property)
      }
    case .label:
      all = Self.fitting(outline.definitions.map(\.label), place.query).map {
        Offer(label: $0, insert: $0, kind: .reference)
      }
    case .footnote:
      let notes = Footnote.all(in: scope.text, outline).filter(\.isDefinition)
      all = Self.fitting(notes.map { String(scope.text.string(in: $0.range).dropFirst()) }, place.query).map {
        Offer(label: $0, insert: $0, kind: .reference)
      }
    case .anyHeading, .anyDestinationHeading: try await addHeadings(place, scope)
    case .note, .heading, .block, .destination, .destinationHeading, .tag, .headerTag:
      let isOwnPart = [.heading, .block, .destinationHeading].contains(place.kind)
      if scope.isMemo || scope.document.comingFile != nil && !isOwnPart {
        try await addMemos(place, scope)
      } else {
        await addFiles(place, scope, outline)
      }
      if place.kind == .note { await addNamedPaths(place, scope) }
      if place.kind == .destination { addOwnHeadings(place, outline) }
      if place.kind == .destinationHeading { try await addAnchors(place, scope) }
    }
    hasMore = all.count > Self.most || hasMore
    all = Array(all.prefix(Self.most))
  }

  /// Adds an offer behind the others, if there are not too many.
  mutating func append(_ offer: Offer) {
    if all.count < Self.most { all.append(offer) } else { hasMore = true }
  }

  /// Has the offers written without labels, where a label is there already, or what comes before one.
  mutating func dropLabels() {
    for index in all.indices { all[index].insert = String(all[index].insert.prefix { $0 != "|" }) }
  }

  /// Has the offers written as a table's cell takes them.
  mutating func escapeBars() { for index in all.indices { all[index].insert = all[index].insert.withBarsEscaped } }

  // MARK: Memos

  private mutating func addMemos(_ place: CompletionPlace, _ scope: NoteScope) async throws {
    let links = await scope.engine.links()
    let kind: CompletionKind =
      switch place.kind {
      case .heading, .destinationHeading: .heading
      case .block: .block
      case .tag, .headerTag: .tag
      case .note, .destination, .anyHeading, .anyDestinationHeading, .headerName, .label, .footnote: .link
      }
    let isPath = place.kind == .destination || place.kind == .destinationHeading
    let query = isPath ? place.query.removingPercentEncoding : place.query
    let found = try await links.completions(
      kind, query: query, in: scope.document.memo, limit: Self.most, inText: place.kind == .tag)
    hasMore = found.hasMore
    let items = found.items.filter { item in
      switch kind {
      // Nobody links to what they write in, whose title may be the very line; nor is the tag one that is being typed.
      case .link: item.id != scope.document.memo
      case .tag: item.label != query || item.detail != "1 memo"
      case .heading, .block: true
      }
    }
    let paths = isPath && scope.document.isFile ? try await scope.paths(to: items.compactMap(\.id)) : [:]
    all = items.map { item in
      let isTag = kind == .tag
      let note = isTag ? nil : item.id.map { MemoURI.uri(of: $0, title: item.label) }
      // In a file other programs follow the link, too, which know files and slugs alone.
      let path = item.id.flatMap { paths[$0] }
      if kind == .heading, path != nil { return .slug(item.slug, of: item.label, item.detail ?? "", in: note) }
      if !isPath, !item.insert.hasPrefix(place.note) { return .ofTwin(item, note) }
      return Offer(
        label: item.label, insert: place.behindNote(path ?? (isPath ? item.insert.asDestination : item.insert)),
        kind: isTag ? .keyword : kind == .link ? .file : .reference, detail: item.detail, note: note)
    }
    if place.kind == .destination, scope.isFile || scope.document.comingFile != nil {
      if place.isPicture { all = [] }
      addPaths(place, scope)
    }
  }

  // MARK: Files

  private mutating func addFiles(_ place: CompletionPlace, _ scope: NoteScope, _ outline: Outline) async {
    let near = scope.files.near(scope.uri)
    switch place.kind {
    case .tag, .headerTag:
      var tags: [String: Int] = [:]
      for note in near { for tag in await note.state.tags { tags[tag.name, default: 0] += 1 } }
      // The one that is being typed is none yet.
      if tags[place.query] == 1 { tags[place.query] = nil }
      all = Self.fitting(tags.keys.sorted { (-(tags[$0] ?? 0), $0) < (-(tags[$1] ?? 0), $1) }, place.query).map {
        Offer(label: $0, insert: $0, kind: .keyword)
      }
    case .heading, .destinationHeading, .block:
      let name = String(place.query.prefix { $0 != "#" })
      let end = await scope.files.end(
        of: place.kind == .destinationHeading ? name.removingPercentEncoding : name,
        isName: place.kind != .destinationHeading && !name.isEmpty, in: scope.uri)
      guard case .file(let file)? = end.note,
        let note = file == scope.uri ? scope.document : scope.files.note(file)
      else { return }
      let found = await note.state.outline
      if place.kind == .block {
        all = Self.fitting(found.blocks.map(\.name), place.typed).map {
          Offer(label: $0, insert: $0, kind: .reference, note: note.uri)
        }
      } else {
        let isPath = place.kind == .destinationHeading
        let anchors = MemoReferences(anchorsOf: found).anchors
        let headings = TypedName(place.typed).fitting(Array(found.headings.enumerated())) {
          [$0.element.text, $0.element.slug]
        }
        all = headings.compactMap { number, heading -> Offer? in
          let marks = String(repeating: "#", count: heading.level)
          if isPath { return .slug(heading.slug, of: heading.text, marks, in: note.uri) }
          let isFirst = anchors.heading(named: LinkFragment(heading.text)) == number
          return anchors.name(of: heading, number).map { name in
            Offer(
              label: heading.text, insert: name, kind: .reference,
              detail: isFirst ? marks : "\(marks) \(heading.slug)", note: note.uri)
          }
        }
      }
    case .note:
      var names = near.filter { $0.uri != scope.uri }.map { ($0.uri.stem, $0.uri) }
      let known = Set([scope.uri] + names.map(\.1))
      names += (scope.files.named?.notes(atMost: .max) { !known.contains($0) } ?? []).map { ($0.stem, $0) }
      names = TypedName(place.query).fitting(names) { [$0.0] }
      let stems = Dictionary(grouping: names) { $0.0.nameForm }
      all = names.map { name, uri in
        // Of several that are called so the path tells which is meant.
        let isTwin = stems[name.nameForm, default: []].count > 1
        let place = scope.files.place(of: scope.uri)
        let path = isTwin ? place.path(to: uri.shortest).removingPercentEncoding : name
        return Offer(
          label: path, insert: LinkPath.written(path, isEncoded: false, isWiki: true), kind: .file, note: uri)
      }
    case .destination:
      let typed = TypedName(place.query.removingPercentEncoding)
      let paths = near.filter { $0.uri != scope.uri }.map {
        (scope.files.place(of: scope.uri).destination(leadingTo: $0.uri), $0.uri)
      }
      if !place.isPicture {
        all = typed.fitting(paths) { [$0.0.removingPercentEncoding] }.map { path, uri in
          Offer(label: place.behindFolder(path.removingPercentEncoding), insert: path, kind: .file, note: uri)
        }
      }
      addPaths(place, scope)
    case .anyHeading, .anyDestinationHeading, .headerName, .label, .footnote: break
    }
  }

  // MARK: Fitting

  private static func fitting(_ names: [String], _ query: String) -> [String] {
    var seen: Set<String> = []
    return TypedName(query).fitting(names) { [$0] }.filter { seen.insert($0).inserted }
  }

  /// The answer: each offer as an edit at the place.
  func result(at place: CompletionPlace, _ scope: NoteScope) -> CompletionRequest.Result {
    var places = Places(scope.text, in: scope.encoding)
    let range = places(place.range)
    let wholeRange = places(place.range.lowerBound - place.note.utf8.count..<place.range.upperBound)
    let isHangul = Hangul.isIn(place.typed)
    let items = all.enumerated().map { order, offer in
      CompletionItem(
        label: offer.label, kind: offer.kind, detail: offer.detail,
        filter: filter(offer, place, isHangul),
        edit: TextEdit(
          range: offer.namesNote ? wholeRange : range,
          text: place.opening + (place.isAttribute ? offer.insert.asAttribute : offer.insert)
            + (offer.kind == .folder ? "" : place.closing)),
        note: offer.note, order: order)
    }
    // What is typed of a syllable changes what was typed before: the client can't go on by itself.
    return CompletionRequest.Result(items: items, isIncomplete: hasMore || isHangul)
  }

  /// The text by which the client finds an offer: it compares with all that the edit replaces.
  private func filter(_ offer: Offer, _ place: CompletionPlace, _ isHangul: Bool) -> String? {
    if let filter = offer.filter { return filter == offer.label ? nil : filter }
    if offer.namesNote { return place.note + (isHangul ? place.typed : offer.label) }
    if isHangul, !offer.name.contains(place.typed) {
      return Hangul.isInitials(place.typed) ? Hangul.initials(offer.name) : place.typed
    }
    switch place.kind {
    case .destination, .destinationHeading:
      // As it is typed: with `%41`, or as it reads.
      let isEncoded = place.typed.contains("%")
      let isPart = place.kind == .destinationHeading ? offer.fits(slug: place.typed) : place.typed.contains("/")
      let filter = isEncoded ? offer.insert : isPart ? offer.insert.removingPercentEncoding : offer.name
      return filter == offer.label ? nil : filter
    case .note, .heading, .block, .anyHeading, .anyDestinationHeading, .tag, .headerTag, .headerName, .label, .footnote:
      return offer.insert == offer.label ? nil : offer.label
    }
  }
}

extension Offers.Offer {
  /// Whether what was typed is of how a heading is written in a path, rather than of its words.
  fileprivate func fits(slug typed: String) -> Bool {
    let typed = TypedName(typed)
    return !typed.fits(name) && typed.fits(insert)
  }

  /// A part of one of several notes of a name: the path or the identifier of its note tells which.
  static func ofTwin(_ part: Completion, _ note: DocumentURI?) -> Offers.Offer {
    let name = String(part.insert.prefix { $0 != "#" })
    return Offers.Offer(
      label: part.label, insert: part.insert, kind: .reference, detail: "\(part.detail ?? "^") \(name)", note: note,
      namesNote: true)
  }

  /// A heading that is written by its slug, as in a path, and found by its words, too.
  static func slug(_ slug: String, of words: String, _ marks: String, in note: DocumentURI?) -> Offers.Offer {
    Offers.Offer(
      label: "#\(slug)", insert: slug.percentEncoded, kind: .reference, detail: "\(marks) \(words)", note: note,
      words: words)
  }
}

extension CompletionPlace {
  /// The part of an insertion behind the note and the mark that are there already.
  fileprivate func behindNote(_ insert: String) -> String {
    switch kind {
    case .heading, .destinationHeading:
      String(insert[(insert.firstIndex(of: "#").map(insert.index(after:)) ?? insert.startIndex)...])
    case .block: String(insert[(insert.firstRange(of: "#^")?.upperBound ?? insert.startIndex)...])
    case .note, .destination, .anyHeading, .anyDestinationHeading, .tag, .headerTag, .headerName, .label, .footnote:
      insert
    }
  }
}

extension NoteScope {
  /// The paths to the files of memos, as the document writes them in a link's destination.
  fileprivate func paths(to memos: [MemoID]) async throws -> [MemoID: String] {
    let files = try await reader().files(of: memos).map { id, file in
      (id, uri.destination(leadingTo: notebook.uri(of: id, title: "", in: file)))
    }
    return Dictionary(uniqueKeysWithValues: files)
  }
}

extension MemoLinks {
  /// The most names that are looked at where the store can't look for what is typed.
  private static let mostLookedAt = 100_000

  /// The completions of what is typed, also where letters of a syllable were typed, or initial consonants.
  func completions(
    _ kind: CompletionKind, query: String, in id: MemoID?, limit: Int, inText: Bool = false
  ) async throws -> (items: [Completion], hasMore: Bool) {
    let found = try await complete(kind, query: query, in: id, limit: limit, inText: inText)
    // Of a heading the note that it is in is not looked for by letters.
    let note = kind == .heading ? query.prefix(through: query.firstIndex(of: "#") ?? query.startIndex) : ""
    let typed = String(query.dropFirst(note.count))
    guard Hangul.isIn(typed), kind != .block, !found.isIncomplete else {
      return (found.items, found.isIncomplete || found.hidesNames || found.isIndexing)
    }
    let name = TypedName(typed)
    let others =
      kind == .link
      ? try await complete(in: id, limit: limit + 1) { name.isUnfinished(in: $0) }.items
      : try await complete(kind, query: String(note), in: kind == .heading ? id : nil, limit: Self.mostLookedAt).items
        .filter { name.fits($0.label) && (!inText || $0.label.isTagInText) }
    let known = Set(found.items.map(\.insert))
    let items = found.items + others.filter { !known.contains($0.insert) }
    return (Array(items.prefix(limit)), items.count > limit || found.isIndexing)
  }
}

extension String {
  /// A name as it is written in `](`: nothing that would end it.
  var asDestination: String {
    let parts = split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts[0].prefix { $0 != "|" }
    return String(name).percentEncoded.replacing("(", with: "%28").replacing(")", with: "%29")
      + (parts.count > 1 ? "#" + String(parts[1]).percentEncoded : "")
  }
}

extension Completion {
  /// The slug of a heading that this completes, which tells it from others of its name.
  fileprivate var slug: String {
    Slug.of(String(insert[(insert.lastIndex(of: "#").map(insert.index(after:)) ?? insert.startIndex)...]))
  }
}
