import JSONRPC
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
    let state = try text(of: params.document)
    let (encoding, folder, uri) = (client.encoding, client.folder, params.document.uri)
    return .later(expectedBytes: 0) {
      let outline = await state.outline
      try Task.checkCancellation()
      let writing = LinkWriting(outline: outline, uri: uri, folder: folder)
      return DocumentLinks.Result(links: writing.links(in: state.text, encoding))
    }
  }
}

/// What links lead to, as a client opens it.
private struct LinkWriting {
  let outline: Outline
  let uri: DocumentURI
  let folder: DocumentURI?

  func links(in text: Rope, _ encoding: PositionEncoding) -> [DocumentLinks.Found] {
    var places = Places(text, in: encoding)
    var found: [(range: Range<Int>, target: String)] = []
    for link in outline.links {
      if let number = link.definition, let label = link.labelRange(in: text) {
        let place = places(outline.definitions[number].destinationRange).start
        found.append((label, "\(uri.string)#L\(place.line + 1),\(place.character + 1)"))
      } else if let range = link.destinationRange, link.kind != .wiki, link.kind != .embed,
        let target = target(link.target, link.fragment, &places)
      {
        found.append((range, target))
      }
    }
    for definition in outline.definitions {
      if let target = target(definition.target, definition.fragment, &places) {
        found.append((definition.destinationRange, target))
      }
    }
    found.sort { $0.range.lowerBound < $1.range.lowerBound }
    return found.map { DocumentLinks.Found(range: places($0.range), target: $0.target) }
  }

  /// What a destination leads to; nil if that is nothing.
  private func target(_ words: String, _ fragment: String?, _ places: inout Places) -> String? {
    if words.isEmpty {
      guard let fragment, let heading = outline.heading(named: fragment) else { return nil }
      return "\(uri.string)#L\(places.line(of: heading.range.lowerBound) + 1)"
    }
    guard let resolved = uri.resolving(words, from: folder) else { return words }
    return resolved.string + (fragment.map { "#" + $0.percentEncoded } ?? "")
  }
}

extension Outline {
  /// The heading that a fragment names: by its slug, or by its words.
  func heading(named fragment: String) -> Heading? {
    let slug = Slug.of(fragment)
    return headings.first { $0.slug == slug } ?? headings.first { $0.text.nameForm == fragment.nameForm }
  }
}
