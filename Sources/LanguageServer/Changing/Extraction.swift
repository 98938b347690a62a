import JSONRPC
import MemoEngine
import MemoHost
import MemoMarkup
import MemoText

/// A stretch of a text as a note of its own.
struct Extraction {
  /// The stretch that is taken out: without the line ends around it, which keep what stands there apart.
  let range: Range<Int>
  /// The title of the new note.
  let title: String
  /// The words that are taken out, for the new note.
  var words: String
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
    extraction.words = try await scope.moved(extraction.range, to: top)
    let memo = try unchanged(uri, state, version).memo
    let origin = origin
    let made = try memo.notebook.onEngine { engine throws(EngineError) in
      _ = try engine.memo(memo.id, by: origin)
      return try engine.createMemo(id: nil, text: extraction.text, properties: JSONObject(), by: origin)
    }
    // Meanwhile the words stand in both.
    var link = try await link(to: made, called: extraction.title, from: memo)
    if await state.isInCell(extraction.range.lowerBound) { link = link.withBarsEscaped }
    link += scope.definitionsKept(of: extraction.range, await state.outline)
    let replacement = TextReplacement(range: extraction.range, text: link)
    _ = try merge(state.text.replacing([replacement]), from: state.text, memo)
    changed(memo.id, memo.notebook)
    return made
  }

  /// A document and its memo, which say the same.
  ///
  /// - Throws: `contentModified` if the document is another one by now than it was at a state or version.
  private func unchanged(
    _ uri: DocumentURI, _ state: TextState, _ version: Int?
  ) throws -> (document: OpenDocument, memo: MemoBinding) {
    guard let document = documents[uri], let memo = document.memo, memo.base?.isIdentical(to: state.text) == true,
      version == nil || version == document.version
    else { throw ResponseError(.contentModified, "the document is another one by now; select the words again") }
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
  /// A file beside the document that is not there yet; nil if there are already many of that name.
  func newFile(called title: String) -> DocumentURI? {
    let name = title.filter { !"/\\:*?\"<>".contains($0) }
    return ([name] + (2...9).map { "\(name) \($0)" }).lazy.map { uri.sibling("\($0).md") }.first { file in
      DiskFile.kind(of: file) == nil && !open.contains { $0.uri.withoutExtension == file.withoutExtension }
    }
  }
}
