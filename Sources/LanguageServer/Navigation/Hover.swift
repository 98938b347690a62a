import JSONRPC
import MemoEngine
import MemoMarkup
import MemoText

/// Shows what a link leads to, or what is wrong with it.
enum HoverRequest: RequestType {
  static let method: StaticString = "textDocument/hover"
  typealias Params = PositionParams
  typealias Result = Nullable<Hover>

  /// Words and the place that they are about (`Hover`).
  struct Hover: JSONObjectWritable, Sendable {
    let words: Markup
    let range: TextRange

    func writeMembers(to writer: inout JSONWriter) {
      writer.name("contents")
      words.write(to: &writer)
      writer.member("range", range)
    }
  }
}

/// Words as Markdown, which is shown as it is written where the client knows none (`MarkupContent`).
struct Markup: JSONObjectWritable, Sendable {
  /// The ways in which words are shown.
  enum Kind: String, Sendable {
    case markdown, plaintext

    /// The first of a client's list that is known here; one that states none is sent Markdown.
    init(preferred list: JSONView?) {
      self = list?.elements.lazy.compactMap { $0.string.flatMap(Kind.init) }.first ?? .markdown
    }
  }

  let words: String
  let kind: Kind

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("kind", kind.rawValue)
    writer.member("value", words)
  }
}

extension LanguageSession {
  func hover(_ params: PositionParams) throws -> Answer<HoverRequest.Result> {
    let (scope, offset) = try place(params)
    return .later(expectedBytes: 0) {
      let scope = await self.settled(scope)
      let occurrences = try await Occurrences(scope, .at(offset))
      guard let occurrence = occurrences.occurrence(at: offset),
        let words = try await scope.words(about: occurrence, occurrences)
      else {
        return Nullable(nil)
      }
      var places = Places(scope.text, in: scope.encoding)
      let markup = Markup(words: words, kind: scope.client.hoverFormat)
      return Nullable(HoverRequest.Hover(words: markup, range: places(occurrence.range)))
    }
  }
}

extension NoteScope {
  /// The most lines of a preview.
  static let previewLines = 40

  /// The words shown about an occurrence; nil for none.
  func words(about occurrence: Occurrence, _ occurrences: Occurrences) async throws -> String? {
    if let link = occurrence.link, let fault = occurrences.ends[link]?.fault {
      let words = occurrences.outline.links[link]
      let message = fault.message(words.target, words.fragment)
      let opening = "\(message)\n\n---\n\n"
      guard fault == .fragment, let note = occurrence.referent.note,
        let preview = try await preview(of: .note(note), lines: Self.previewLines - opening.count { $0 == "\n" })
      else { return message }
      return opening + preview
    }
    switch occurrence.referent {
    case .note, .alias, .heading, .block, .anchor, .missing:
      let isOwn = occurrence.isTarget || occurrence.role == .title || occurrence.role == .headerAlias
      return isOwn ? nil : try await preview(of: occurrence.referent)
    case .label, .footnote:
      return await labels().first { $0.referent == occurrence.referent && $0.role == .definition }
        .map { definition in
          let line = text.position(at: definition.range.lowerBound, in: .utf8).line
          return text.string(in: text.offsetOfLine(line)..<max(definition.range.upperBound, text.endOfLine(line)))
        }
    case .tag(let form):
      guard isMemo else { return nil }
      let uses = try await engine.links().tags(prefix: form, after: nil, limit: 1).tags.first
      return uses.map { "#\($0.name): \($0.memos.counted("memo"))" }
    case .address(let url):
      guard occurrence.role == .target, occurrences.isPicture(occurrence) else { return nil }
      return "[![](\(url))](\(url))"
    case .nowhere: return nil
    }
  }

  /// The beginning of what is meant, at most so many lines; nil if there is nothing.
  func preview(of referent: Referent, lines: Int = previewLines) async throws -> String? {
    guard let (note, range) = try await stretch(of: referent) else { return nil }
    let text = note.state.text
    let first = text.position(at: range.lowerBound, in: .utf8).line
    let last = text.position(at: range.upperBound, in: .utf8).line
    let lines = max(2, lines)
    let isCut = last - first >= lines
    let end = isCut ? text.endOfLine(first + lines - 2) : range.upperBound
    return text.string(in: range.lowerBound..<min(end, range.lowerBound + 16_384).atBorder(of: text))
      + (isCut ? "\n…" : "")
  }

  /// All of what is meant, and the note that it is in; nil if there is nothing.
  func stretch(of referent: Referent) async throws -> (note: OpenNote, range: Range<Int>)? {
    guard let target = referent.note, let note = try await note(target) else { return nil }
    let (text, outline) = (note.state.text, await note.state.outline)
    switch referent {
    case .heading(_, let index) where outline.headings.indices.contains(index):
      return (note, Section.all(of: outline, text)[index].range)
    case .block(_, let name):
      guard let block = outline.blocks.first(where: { $0.name.nameForm == name }) else { return nil }
      return (note, await note.state.block(around: block.range))
    case .anchor(_, let name):
      guard let anchor = await note.state.destinations.anchor(name) else { return nil }
      return (note, await note.state.block(around: anchor.range))
    default: return (note, 0..<text.summary.utf8)
    }
  }
}

extension TextState {
  /// The smallest block that something stands in; its own range if that is in none.
  fileprivate func block(around range: Range<Int>) async -> Range<Int> {
    let around = await blocks.map(\.range).filter {
      $0.lowerBound <= range.lowerBound && range.upperBound <= $0.upperBound
    }
    return around.min { $0.count < $1.count } ?? range
  }
}

extension Occurrences {
  /// Whether what stands there leads to a picture that is shown in its place.
  fileprivate func isPicture(_ occurrence: Occurrence) -> Bool {
    if let link = occurrence.link { return outline.links[link].kind == .image }
    return destinations.destination(at: occurrence.range.lowerBound)?.place == .attribute(isPicture: true)
  }
}

extension Int {
  /// The last place between scalars up to this one.
  fileprivate func atBorder(of text: Rope) -> Int {
    var end = self
    while end > 0, !text.hasScalarBorders(end..<end) { end -= 1 }
    return end
  }
}
