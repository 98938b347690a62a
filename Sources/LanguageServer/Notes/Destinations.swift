import MemoMarkup
import MemoText

/// A destination that stands in no link: in a definition, in a line that looks like one, in an element of HTML.
struct LoneDestination: Sendable {
  /// Where it stands.
  enum Place: Sendable, Equatable {
    /// A definition, by its place among all.
    case definition(Int)
    /// A line that looks like one.
    case strayDefinition
    /// An attribute of HTML, of a picture or another element.
    case attribute(isPicture: Bool)
  }

  let place: Place
  /// The target without escapes; empty if it leads within its note.
  let target: String
  let fragment: String?
  let targetRange: Range<Int>, fragmentRange: Range<Int>?

  /// Whether no link uses it, as it stands in no definition.
  var isAlone: Bool { if case .definition = place { false } else { true } }

  /// Whether it is an attribute's.
  var isAttribute: Bool { if case .attribute = place { true } else { false } }

  /// The range of target and fragment.
  var range: Range<Int> { targetRange.lowerBound..<max(targetRange.upperBound, fragmentRange?.upperBound ?? 0) }
}

/// The parts of a text that lead somewhere, or are led to, beside its links, headings and blocks.
struct Destinations: Sendable {
  /// The destinations: the definitions' in their order, then the others'.
  let all: [LoneDestination]
  /// The lines that look like definitions.
  let strays: [Outline.Definition]
  /// The attributes of HTML that give elements a name.
  let anchors: [HTMLAttribute]
  private let anchorsByName: [String: HTMLAttribute]
  private let byPlace: [Int: LoneDestination]

  init(in text: Rope, _ outline: Outline) {
    strays = outline.strayDefinitions(in: text)
    let attributes = HTMLAttribute.all(in: text, outline)
    anchors = attributes.filter { $0.kind == .anchor }
    anchorsByName = Dictionary(anchors.map { ($0.value, $0) }) { first, _ in first }
    all =
      outline.definitions.enumerated().map { LoneDestination($1, .definition($0)) }
      + strays.map { LoneDestination($0, .strayDefinition) } + attributes.compactMap(LoneDestination.init)
    byPlace = Dictionary(all.map { ($0.targetRange.lowerBound, $0) }) { first, _ in first }
  }

  /// The destination whose target begins at a place.
  func destination(at place: Int) -> LoneDestination? { byPlace[place] }

  /// The anchor that a fragment names.
  func anchor(_ fragment: String) -> HTMLAttribute? { anchorsByName[fragment.removingPercentEncoding] }
}

extension LoneDestination {
  fileprivate init(_ definition: Outline.Definition, _ place: Place) {
    (self.place, target, fragment) = (place, definition.target, definition.fragment)
    (targetRange, fragmentRange) = (definition.targetRange, definition.fragmentRange)
  }

  /// Reads an attribute; nil if it leads nowhere.
  fileprivate init?(_ attribute: HTMLAttribute) {
    guard attribute.kind != .anchor else { return nil }
    let value = attribute.value
    place = .attribute(isPicture: attribute.kind == .picture)
    guard !value.hasScheme || value.lowercased().hasPrefix("file:") else {
      (target, fragment, targetRange, fragmentRange) = (value, nil, attribute.range, nil)
      return
    }
    let path = value.utf8.prefix { $0 != UInt8(ascii: "#") }
    let words = String(value.utf8.dropFirst(path.count + 1)) ?? ""
    let end = attribute.range.lowerBound + path.count
    let name = path.prefix(path.countWithoutQuery ?? path.count)
    target = String(Substring(name)).removingPercentEncoding
    targetRange = attribute.range.lowerBound..<attribute.range.lowerBound + name.count
    fragment = words.isEmpty ? nil : words.removingPercentEncoding
    fragmentRange = words.isEmpty ? nil : end + 1..<attribute.range.upperBound
  }
}

extension String {
  /// A path or a fragment as it stands in any attribute of HTML, quoted or not.
  var asAttribute: String {
    replacing("'", with: "%27").replacing("&", with: "%26").replacing("=", with: "%3D").replacing("`", with: "%60")
  }
}
