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
    let (ends, lone) = (try await ends(), try await faultsBesideLinks(outline))
    var found: [(range: Range<Int>, code: DiagnosticCode, message: String)] = []
    for (link, end) in zip(outline.links, ends) {
      guard let fault = end.fault else { continue }
      // What is saved nowhere yet may be meant for any folder, from which paths start then.
      if !isMemo, uri.scheme != "file", fault == .broken, link.kind.isAddress || !isInKnownFolder { continue }
      // A fragment with its `#`.
      let fragment = link.fragmentRange.map { $0.lowerBound - 1..<$0.upperBound }
      let place = fault == .fragment ? fragment ?? link.range : link.targetRange
      found.append((place.isEmpty ? link.range : place, fault.code, fault.message(link.target, link.fragment)))
    }
    found += lone.map { ($0.range, $0.fault.code, $0.fault.message($0.destination.target, $0.destination.fragment)) }
    var forms: Set<String> = []
    for heading in outline.headings where !heading.text.isEmpty && !forms.insert(heading.text.nameForm).inserted {
      found.append((heading.range, .duplicateHeading, "a heading above has the same words, so links lead to that one"))
    }
    var defined: Set<String> = []
    for definition in outline.definitions {
      let isFirst = defined.insert(definition.label.nameForm).inserted
      if definition.isUsed || definition.isComment { continue }
      let why = isFirst ? "no link uses this definition" : "a definition above has the same label, so links use that"
      found.append((definition.range, .unusedDefinition, why))
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
    // Of several links by one definition each has its fault.
    var told: Set<Range<Int>> = []
    found.removeAll { $0.code.isOfLink && !told.insert($0.range).inserted }
    let diagnostics = found.compactMap { range, code, message in
      settings.severity(of: code).map {
        Diagnostic(range: places(range), severity: $0, code: code, message: message)
      }
    }
    let interests = LinkInterests(outline, ends + lone.map(\.end), title: await document.title)
    return (diagnostics, interests)
  }

  /// Whether it is known where what is saved nowhere yet looks for names.
  private var isInKnownFolder: Bool { document.comingFile != nil || files.named != nil }

  /// The faults of what stands in no link: of elements of HTML that show a picture, and of definitions that no link
  /// uses, nor could where words stand above, if they lead to a path or to a part of the document; those of others are
  /// their links'.
  private func faultsBesideLinks(_ outline: Outline) async throws -> [LoneFault] {
    var found: [LoneFault] = []
    for destination in await state.destinations.all {
      var isPicture = false
      switch destination.place {
      case .attribute(isPicture: false): continue
      case .attribute: isPicture = true
      case .definition(let number) where outline.definitions[number].isUsed || outline.definitions[number].isComment:
        continue
      case .definition, .strayDefinition: break
      }
      let target = destination.target
      let isPath = target.contains("/") || MarkdownExtension.of(target) != nil
      guard isPicture ? !target.isEmpty && !target.hasPrefix("//") : target.isEmpty || isPath, !target.hasScheme else {
        continue
      }
      let end = try await end(ofPath: target)
      if end.fault == .broken {
        found.append(LoneFault(destination: destination, end: end, fault: .broken, range: destination.targetRange))
      } else if let fragment = destination.fragment, let range = destination.fragmentRange, !fragment.isLineNumber,
        let target = end.note, case .missing? = try await note(target)?.state.parts.referent(of: fragment, in: target)
      {
        let range = range.lowerBound - 1..<range.upperBound
        found.append(LoneFault(destination: destination, end: end, fault: .fragment, range: range))
      }
    }
    return found
  }

  /// Another memo of the same title.
  private func titleTwin(_ outline: Outline) async throws -> (range: Range<Int>, code: DiagnosticCode, message: String)?
  {
    let title = await document.title
    guard let id = document.memo, !title.nameForm.isEmpty else { return nil }
    let target = LinkTarget(naming: title)
    guard case .live(let others)? = try await engine.links().destinations(of: [target]).first,
      others.contains(where: { $0.id != id && $0.title.nameForm == title.nameForm })
    else { return nil }
    let line = await document.titleHeading.map { outline.headings[$0].range } ?? 0..<text.endOfLine(0)
    let isMeant = others.contains { $0.id == id }
    let links = isMeant ? "so links by it are ambiguous" : "and links by it may lead to that one"
    return (line, .duplicateTitle, "another memo has the same title, \(links)")
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
  func message(_ target: String, _ fragment: String?) -> String {
    let (target, fragment) = (target.inOneLine, (fragment ?? "").inOneLine)
    return switch self {
    case .broken: "nothing is called \(target)"
    case .ambiguous(let names):
      "this may mean \(names.count): " + names.prefix(5).map(\.description).joined(separator: ", ")
    case .trashed: "\(target) is in the trash"
    case .renamed(let name): "\(target) is called \(name.title) now"
    case .fragment: "there is no \(fragment.hasPrefix("^") ? "block" : "heading") \(fragment)"
    }
  }
}

/// A destination that leads nowhere, and stands in no link.
private struct LoneFault {
  let destination: LoneDestination
  let end: LinkEnd
  let fault: LinkFault
  /// The part of the destination that leads nowhere, a fragment with its `#`.
  let range: Range<Int>
}

extension String {
  /// The string without line ends, which a name in a link may have as `%0A`.
  fileprivate var inOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
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
