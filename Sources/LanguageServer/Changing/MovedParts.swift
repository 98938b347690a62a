import MemoEngine
import MemoMarkup
import MemoText

/// The headings, blocks and elements of HTML in a stretch of a note that becomes a note of its own, and how links lead
/// to them then.
struct MovedParts {
  /// How a link to a part of the note is to be written.
  enum Fate {
    /// It leads to the new note.
    case moved(fragment: String)
    /// It leads where it did, by another slug perhaps.
    case stays(fragment: String)
  }

  private let note: Note
  private let range: Range<Int>
  private let old: Outline
  private let destinations: Destinations
  /// The moved headings among those of the note, and the names of moved blocks, in the form in which they are compared.
  private let headings: Range<Int>, blocks: Set<String>
  /// What is left of the note, and the new one.
  private let left: Outline, made: Outline
  private let leftAnchors: Anchors, madeAnchors: Anchors

  /// - Parameters:
  ///   - rest: what the note says then.
  ///   - text: what the new note says.
  init(_ range: Range<Int>, of note: OpenNote, leaving rest: Rope, in text: String) async {
    (self.note, self.range) = (note.note, range)
    (old, destinations) = (await note.state.outline, await note.state.destinations)
    let first = old.headings.count { $0.range.lowerBound < range.lowerBound }
    headings = first..<first + old.headings.count { range.contains($0.range.lowerBound) }
    // As long as none goes, all are called as they were.
    (left, made) = headings.isEmpty ? (old, old) : (Outline(of: rest), Outline(of: Rope(text)))
    leftAnchors = MemoReferences(anchorsOf: left).anchors
    madeAnchors = MemoReferences(anchorsOf: made).anchors
    blocks = Set(old.blocks.filter { range.contains($0.range.lowerBound) }.map(\.name.nameForm))
  }

  /// Whether there is none.
  var isEmpty: Bool {
    headings.isEmpty && blocks.isEmpty && !destinations.anchors.contains { range.contains($0.range.lowerBound) }
  }

  /// How a link's fragment is to be written; nil if it leads to something else, or nothing is known of that.
  ///
  /// - Parameter text: the text with the link.
  func fate(of occurrence: Occurrence, _ occurrences: Occurrences, in text: Rope) -> Fate? {
    guard occurrence.role == .fragment, occurrence.referent.note == note else { return nil }
    let written = text.string(in: occurrence.range.lowerBound + 1..<occurrence.range.upperBound)
    switch occurrence.referent {
    case .heading(_, let index) where old.headings.indices.contains(index):
      let isAddress = occurrence.link.map { occurrences.outline.links[$0].kind.isAddress } ?? true
      return fate(ofHeading: index, written, isAddress)
    case .block(_, let name): return blocks.contains(name) ? .moved(fragment: written) : nil
    case .anchor(_, let name):
      let isMoved = destinations.anchor(name).map { range.contains($0.range.lowerBound) } ?? false
      return isMoved ? .moved(fragment: written) : nil
    default: return nil
    }
  }

  private func fate(ofHeading index: Int, _ written: String, _ isAddress: Bool) -> Fate? {
    let isMoved = headings.contains(index)
    // The new note may have a title above them.
    let above = made.headings.count - headings.count
    let place =
      isMoved ? index - headings.lowerBound + above : index < headings.lowerBound ? index : index - headings.count
    let (outline, anchors) = isMoved ? (made, madeAnchors) : (left, leftAnchors)
    guard outline.headings.indices.contains(place), outline.headings[place].text == old.headings[index].text else {
      return nil
    }
    let fragment = LinkFragment(isAddress ? written.removingPercentEncoding : written)
    let slug = outline.headings[place].slug
    let isSame = anchors.heading(named: fragment) == place || slug.isEmpty
    let words = isSame ? written : isAddress ? slug.percentEncoded : slug
    return isMoved ? .moved(fragment: words) : .stays(fragment: words)
  }
}

extension NoteScope {
  /// The edits of the document's links to parts that are moved, but for those in the stretch itself.
  ///
  /// - Parameters:
  ///   - stretch: the stretch, in the document that it is taken out of.
  ///   - name: the new note's name in a link; as an address, or in a wiki link.
  func replacements(
    leadingTo parts: MovedParts, _ occurrences: Occurrences, besides stretch: Range<Int>?,
    name: @Sendable (_ isAddress: Bool) async throws -> String
  ) async throws -> [TextReplacement] {
    var edits: [TextReplacement] = []
    for occurrence in occurrences.all where stretch?.overlaps(occurrence.range) != true {
      guard let fate = parts.fate(of: occurrence, occurrences, in: text), let destination = occurrence.destination
      else { continue }
      switch fate {
      case .stays(let fragment):
        edits.append(
          TextReplacement(range: occurrence.range.lowerBound + 1..<occurrence.range.upperBound, text: fragment))
      case .moved(let fragment):
        let link = occurrence.link.map { occurrences.outline.links[$0] }
        let words = try await name(link?.kind.isAddress ?? true) + "#" + fragment
        // A path alone in pointed brackets would be an element of HTML.
        if link?.range.lowerBound == destination.lowerBound - 1, !words.hasScheme { continue }
        edits.append(
          TextReplacement(range: destination, text: occurrences.isInAttribute(occurrence) ? words.asAttribute : words))
      }
    }
    return edits.filter { text.string(in: $0.range) != $0.text }
  }
}
