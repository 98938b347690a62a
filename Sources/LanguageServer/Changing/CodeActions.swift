import JSONRPC
import MemoEngine
import MemoHost
import MemoMarkup
import MemoText
import Platform

/// Tells what can be done about a stretch of a document.
enum CodeActions: RequestType {
  static let method: StaticString = "textDocument/codeAction"

  struct Params: JSONReadable, AboutDocument {
    let document: DocumentIdentifier
    let range: TextRange
    /// The kinds that are wanted, with those in them; nil for all.
    let kinds: [String]?
    /// The problems that the client has shown there; in Kate one, about which the person asks.
    let problems: [Problem]
    /// Whether it is said whether a person asks or the client by itself.
    let saysWhy: Bool

    init(json: JSONView) throws(JSONTypeError) {
      document = try json.required("textDocument")
      range = try json.required("range")
      problems = json["context"]?["diagnostics"]?.elements.compactMap(Problem.init) ?? []
      saysWhy = json["context"]?["triggerKind"]?.integer != nil
      let only = json["context"]?["only"]
      kinds = only?.kind == .array ? only?.elements.compactMap(\.string) : nil
    }

    /// Whether actions of a kind are wanted.
    func wants(_ kind: CodeAction.Kind) -> Bool {
      kinds?.contains { $0.isEmpty || kind.rawValue == $0 || kind.rawValue.hasPrefix("\($0).") } ?? true
    }
  }

  /// A problem as the client was told of it (`Diagnostic`).
  struct Problem: Sendable {
    let range: TextRange
    let told: JSONValue

    init?(_ json: JSONView) {
      guard let range: TextRange = try? json.required("range") else { return nil }
      (self.range, told) = (range, JSONValue(json))
    }
  }

  typealias Result = [CodeAction]
}

extension LanguageSession {
  func codeActions(_ params: CodeActions.Params) throws -> Answer<[CodeAction]> {
    let scope = try scope(of: params.document)
    let range = try range(of: params.range, in: scope.state)
    if scope.uri.isPast { return .now([]) }
    let problems = params.problems.compactMap { problem in
      (try? self.range(of: problem.range, in: scope.state)).map { (range: $0, told: problem.told) }
    }
    // Kate asks about all of a note for one of its problems, and carries out all that it is answered. Of kinds, and of
    // why it asks, it says nothing, as those do that ask as they save.
    let isForAll =
      !params.problems.isEmpty && range == 0..<scope.text.summary.utf8 && params.kinds == nil && !params.saysWhy
    return .later(expectedBytes: 1 << 12) {
      let scope = await self.settled(scope)
      var actions = try await ActionList(scope, range, problems).all
      if isForAll {
        actions.removeAll { $0.problems.isEmpty || !$0.isPreferred }
      } else {
        actions += await scope.wholeActions(at: range.lowerBound, params.wants)
        if await self.folderToKeep(around: scope.uri) != nil { actions.append(.keepingFolder(around: scope.uri)) }
      }
      if !scope.client.hasActionLiterals { actions = actions.compactMap(\.asCommand) }
      return actions.filter { params.wants($0.kind) }
    }
  }
}

/// The actions for a stretch of a text.
private struct ActionList {
  private let scope: NoteScope
  private let range: Range<Int>
  private let occurrences: Occurrences
  /// The links that it touches, and what they lead to.
  private let links: [(link: Outline.Link, end: LinkEnd)]
  /// The URI that paths in the document start from; nil if they lead nowhere.
  private let base: DocumentURI?
  /// The path of the document's file below the folder; nil if it is in none.
  private var place: String? { base.flatMap { scope.notebook.files?.path(of: $0.path)?.description } }
  private(set) var all: [CodeAction] = []

  /// - Parameter problems: those that the client asks about, with what it was told of them.
  init(_ scope: NoteScope, _ range: Range<Int>, _ problems: [(range: Range<Int>, told: JSONValue)]) async throws {
    let occurrences = try await Occurrences(scope, .touching([range]))
    (self.scope, self.range, self.occurrences) = (scope, range, occurrences)
    links = occurrences.ends.sorted { $0.key < $1.key }.map { (occurrences.outline.links[$0], $1) }
    base = try await scope.base()
    var mendedDefinitions: Set<Int> = []
    for (link, end) in links {
      // The problem of links by a definition is told there, and mended once.
      let definition = link.definition.map { occurrences.outline.definitions[$0].destinationRange }
      let places = [link.range, definition].compactMap(\.self)
      guard places.contains(where: touches),
        link.definition.map({ mendedDefinitions.insert($0).inserted }) ?? true
      else { continue }
      let others = all.count
      try await addFixes(of: link, end)
      let mended = problems.filter { problem in places.contains { problem.range.clamped(to: $0) == problem.range } }
        .map(\.told)
      for index in others..<all.count { all[index].problems = mended }
    }
    for task in occurrences.outline.tasks where touches(lines(of: task.range)) { addToggle(task) }
    if !range.isEmpty {
      try await addExtraction()
      try await addMention()
    }
    for (link, end) in links where link.kind == .embed && touches(link.range) {
      try await addInlining(link, end)
    }
  }

  private func touches(_ other: Range<Int>) -> Bool {
    other.lowerBound <= range.upperBound && range.lowerBound <= other.upperBound
  }

  private func lines(of range: Range<Int>) -> Range<Int> {
    let line = scope.text.position(at: range.lowerBound, in: .utf8).line
    return scope.text.offsetOfLine(line)..<scope.text.endOfLine(line)
  }

  private func edit(_ replacements: TextReplacement...) -> WorkspaceEdit { edit(replacements) }

  private func edit(_ replacements: [TextReplacement]) -> WorkspaceEdit { scope.edit(replacements) }

  // MARK: Links

  private mutating func addFixes(of link: Outline.Link, _ end: LinkEnd) async throws {
    switch end.fault {
    case .broken:
      guard link.target.canBeLedTo, !link.namesOtherFile else { return }
      if scope.isMemo, scope.notebook.files == nil || !link.isPath {
        addCreation(ofMemo: link.target)
      } else if let file = newFile(of: link) {
        addCreation(of: file)
      }
    case .trashed(let id?):
      var arguments = JSONObject()
      arguments["id"] = .string(id.description)
      all.append(
        CodeAction(
          title: "Bring it back from the trash", kind: .quickFix, command: (.restore, arguments), isPreferred: true))
    case .renamed(let name):
      guard let id = name.note.memo else { return }
      let isEnough = try await scope.notebook.leads(name.title, to: id, from: scope.document.memo)
      let path = try await scope.paths(of: [id])[id]
      let new = await edits(
        of: link, leadingTo: isEnough ? name.title : target(of: id, at: path, for: link), called: name.title)
      all.append(
        CodeAction(title: "Change the link to \(name.title)", kind: .quickFix, edit: edit(new), isPreferred: true))
    case .ambiguous(let names): for name in names.prefix(9) { await addChoice(of: name, for: link) }
    case .trashed(nil), .fragment, nil: break
    }
  }

  /// Has an ambiguous link lead to one of the notes that it may mean.
  private mutating func addChoice(of name: NoteName, for link: Outline.Link) async {
    let target =
      switch name.note {
      case .memo(let id): target(of: id, at: name.path, for: link)
      case .file(let uri): scope.uri.path(to: uri.shortest).removingPercentEncoding
      }
    let new = await edits(of: link, leadingTo: target, called: name.title)
    all.append(CodeAction(title: "Make the link mean \(name.description)", kind: .quickFix, edit: edit(new)))
  }

  /// The name by which a link leads to a memo whatever others are called: the path of its file; its identifier where
  /// there are none.
  private func target(of id: MemoID, at file: String?, for link: Outline.Link) -> String {
    let isWiki = link.kind == .wiki || link.kind == .embed
    return file.flatMap { isWiki ? LinkPath.name(of: $0, in: place) : path(to: $0) } ?? id.description
  }

  /// The edits that have a link lead to a note by a name; one that the note is not called by is not what it shows.
  private func edits(of link: Outline.Link, leadingTo target: String, called title: String) async -> [TextReplacement] {
    var edits = link.replacements(target: target, fragment: nil, in: scope.text)
    if target != title, link.label == nil, link.kind == .wiki {
      let end = link.range.upperBound - 2
      let label = await scope.state.isInCell(end) ? "\\|\(title.asLabel)" : "|\(title.asLabel)"
      edits.append(TextReplacement(range: end..<end, text: label))
    }
    return edits
  }

  /// The path to a file of the folder as the document writes it.
  private func path(to file: String) -> String? {
    guard let base, let root = scope.notebook.root else { return nil }
    return base.path(to: DocumentURI("\(root.string)/\(file.percentEncoded)")).removingPercentEncoding
  }

  private mutating func addCreation(ofMemo title: String) {
    var arguments = JSONObject()
    arguments["title"] = .string(title)
    // It is made where the document's memo is.
    if scope.isMemo { arguments["uri"] = .string(scope.uri.string) }
    all.append(
      CodeAction(title: "Create the memo \(title)", kind: .quickFix, command: (.new, arguments), isPreferred: true))
  }

  /// Makes the file that a path leads to. Where the client makes none, a memo can be made in its stead that gets the
  /// same file: one in the top folder, where new memos have theirs.
  private mutating func addCreation(of file: DocumentURI) {
    let path = scope.isMemo ? scope.notebook.files?.path(of: file.path) : nil
    if scope.isMemo, path == nil { return }
    let title = file.stem
    if scope.client.makesFiles {
      let start = TextRange(start: TextPosition(line: 0, character: 0), end: TextPosition(line: 0, character: 0))
      let edit = WorkspaceEdit(
        [.create(file), .edits(file, version: nil, [TextEdit(range: start, text: "# \(title)\n\n")])],
        for: scope.client)
      // What clients write into a document that nobody sees is saved by nobody.
      var arguments = JSONObject()
      arguments["uri"] = .string(file.string)
      all.append(
        CodeAction(
          title: "Create the file \(title).md", kind: .quickFix, edit: edit, command: (.show, arguments),
          isPreferred: true))
    } else if path?.folder.isEmpty == true, title.canBeLedTo {
      addCreation(ofMemo: title)
    }
  }

  /// The file that a link would lead to, if it can be made.
  private func newFile(of link: Outline.Link) -> DocumentURI? {
    let isName = link.kind == .wiki || link.kind == .embed
    let words = isName && !link.target.contains("/") ? "./\(link.target)" : link.target
    guard let path = base?.resolving(words, from: scope.root), path.withoutExtension == path else {
      return base?.resolving(words, from: scope.root)
    }
    return DocumentURI(path.string + ".md")
  }

  // MARK: Tasks

  private mutating func addToggle(_ task: Outline.TaskItem) {
    let mark = task.range.lowerBound + 1..<task.range.upperBound - 1
    all.append(
      CodeAction(
        title: task.isDone ? "Mark the task as open" : "Mark the task as done", kind: .rewrite,
        edit: edit(TextReplacement(range: mark, text: task.isDone ? " " : "x"))))
  }

  // MARK: What is selected

  /// Moves it to a note of its own, and puts a link in its place. To a memo the command does so, which has the words
  /// from the document: in an edit and a command behind it they could be lost between the two.
  private mutating func addExtraction() async throws {
    let blocks = await scope.state.blocks
    guard var extraction = Extraction(of: range, in: scope.text, occurrences.outline), !isCut(extraction.range),
      !blocks.areCut(by: extraction.range, in: scope.text)
    else { return }
    if scope.isMemo {
      // The words are taken from what is open.
      guard scope.client.appliesEdits, scope.open.contains(where: { $0.uri == scope.uri }) else { return }
      var places = Places(scope.text, in: scope.encoding)
      var arguments = JSONObject()
      arguments["uri"] = .string(scope.uri.string)
      arguments["version"] = scope.document.version.map { .number("\($0)") }
      arguments["range"] = JSONValue(places(extraction.range))
      all.append(CodeAction(title: "Move to a new memo", kind: .extract, command: (.new, arguments)))
    } else if scope.client.makesFiles, let file = scope.newFile(called: extraction.title) {
      let start = TextRange(start: TextPosition(line: 0, character: 0), end: TextPosition(line: 0, character: 0))
      let path = scope.uri.destination(leadingTo: file)
      let link =
        "\(extraction.marks)[\(extraction.title)](\(path))"
        + scope.definitionsKept(of: extraction.range, occurrences.outline)
      let replacement = TextReplacement(range: extraction.range, text: link)
      let parts = await MovedParts(
        extraction.range, of: scope.document, leaving: scope.text.replacing([replacement]), in: extraction.text)
      extraction.words = try await scope.moved(extraction.range, into: .newNote(parts), at: file)
      var made = WorkspaceEdit(for: scope.client)
      made.changes = [.create(file), .edits(file, version: nil, [TextEdit(range: start, text: extraction.text)])]
      made.changes += try await scope.changes(moving: parts, to: file, replacement)
      all.append(CodeAction(title: "Move to a new file", kind: .extract, edit: made))
    }
  }

  /// Whether a stretch has a part of a link, a definition or code, and not all of it.
  private func isCut(_ stretch: Range<Int>) -> Bool {
    let outline = occurrences.outline
    return (outline.links.map(\.range) + outline.definitions.map(\.range) + outline.code.map(\.range)).contains {
      $0.overlaps(stretch) && $0.clamped(to: stretch) != $0
    }
  }

  /// Makes a link of words that are a note's name.
  private mutating func addMention() async throws {
    let words = scope.text.string(in: range)
    guard words.utf8.count <= 200, words.canBeLedTo,
      !occurrences.all.contains(where: { $0.range.overlaps(range) && $0.link != nil })
    else { return }
    if scope.isMemo {
      guard case .live(let memos)? = try await scope.engine.links().destinations(of: [LinkTarget(naming: words)]).first
      else { return }
      let paths = memos.count == 1 ? [:] : try await scope.paths(of: memos.map(\.id))
      let isInCell = await scope.state.isInCell(range.lowerBound)
      for memo in memos.prefix(5) where memo.id != scope.document.memo {
        let name = paths[memo.id].map { LinkPath.name(of: $0, in: place) } ?? memo.id.description
        let link = memos.count == 1 ? "[[\(words)]]" : "[[\(name)|\(words)]]"
        let title = paths[memo.id].map { "\(memo.title) (\($0))" } ?? memo.title
        all.append(
          CodeAction(
            title: "Link to \(title)", kind: .rewrite,
            edit: edit(TextReplacement(range: range, text: isInCell ? link.withBarsEscaped : link))))
      }
    } else if case .file? = await scope.files.end(of: words, isName: true, in: scope.uri).note {
      all.append(
        CodeAction(
          title: "Link to \(words)", kind: .rewrite, edit: edit(TextReplacement(range: range, text: "[[\(words)]]"))))
    }
  }

  /// Puts what an embedded note says in the place of the link to it, if it can stand there: lines of their own behind
  /// nothing but marks of quotations and items, or words within a line.
  private mutating func addInlining(_ link: Outline.Link, _ end: LinkEnd) async throws {
    guard end.fault == nil,
      let occurrence = occurrences.all.first(where: { $0.role == .link && $0.range == link.range }),
      let target = occurrence.referent.note, target != scope.document.note,
      let (note, range) = try await scope.stretch(of: occurrence.referent)
    else { return }
    let start = range.lowerBound == 0 ? note.state.text.startOfWords : range.lowerBound
    let words = try await scope.beside(note).moved(
      start..<range.upperBound, into: .note(await scope.state.parts), at: base
    ).withoutLineEnds
    if redefines(words, await scope.state.footnotes) { return }
    let lines = words.split(omittingEmptySubsequences: false, whereSeparator: \.isLineEnd)
    let isCell = await scope.state.isInCell(link.range.lowerBound)
    let place = isCell ? nil : InlinedLines(at: link.range, in: scope.text, await scope.state.blocks)
    guard isCell ? lines.count == 1 && !words.contains("|") : lines.count == 1 || place != nil else { return }
    all.append(
      CodeAction(
        title: "Put the text here", kind: .inline,
        edit: edit(TextReplacement(range: link.range, text: place?.joined(lines) ?? words))))
  }

  /// Whether some words define a label that means something else in the document, and would there, too, from then on.
  private func redefines(_ words: String, _ footnotes: [Footnote]) -> Bool {
    let text = Rope(words)
    let outline = Outline(of: text)
    let isLink = outline.definitions.contains { new in
      let old = occurrences.outline.definitions.first { $0.label.nameForm == new.label.nameForm }
      return old.map { ($0.target, $0.fragment) != (new.target, new.fragment) } ?? false
    }
    return isLink
      || Footnote.all(in: text, outline).contains { note in
        note.isDefinition && footnotes.contains { $0.form == note.form }
      }
  }
}

extension Outline.Link {
  /// Whether it names a file by its path rather than a memo by its title.
  fileprivate var isPath: Bool {
    target.contains("/") || MarkdownExtension.of(target) != nil
  }

  /// Whether it leads to what can be no note, such as a picture.
  fileprivate var namesOtherFile: Bool {
    if kind == .wiki { return memoTarget(from: "")?.isFile == true }
    return kind == .image
      || MarkdownExtension.of(target) == nil && target.contains(#/\.\d{0,7}[A-Za-z][A-Za-z\d]{0,7}$/#)
  }
}

extension String {
  /// The string as a label in a wiki link: without what would end it.
  fileprivate var asLabel: String { filter { !"[]|\n\r".contains($0) } }
}

extension String {
  /// The string without line ends at its beginning and at its end.
  fileprivate var withoutLineEnds: String {
    String(drop(while: \.isLineEnd).reversed().drop(while: \.isLineEnd).reversed())
  }
}

extension Character {
  /// Whether a line of a text ends with it; other characters that break lines are words to Markdown.
  fileprivate var isLineEnd: Bool { ["\n", "\r", "\r\n"].contains(self) }
}
