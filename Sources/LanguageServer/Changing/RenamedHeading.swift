import JSONRPC
import MemoEngine
import MemoMarkup
import MemoText

extension NoteScope {
  /// The edits that rename a heading, with what leads to it.
  func edits(renamingHeading index: Int, of note: Note, to name: String) async throws -> [WorkspaceEdit.Change] {
    guard let target = try await self.note(note) else { return [] }
    let outline = await target.state.outline
    guard outline.headings.indices.contains(index), name.canBeLedTo,
      let words = outline.words(of: outline.headings[index], in: target.state.text)
    else { throw ResponseError(.requestFailed, RenamingProblem.nameMisread(.heading).sentence) }
    let renamed: Outline
    do throws(TitlingProblem) {
      renamed = try outline.text(target.state.text, withHeading: index, called: name).outline
    } catch {
      let isMore = error == .lineIsMore
      throw ResponseError(
        .requestFailed, isMore ? RenamingProblem.moreSentence : RenamingProblem.nameMisread(.heading).sentence)
    }
    let heading = RenamedHeading(index, called: name, old: outline, new: renamed)
    let isTitle = outline.title != renamed.title
    return try await changes(in: linking(to: note)) { found, occurrences in
      var edits: [TextReplacement] = []
      if found.note == note { edits.append(TextReplacement(range: words, text: name)) }
      // The heading has its new words already.
      for occurrence in occurrences.all where found.note != note || !words.overlaps(occurrence.range) {
        if isTitle, beside(found).isByTitle(occurrence, occurrences, of: note, outline.title) {
          edits.append(TextReplacement(range: occurrence.range, text: renamed.title))
        } else if occurrence.role == .fragment, case .heading(note, let place) = occurrence.referent {
          let range = occurrence.range.lowerBound + 1..<occurrence.range.upperBound
          let isAddress = occurrence.link.map { occurrences.outline.links[$0].kind.isAddress } ?? true
          let written = found.state.text.string(in: range)
          if let fragment = heading.fragment(leadingTo: place, insteadOf: written, isAddress: isAddress) {
            let words = occurrences.isInAttribute(occurrence) ? fragment.asAttribute : fragment
            edits.append(TextReplacement(range: range, text: words))
          }
        }
      }
      return edits
    }
  }
}

/// A heading that is renamed, among all of its note: links to others may need new words, too, as slugs are
/// numbered where several headings have one.
private struct RenamedHeading {
  let index: Int
  let name: String
  let old: Outline, new: Outline
  private let (oldAnchors, anchors): (Anchors, Anchors)

  init(_ index: Int, called name: String, old: Outline, new: Outline) {
    (self.index, self.name, self.old, self.new) = (index, name, old, new)
    (oldAnchors, anchors) = (MemoReferences(anchorsOf: old).anchors, MemoReferences(anchorsOf: new).anchors)
  }

  /// The fragment that leads to a heading as one did that is written so; nil if that stays.
  func fragment(leadingTo place: Int, insteadOf written: String, isAddress: Bool) -> String? {
    let fragment = LinkFragment(isAddress ? written.removingPercentEncoding : written)
    let (heading, slug) = (old.headings[place], new.headings[place].slug)
    let path = oldAnchors.path(fragment) { $0 == index ? new.headings[$0].text : nil }
    if let path, anchors.heading(named: LinkFragment(path)) == place {
      if !isAddress { return path }
      return path.split(separator: "#").map { String($0).percentEncoded.withParenthesesEncoded }.joined(separator: "#")
    }
    guard place == index else { return anchors.heading(named: fragment) == place || slug.isEmpty ? nil : slug }
    let isSlug = fragment.isSlug(heading.slug, ofHeading: heading.text.nameForm, isAddress: isAddress)
    // By its words a heading is found that has them before it.
    let isTaken = anchors.heading(named: LinkFragment(name)).map { $0 != place } ?? false
    if isSlug || isTaken, !slug.isEmpty { return slug }
    return isAddress ? name.percentEncoded.withParenthesesEncoded : name
  }
}
