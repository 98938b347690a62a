import MemoEngine
import MemoHost
import MemoMarkup
import MemoText
import Platform

/// What words are put into.
enum MovedInto {
  /// A note of their own.
  case newNote(MovedParts)
  /// Another note, which has these parts already.
  case note(NoteParts)
}

extension NoteScope {
  /// The words of a stretch of the document, for another place: their links lead where they did, the definitions that
  /// they use come with them, and both without the marks of quotations and items that they begin in.
  ///
  /// - Parameters:
  ///   - goal: what they are put into.
  ///   - place: its file; nil if paths lead nowhere there.
  func moved(_ range: Range<Int>, into goal: MovedInto, at place: DocumentURI?) async throws -> String {
    let definitions = UsedDefinition.all(in: text, await state.outline).needed(in: range)
    let occurrences = try await Occurrences(self, .touching([range] + definitions))
    let (base, own) = (try await base(), await state.parts)
    var edits: [TextReplacement] = []
    for occurrence in occurrences.all where occurrence.role == .fragment {
      if case .newNote(let parts) = goal, case .moved(let words)? = parts.fate(of: occurrence, occurrences, in: text) {
        if let all = occurrence.destination { edits.append(TextReplacement(range: all, text: "#\(words)")) }
      } else if let edit = edit(
        ofFragment: occurrence, occurrences, own, outside: range, goal, from: base, to: place)
      {
        edits.append(edit)
      }
    }
    let seenTo = Set(edits.map(\.range.lowerBound))
    edits += occurrences.all.filter { !seenTo.contains($0.range.lowerBound) }
      .compactMap { edit(ofPath: $0, occurrences, from: base, to: place) }
    let parts = ([range] + definitions).map { text.string(in: $0, with: edits + text.withoutMargins($0)) }
    if definitions.isEmpty { return parts[0] }
    let lineEnd = text.lineEnd
    return parts[0] + lineEnd + lineEnd + parts.dropFirst().joined(separator: lineEnd)
  }

  /// The edit that makes a path start from the new place; nil if it needs none.
  private func edit(
    ofPath occurrence: Occurrence, _ occurrences: Occurrences, from base: DocumentURI?, to place: DocumentURI?
  ) -> TextReplacement? {
    guard occurrence.role == .target, let base, let place, base.sibling("") != place.sibling("") else { return nil }
    let written = WrittenPath(occurrence, occurrences, text)
    guard !written.isFromRoot, !written.isWiki || written.isFromFolder,
      let path = base.resolving(written.target, from: root)
    else { return nil }
    // In memos words in the place of a path may be a title.
    guard written.isWiki || !isMemo || DiskFile.kind(of: path) != nil || DiskFile.note(path) != nil else { return nil }
    return replacement(of: written, leadingTo: path, from: place)
  }

  /// The edit that makes a link to a part of the document name the document, if the part stays there, or would be
  /// another one where it comes; nil if it needs none.
  private func edit(
    ofFragment occurrence: Occurrence, _ occurrences: Occurrences, _ own: NoteParts, outside range: Range<Int>,
    _ goal: MovedInto, from base: DocumentURI?, to place: DocumentURI?
  ) -> TextReplacement? {
    guard occurrence.destination?.lowerBound == occurrence.range.lowerBound,
      let link = occurrence.link.map({ occurrences.outline.links[$0] }), link.target.isEmpty,
      let fragment = link.fragment,
      let target = own.place(of: LinkFragment(fragment)),
      !range.contains(target.lowerBound) || goal.names(occurrence.referent, fragment, occurrences)
    else { return nil }
    let name: String
    if let base, let place {
      let file = notebook.files?.path(of: base.path)?.description
      name =
        link.kind.isAddress
        ? place.path(to: base).withParenthesesEncoded
        : isMemo ? file.map { LinkPath.name(of: $0, in: nil) } ?? base.stem : base.stem
    } else if let id = document.memo {
      name = link.kind.isAddress ? "memo:\(id)" : id.description
    } else {
      return nil
    }
    return TextReplacement(range: occurrence.range.lowerBound..<occurrence.range.lowerBound, text: name)
  }
}

extension MovedInto {
  /// Whether it has a part already of the name that a link has for one that is put there.
  fileprivate func names(_ part: Referent, _ fragment: String, _ occurrences: Occurrences) -> Bool {
    guard case .note(let parts) = self else { return false }
    var names = [fragment]
    if case .heading(_, let index) = part { names.append(occurrences.outline.headings[index].text) }
    return names.contains { parts.place(of: LinkFragment($0)) != nil }
  }
}

extension DocumentURI {
  /// The path from this document to another file, as it stands in a link's destination: it must not begin as an address
  /// does, and Markdown reads `&amp;` as another character.
  func destination(leadingTo other: DocumentURI) -> String {
    let path = path(to: other).withParenthesesEncoded.replacing("&", with: "%26")
    return path.hasScheme ? "./\(path)" : path
  }
}

extension String {
  /// The path as it stands in a link's destination, which parentheses would end.
  var withParenthesesEncoded: String { replacing("(", with: "%28").replacing(")", with: "%29") }
}
