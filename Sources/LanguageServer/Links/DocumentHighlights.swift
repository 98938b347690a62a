import JSONRPC
import MemoMarkup
import MemoText

/// Tells where in a document the same stands as at a place of it: links to the same, their labels, tags, the heading
/// that links lead to.
enum DocumentHighlights: RequestType {
  static let method: StaticString = "textDocument/documentHighlight"
  typealias Params = PositionParams

  /// A place (`DocumentHighlight`).
  struct Found: JSONObjectWritable, Sendable {
    let range: TextRange
    /// Whether it is what the others lead to.
    let isTarget: Bool

    func writeMembers(to writer: inout JSONWriter) {
      writer.member("range", range)
      // "Write" and "read" (`DocumentHighlightKind`).
      writer.member("kind", isTarget ? 3 : 2)
    }
  }

  struct Result: JSONWritable, Sendable {
    let places: [Found]

    func write(to writer: inout JSONWriter) { places.write(to: &writer) }
  }
}

extension LanguageSession {
  func documentHighlights(_ params: PositionParams) throws -> Answer<DocumentHighlights.Result> {
    let state = try text(of: params.document)
    let offset = try offset(of: params.position, in: state)
    let (encoding, folder, uri) = (client.encoding, client.folder(around: params.document.uri), params.document.uri)
    return .later(expectedBytes: 0) {
      let (outline, destinations) = (await state.outline, await state.destinations)
      let occurrences = TextOccurrence.all(in: outline, destinations, state.text, uri, folder: folder)
      try Task.checkCancellation()
      var places = Places(state.text, in: encoding)
      let innermost = occurrences.filter { $0.range.contains(offset) || $0.range.upperBound == offset }
        .min { $0.range.count < $1.range.count }
      let same = occurrences.filter { $0.referent == innermost?.referent }.sorted {
        $0.range.lowerBound < $1.range.lowerBound
      }
      return DocumentHighlights.Result(
        places: same.map { DocumentHighlights.Found(range: places($0.range), isTarget: $0.isTarget) })
    }
  }
}

/// A place in a text that refers to something to which other places may refer, too.
private struct TextOccurrence {
  /// The thing that a place refers to, as far as the text alone tells.
  enum TextReferent: Hashable {
    case target(DocumentLinkTarget)
    /// A place in what a link leads to, by its slug.
    case fragment(DocumentLinkTarget, String)
    case label([UInt8])
    case footnote([UInt8])
    case tag([UInt8])
  }

  let referent: TextReferent
  let range: Range<Int>
  var isTarget = false

  static func all(
    in outline: Outline, _ destinations: Destinations, _ text: Rope, _ uri: DocumentURI, folder: DocumentURI?
  ) -> [TextOccurrence] {
    let own = DocumentLinkTarget("", isName: false, in: uri, folder: folder)
    var occurrences = outline.headings.map {
      TextOccurrence(referent: .fragment(own, $0.slug), range: $0.range, isTarget: true)
    }
    func add(_ target: DocumentLinkTarget, _ range: Range<Int>, _ fragment: String?, _ place: Range<Int>?) {
      if !range.isEmpty { occurrences.append(TextOccurrence(referent: .target(target), range: range)) }
      guard let fragment, let place else { return }
      // With its `#`.
      let all = place.lowerBound - 1..<place.upperBound
      occurrences.append(TextOccurrence(referent: .fragment(target, Slug.of(fragment)), range: all))
    }
    for link in outline.links {
      if let label = link.labelRange(in: text) {
        occurrences.append(TextOccurrence(referent: .label(text.string(in: label).labelForm), range: label))
      } else {
        let isName = link.kind == .wiki || link.kind == .embed
        let target = DocumentLinkTarget(link.target, isName: isName, in: uri, folder: folder)
        add(target, link.targetRange, link.fragment, link.fragmentRange)
      }
    }
    for definition in outline.definitions {
      occurrences.append(
        TextOccurrence(referent: .label(definition.label.labelForm), range: definition.labelRange, isTarget: true))
    }
    for place in destinations.all {
      let target = DocumentLinkTarget(place.target, isName: false, in: uri, folder: folder)
      add(target, place.targetRange, place.fragment, place.fragmentRange)
    }
    for anchor in destinations.anchors {
      occurrences.append(
        TextOccurrence(referent: .fragment(own, Slug.of(anchor.value)), range: anchor.range, isTarget: true))
    }
    for tag in outline.tags + Header.tagPlaces(in: text) {
      occurrences.append(TextOccurrence(referent: .tag(Array(tag.name.nameForm.utf8)), range: tag.range))
    }
    for note in Footnote.all(in: text, outline) {
      occurrences.append(TextOccurrence(referent: .footnote(note.form), range: note.range, isTarget: note.isDefinition))
    }
    return occurrences
  }
}

extension String {
  /// The form in which labels of definitions are compared (CommonMark 0.31.2, section 4.7): no case, white space as one
  /// space.
  fileprivate var labelForm: [UInt8] { Array(nameForm.utf8) }
}
