import JSONRPC
import MemoEngine
import MemoMarkup
import MemoText

/// Something wrong in a document (`Diagnostic`).
struct Diagnostic: JSONObjectWritable, Sendable {
  let range: TextRange
  let severity: DiagnosticSeverity
  let code: DiagnosticCode
  let message: String

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("range", range)
    writer.member("severity", severity.rawValue)
    writer.member("code", code.rawValue)
    writer.member("source", "memo-ls" as StaticString)
    writer.member("message", message)
    // "Unnecessary" (`DiagnosticTag`): shown faded.
    if code == .unusedDefinition { writer.member("tags", [1]) }
  }
}

extension NoteScope {
  /// The faults of the document, in the order of the text, and what they depend on.
  func diagnostics(_ settings: Settings) async throws -> (found: [Diagnostic], interests: LinkInterests) {
    let outline = await state.outline
    let ends = try await ends()
    var found: [(range: Range<Int>, code: DiagnosticCode, message: String)] = []
    for (link, end) in zip(outline.links, ends) {
      guard let fault = end.fault else { continue }
      // A fragment with its `#`.
      let fragment = link.fragmentRange.map { $0.lowerBound - 1..<$0.upperBound }
      let place = fault == .fragment ? fragment ?? link.range : link.targetRange
      found.append((place.isEmpty ? link.range : place, fault.code, fault.message(of: link)))
    }
    var forms: Set<String> = []
    for heading in outline.headings where !heading.text.isEmpty && !forms.insert(heading.text.nameForm).inserted {
      found.append((heading.range, .duplicateHeading, "a heading above has the same words, so links lead to that one"))
    }
    for definition in outline.definitions where !definition.isUsed {
      found.append((definition.range, .unusedDefinition, "no link uses this definition"))
    }
    let labels = outline.undefinedLabels(in: text)
    let strays = labels.isEmpty ? [] : Set(await state.destinations.strays.map(\.label.nameForm))
    for label in labels {
      let name = text.string(in: label)
      let why = strays.contains(name.nameForm) ? ", as words stand directly above its line" : ""
      found.append((label, .broken, "nothing defines \(name)\(why)"))
    }
    if let other = try await titleTwin(outline) { found.append(other) }
    found.sort { $0.range.lowerBound < $1.range.lowerBound }
    var places = Places(text, in: encoding)
    let diagnostics = found.compactMap { range, code, message in
      settings.severity(of: code).map {
        Diagnostic(range: places(range), severity: $0, code: code, message: message)
      }
    }
    return (diagnostics, LinkInterests(outline, ends, title: await document.title))
  }

  /// Another memo of the same title.
  private func titleTwin(_ outline: Outline) async throws -> (range: Range<Int>, code: DiagnosticCode, message: String)?
  {
    let title = await document.title
    guard let id = document.memo, !title.nameForm.isEmpty else { return nil }
    let target = LinkTarget(naming: title)
    let others = try await engine.links().destinations(of: [target]).first?.memos ?? []
    let same = others.filter { $0.id != id && $0.title.nameForm == title.nameForm }
    guard case .live? = try await engine.links().destinations(of: [target]).first, !same.isEmpty else { return nil }
    let line = outline.headings.first.flatMap { $0.text == outline.title ? $0.range : nil } ?? 0..<text.endOfLine(0)
    return (line, .duplicateTitle, "another memo has the same title, so links by it are ambiguous")
  }
}

extension LinkFault {
  var code: DiagnosticCode {
    switch self {
    case .broken: .broken
    case .ambiguous: .ambiguous
    case .trashed: .trashed
    case .renamed: .renamed
    case .fragment: .fragment
    }
  }

  /// The words for what is wrong with a link, and why.
  func message(of link: Outline.Link) -> String {
    switch self {
    case .broken: "nothing is called \(link.target)"
    case .ambiguous(let names):
      "this may mean \(names.count): " + names.prefix(5).map(\.description).joined(separator: ", ")
    case .trashed: "\(link.target) is in the trash"
    case .renamed(let name): "\(link.target) is called \(name.title) now"
    case .fragment: "there is no \(link.fragment?.hasPrefix("^") == true ? "block" : "heading") \(link.fragment ?? "")"
    }
  }
}

extension NoteName {
  /// The name with what tells it from others of the same title.
  var description: String {
    switch note {
    case .memo(let id): "\(title) (\(path ?? id.description))"
    case .file(let uri): "\(title) (\(path ?? uri.segments.last ?? ""))"
    }
  }
}
