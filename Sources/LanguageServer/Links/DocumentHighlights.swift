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
      let occurrences = TextOccurrences(
        text: state.text, outline: await state.outline, destinations: await state.destinations,
        footnotes: await state.footnotes, uri: uri, folder: folder)
      let around = occurrences.all { $1.contains(offset) || $1.upperBound == offset }
      let innermost = around.min { $0.range.count < $1.range.count }
      let alike = innermost.map { innermost in occurrences.all { kind, _ in kind == innermost.referent.kind } } ?? []
      try Task.checkCancellation()
      var places = Places(state.text, in: encoding)
      let same = alike.filter { $0.referent == innermost?.referent }.sorted {
        $0.range.lowerBound < $1.range.lowerBound
      }
      return DocumentHighlights.Result(
        places: same.map { DocumentHighlights.Found(range: places($0.range), isTarget: $0.isTarget) })
    }
  }
}

/// A place in a text that refers to something to which other places may refer, too.
private struct TextOccurrence {
  /// The kinds of what a place refers to: none of one is the same as one of another.
  enum Kind { case name, path, fragment, label, footnote, tag }

  /// The thing that a place refers to, as far as the text alone tells.
  enum TextReferent: Hashable {
    case target(DocumentLinkTarget)
    /// A place in what a link leads to, by its slug.
    case fragment(DocumentLinkTarget, String)
    case label([UInt8])
    case footnote([UInt8])
    case tag([UInt8])

    var kind: Kind {
      switch self {
      case .target(.name): .name
      case .target(.document), .target(.url): .path
      case .fragment: .fragment
      case .label: .label
      case .footnote: .footnote
      case .tag: .tag
      }
    }
  }

  let referent: TextReferent
  let range: Range<Int>
  var isTarget = false
}

/// The places in a text that refer to something.
private struct TextOccurrences {
  let text: Rope, outline: Outline, destinations: Destinations, footnotes: [Footnote]
  let uri: DocumentURI, folder: DocumentURI?

  /// Those that are wanted; what others refer to is not worked out.
  func all(where isWanted: (TextOccurrence.Kind, Range<Int>) -> Bool) -> [TextOccurrence] {
    var found: [TextOccurrence] = []
    func add(
      _ kind: TextOccurrence.Kind, _ range: Range<Int>, isTarget: Bool = false,
      _ referent: () -> TextOccurrence.TextReferent
    ) {
      guard !range.isEmpty, isWanted(kind, range) else { return }
      found.append(TextOccurrence(referent: referent(), range: range, isTarget: isTarget))
    }
    let own = DocumentLinkTarget("", isName: false, in: uri, folder: folder)
    func add(_ words: String, isName: Bool, _ range: Range<Int>, _ fragment: String?, _ place: Range<Int>?) {
      func target() -> DocumentLinkTarget {
        words.isEmpty ? own : DocumentLinkTarget(words, isName: isName, in: uri, folder: folder)
      }
      add(isName ? .name : .path, range) { .target(target()) }
      guard let fragment, let place else { return }
      // With its `#`.
      add(.fragment, place.lowerBound - 1..<place.upperBound) { .fragment(target(), Slug.of(fragment)) }
    }
    for heading in outline.headings {
      add(.fragment, heading.range, isTarget: true) { .fragment(own, heading.slug) }
    }
    for link in outline.links {
      if let label = link.labelRange(in: text) {
        add(.label, label) { .label(text.string(in: label).labelForm) }
      } else {
        let isName = link.kind == .wiki || link.kind == .embed
        add(link.target, isName: isName, link.targetRange, link.fragment, link.fragmentRange)
      }
    }
    for definition in outline.definitions {
      add(.label, definition.labelRange, isTarget: true) { .label(definition.label.labelForm) }
    }
    for place in destinations.all {
      add(place.target, isName: false, place.targetRange, place.fragment, place.fragmentRange)
    }
    for anchor in destinations.anchors {
      add(.fragment, anchor.range, isTarget: true) { .fragment(own, Slug.of(anchor.value)) }
    }
    for tag in outline.tags + Header.tagPlaces(in: text) {
      add(.tag, tag.range) { .tag(Array(tag.name.nameForm.utf8)) }
    }
    for note in footnotes {
      add(.footnote, note.range, isTarget: note.isDefinition) { .footnote(note.form) }
    }
    return found
  }
}

extension String {
  /// The form in which labels of definitions are compared (CommonMark 0.31.2, section 4.7): no case, white space as one
  /// space.
  fileprivate var labelForm: [UInt8] { Array(nameForm.utf8) }
}
