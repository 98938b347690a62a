import JSONRPC
import MemoEngine
import MemoHost
import MemoMarkup
import MemoText
import Platform

/// A stretch of a text as a note of its own.
struct Extraction {
  /// The stretch that is taken out: without the line ends around it, which keep what stands there apart.
  let range: Range<Int>
  /// The title of the new note.
  let title: String
  /// The words that are taken out, for the new note.
  var words: String
  /// The marks of an item or a quotation before what takes the place of the words: without them that would go on with
  /// the line above.
  let marks: String
  /// The heading above the words, if they don't begin with the title; empty otherwise.
  private let heading: String
  private let lineEnd: String
  /// All that it says.
  var text: String { heading + words + lineEnd }

  /// The most characters of a title.
  private static let longestTitle = 60

  /// Takes a stretch; nil if it has no words that can be a title.
  init?(of selected: Range<Int>, in whole: Rope, _ outline: Outline) {
    let all = whole.string(in: selected)
    let start = all.prefix(while: \.isNewline).utf8.count
    // A front matter is a note's own.
    guard start < all.utf8.count, selected.lowerBound >= Header(whole)?.bounds.end ?? 0 else { return nil }
    let end = String(all.reversed().prefix(while: \.isNewline)).utf8.count
    range = selected.lowerBound + start..<selected.upperBound - end
    let kept = whole.string(in: range)
    let first = kept.split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) } ?? ""
    let line = first.withoutMarks
    // As it is shown: of a link its words, even where its target is defined elsewhere.
    let used = Set(outline.links.filter { $0.range.overlaps(selected) }.compactMap(\.definition))
    let labels = used.sorted().map { "\n\n[\(outline.definitions[$0].label)]: u" }.joined()
    let shown = Outline(of: Rope("# \(line)\(labels)")).headings.first?.text ?? ""
    title = shown.prefix(Self.longestTitle)
      .filter { !"[]|#^".contains($0) }.split(separator: " ").joined(separator: " ")
    guard title.canBeLedTo else { return nil }
    (words, lineEnd) = (kept, whole.lineEnd)
    let number = whole.line(of: range.lowerBound)
    let above = number == 0 ? "" : whole.string(in: whole.offsetOfLine(number - 1)..<whole.endOfLine(number - 1))
    let isBelowWords = range.lowerBound == whole.offsetOfLine(number) && !above.allSatisfy(\.isWhitespace)
    marks = isBelowWords ? String(LineMargin(of: kept.prefix { !$0.isNewline }).marks) : ""
    let isTitled = first.hasPrefix("#") || first == kept && line == shown && first.drop(while: \.isWhitespace) == line
    heading = isTitled ? "" : "# \(title)\(lineEnd)\(lineEnd)"
  }
}

extension Substring {
  /// The words of a line: without the marks of quotations, items, tasks, footnotes and headings before them, and
  /// without what leads to footnotes.
  fileprivate var withoutMarks: String {
    var rest = drop(while: \.isWhitespace)
    while let mark = rest.prefixMatch(of: #/>|(?:[-+*]|\d{1,9}[.)]|\[[ xX]\]|\[\^[^\[\]\s]+\]:)[ \t]/#) {
      rest = rest[mark.range.upperBound...].drop(while: \.isWhitespace)
    }
    return String(rest.drop { $0 == "#" || $0.isWhitespace }).replacing(#/\[\^[^\[\]\s]+\]/#, with: "")
  }
}

extension LanguageSession {
  /// Moves a stretch of a memo's document to a memo of its own. That is made first: the words stand somewhere at every
  /// moment, and where the client does not make the edit, they stay in its document, too.
  ///
  /// - Parameter version: which state of the document the range is of; nil for the one that it has.
  func extract(_ place: TextRange, of uri: DocumentURI, version: Int?) async throws -> MemoSnapshot {
    let state = try text(of: DocumentIdentifier(uri))
    let asked = try unchanged(uri, state, version)
    let range = try range(of: place, in: state)
    guard var extraction = Extraction(of: range, in: state.text, await state.outline) else {
      throw ResponseError(.invalidParams, "range must have words that a memo can be called by")
    }
    // New memos have their files in the top folder.
    let top = asked.memo.notebook.root.map { DocumentURI($0.string + "/x.md") }
    let scope = scope(of: OpenNote(asked.document), in: asked.memo.notebook)
    let rest = state.text.replacing([TextReplacement(range: extraction.range, text: extraction.title)])
    let parts = await MovedParts(extraction.range, of: scope.document, leaving: rest, in: extraction.text)
    extraction.words = try await scope.moved(extraction.range, into: .newNote(parts), at: top)
    // What leads to them is known as long as they are there.
    var linking: [(scope: NoteScope, occurrences: Occurrences)] = []
    for note in parts.isEmpty ? [] : try await scope.linking(to: scope.document.note) {
      linking.append((scope.beside(note), try await Occurrences(scope.beside(note))))
    }
    let memo = try unchanged(uri, state, version).memo
    let origin = origin
    let made = try memo.notebook.onEngine { engine throws(EngineError) in
      _ = try engine.memo(memo.id, by: origin)
      return try engine.createMemo(id: nil, text: extraction.text, properties: JSONObject(), by: origin)
    }
    // Meanwhile the words stand in both.
    var link = try await link(to: made, called: extraction.title, from: memo)
    if await state.isInCell(extraction.range.lowerBound) { link = link.withBarsEscaped }
    link = extraction.marks + link + scope.definitionsKept(of: extraction.range, await state.outline)
    var edits: [MemoID: [TextReplacement]] = [:]
    for (place, occurrences) in linking {
      guard let id = place.document.memo else { continue }
      edits[id] = try await place.replacements(
        leadingTo: parts, occurrences, besides: id == memo.id ? extraction.range : nil
      ) { try await self.name(of: made, in: place, isAddress: $0) }
    }
    let own = edits[memo.id, default: []] + [TextReplacement(range: extraction.range, text: link)]
    _ = try merge(state.text.replacing(own), from: state.text, memo)
    changed(memo.id, memo.notebook)
    for (place, _) in linking {
      guard let id = place.document.memo, id != memo.id, let edits = edits[id], !edits.isEmpty else { continue }
      let binding = documents[place.uri]?.memo ?? MemoBinding(id, in: memo.notebook)
      _ = try merge(place.text.replacing(edits), from: place.text, binding)
      changed(id, memo.notebook)
    }
    return made
  }

  /// The name of a new memo in a link of a note.
  private nonisolated func name(of memo: MemoSnapshot, in place: NoteScope, isAddress: Bool) async throws -> String {
    let (id, notebook) = (memo.metadata.id, place.notebook)
    guard isAddress else {
      if notebook.files == nil { return id.description }
      if try await notebook.leads(memo.displayTitle, to: id, from: place.document.memo) { return memo.displayTitle }
      let own = try await place.base().flatMap { notebook.files?.path(of: $0.path)?.description }
      return try await place.paths(of: [id])[id].map { LinkPath.name(of: $0, in: own) } ?? id.description
    }
    let file = try await place.paths(of: [id])[id].flatMap { notebook.uri(at: FilePath($0)) }
    guard let file, let base = try await place.base() else { return "memo:\(id)" }
    return base.destination(leadingTo: file)
  }

  /// A document and its memo, which say the same.
  ///
  /// - Throws: `contentModified` if the document is another one by now than it was at a state or version.
  private func unchanged(
    _ uri: DocumentURI, _ state: TextState, _ version: Int?
  ) throws -> (document: OpenDocument, memo: MemoBinding) {
    guard let document = documents[uri], let memo = document.memo else { throw ResponseError.noMemo(uri) }
    guard memo.base?.isIdentical(to: state.text) == true, version == nil || version == document.version else {
      throw ResponseError(.contentModified, "the document is another one by now; select the words again")
    }
    return (document, memo)
  }

  /// A link to a new memo that leads there whatever others are called: by its title where that is enough, or by the
  /// path of its file; where there are no files, by its identifier.
  private nonisolated func link(
    to memo: MemoSnapshot, called title: String, from place: MemoBinding
  ) async throws -> String {
    let (id, notebook) = (memo.metadata.id, place.notebook)
    guard notebook.files != nil else { return "[[\(id)|\(title)]]" }
    try await notebook.waitForFile(of: id)
    if try await notebook.leads(title, to: id, from: place.id) { return "[[\(title)]]" }
    let files = try await notebook.engine.listing().reader.files(of: [id, place.id])
    let path = files[id].map { LinkPath.name(of: $0.path, in: files[place.id]?.path) }
    return "[[\(path ?? id.description)|\(title)]]"
  }
}

extension NoteScope {
  /// The edits that put a link in the place of what is moved to a new file, and have links to its parts lead there.
  func changes(
    moving parts: MovedParts, to file: DocumentURI, _ replacement: TextReplacement
  ) async throws -> [WorkspaceEdit.Change] {
    if parts.isEmpty { return [change(of: document, [replacement])] }
    let isAlone = (files.named?.files(called: file.stem) ?? []).isEmpty
    return try await changes(in: linking(to: document.note)) { note, occurrences in
      let isOwn = note.note == self.document.note
      let edits = try await self.beside(note).replacements(
        leadingTo: parts, occurrences, besides: isOwn ? replacement.range : nil
      ) { isAddress in
        if isAddress { return note.uri.destination(leadingTo: file) }
        let path = isAlone ? file.stem : note.uri.path(to: file.withoutExtension).removingPercentEncoding
        return LinkPath.written(path, isEncoded: false, isWiki: true)
      }
      return edits + (isOwn ? [replacement] : [])
    }
  }

  /// A file beside the document that is not there yet; nil if there are already many of that name.
  func newFile(called title: String) -> DocumentURI? {
    let name = title.filter { !"/\\:*?\"<>".contains($0) }
    return ([name] + (2...9).map { "\(name) \($0)" }).lazy.map { uri.sibling("\($0).md") }.first { file in
      !isTaken(file) && !open.contains { $0.uri.withoutExtension == file.withoutExtension }
    }
  }
}
