import JSONRPC
import MemoEngine
import MemoMarkup
import MemoText

/// Tells where a document has links that lead out of it, or to another place in it.
enum DocumentLinks: RequestType {
  static let method: StaticString = "textDocument/documentLink"
  typealias Params = DocumentParams

  /// A place to click on, and what it leads to (`DocumentLink`).
  struct Found: JSONObjectWritable, Sendable {
    let range: TextRange
    let target: String

    func writeMembers(to writer: inout JSONWriter) {
      writer.member("range", range)
      writer.member("target", target)
    }
  }

  struct Result: JSONWritable, Sendable {
    let links: [Found]

    func write(to writer: inout JSONWriter) { links.write(to: &writer) }
  }
}

extension LanguageSession {
  func documentLinks(_ params: DocumentParams) throws -> Answer<DocumentLinks.Result> {
    let scope = try scope(of: params.document)
    return .later(expectedBytes: 0) {
      let scope = await self.settled(scope)
      let outline = await scope.state.outline
      try Task.checkCancellation()
      let writing = LinkWriting(
        outline: outline, destinations: await scope.state.destinations, parts: await scope.state.parts, uri: scope.uri,
        base: try await scope.base(), folder: scope.root, notes: try await scope.linkedNotes())
      return DocumentLinks.Result(links: writing.links(in: scope.text, scope.encoding))
    }
  }
}

extension NoteScope {
  /// The URI that paths in the document start from: itself, or the file of its memo; nil if that has none, so that they
  /// lead nowhere.
  func base() async throws -> DocumentURI? {
    guard [MemoURI.scheme, MemoURI.historyScheme].contains(uri.scheme) else { return uri }
    guard let id = document.memo, notebook.files != nil, let file = try await reader().files(of: [id])[id] else {
      return nil
    }
    return notebook.uri(of: id, title: "", in: file)
  }

  /// The documents that links by names lead to, by the links' places; where the client can't show memos, no memos.
  fileprivate func linkedNotes() async throws -> [Range<Int>: DocumentURI] {
    guard !isMemo || client.showsMemos || notebook.files != nil else { return [:] }
    let (links, ends) = (await state.outline.links, try await ends())
    let memos = zip(links, ends).compactMap { link, end in
      if case .memo(let id)? = end.note { (id: id, title: link.target) } else { nil }
    }
    let uris = try await uris(of: memos)
    var found: [Range<Int>: DocumentURI] = [:]
    for (link, end) in zip(links, ends) {
      guard isMemo || link.kind == .wiki || link.kind == .embed, !link.target.isEmpty else { continue }
      switch end.note {
      case .memo(let id)?: found[link.range] = uris[id]
      case .file(let file)?: found[link.range] = file
      case nil: break
      }
    }
    return found
  }
}

/// The targets of links, as a client opens them.
private struct LinkWriting {
  let outline: Outline
  let destinations: Destinations
  let parts: NoteParts
  let uri: DocumentURI
  /// The URI that paths start from; nil if they lead nowhere.
  let base: DocumentURI?
  let folder: DocumentURI?
  /// The notes that links by names lead to, by the places of the links.
  let notes: [Range<Int>: DocumentURI]

  func links(in text: Rope, _ encoding: PositionEncoding) -> [DocumentLinks.Found] {
    var places = Places(text, in: encoding)
    var found: [(range: Range<Int>, target: String)] = []
    for link in outline.links {
      if let number = link.definition, let label = link.labelRange(in: text) {
        let place = places(outline.definitions[number].destinationRange).start
        found.append((label, "\(uri.string)#L\(place.line + 1),\(place.character + 1)"))
      } else if let note = notes[link.range], let range = link.destinationRange {
        found.append((range, note.string + (link.fragment.map { "#" + $0.percentEncoded } ?? "")))
      } else if let range = link.destinationRange, link.kind.isAddress || link.target.isEmpty,
        let target = target(link.target, link.fragment, &places)
      {
        found.append((range, target))
      }
    }
    for destination in destinations.all {
      if let target = target(destination.target, destination.fragment, &places) {
        found.append((destination.range, target))
      }
    }
    found.sort { $0.range.lowerBound < $1.range.lowerBound }
    return found.map { DocumentLinks.Found(range: places($0.range), target: $0.target) }
  }

  /// The target of a destination; nil if it leads nowhere.
  private func target(_ words: String, _ fragment: String?, _ places: inout Places) -> String? {
    if words.isEmpty {
      guard let fragment,
        let place = parts.place(of: LinkFragment(fragment)) ?? destinations.anchor(fragment)?.range
      else { return nil }
      return "\(uri.string)#L\(places.line(of: place.lowerBound) + 1)"
    }
    if words.hasScheme { return words }
    if base == nil, folder == nil || !words.hasPrefix("/") { return nil }
    guard let resolved = (base ?? uri).resolving(words, from: folder) else { return words }
    return resolved.string + (fragment.map { "#" + $0.percentEncoded } ?? "")
  }
}
