import MemoEngine
import MemoMarkup
import MemoText

/// The parts of a note that fragments lead to, by their names: a text may have as many links as headings.
struct NoteParts: Sendable {
  private let anchors: Anchors
  /// The places of the headings, and of the blocks by the compared form of their names.
  private let headings: [Range<Int>], blocks: [String: Range<Int>]
  private let destinations: Destinations

  init(_ outline: Outline, _ destinations: Destinations) {
    anchors = MemoReferences(anchorsOf: outline).anchors
    headings = outline.headings.map(\.range)
    blocks = Dictionary(outline.blocks.map { ($0.name.nameForm, $0.range) }) { first, _ in first }
    self.destinations = destinations
  }

  /// The range of the heading or block that a fragment names; nil if there is none.
  func place(of fragment: LinkFragment) -> Range<Int>? {
    if fragment.text.isEmpty { return 0..<0 }
    if fragment.text.hasPrefix("^") { return blocks[fragment.text.dropFirst().nameForm] }
    return anchors.heading(named: fragment).map { headings[$0] }
  }

  /// The part that a fragment means: a block, a heading, an element of HTML; else one that is missing.
  func referent(of fragment: String, in note: Note) -> Referent {
    let named = LinkFragment(fragment)
    if fragment.hasPrefix("^"), place(of: named) != nil { return .block(note, fragment.dropFirst().nameForm) }
    if let heading = anchors.heading(named: named) { return .heading(note, heading) }
    return destinations.anchor(fragment).map { .anchor(note, $0.value) } ?? .missing(note, fragment)
  }
}
