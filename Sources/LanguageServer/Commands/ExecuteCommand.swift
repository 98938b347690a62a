import JSONRPC
import MemoEngine
import MemoHost
import MemoMarkup
import MemoText

/// Carries out a command. Each takes one object.
enum ExecuteCommand: RequestType {
  static let method: StaticString = "workspace/executeCommand"

  struct Params: JSONReadable, Sendable {
    let command: String
    let arguments: CommandArguments

    init(json: JSONView) throws(JSONTypeError) {
      command = try json.required("command")
      arguments = try CommandArguments(json["arguments"]?.elements.first { _ in true })
    }
  }

  typealias Result = JSONValue
}

/// The arguments of a command. One of another type counts as not given, except for a date and a revision.
struct CommandArguments: Sendable {
  /// The memo: by its identifier, as it was given, or a document that shows it.
  private var givenID: String?
  var uri: DocumentURI?
  var (title, query, date, template, text): (String?, String?, String?, String?, String?)
  /// A revision of the memo.
  var revision: Int?
  /// Whether it is to be so, or no longer.
  var value: Bool?
  /// The part of the document that is meant, and the version of the document that it is in.
  var (range, version): (TextRange?, Int?)

  init(_ json: JSONView?) throws(JSONTypeError) {
    givenID = json?["id"]?.string
    uri = json?["uri"]?.string.map(DocumentURI.init)
    (title, query) = (json?["title"]?.string, json?["query"]?.string)
    (template, text, value) = (json?["template"]?.string, json?["text"]?.string, json?["value"]?.bool)
    // Else today's memo would be made and shown in place of the one that is meant.
    let object = json?.kind == .object ? json : nil
    let day: String? = try object?.optional("date") ?? nil
    date = day
    // More than many clients' numbers can say exactly, so it goes out as a string. Else nothing would be brought back.
    if let given = object?["revision"], given.kind != .null {
      revision = given.string.flatMap(Int.init) ?? given.integer
      if revision == nil { throw JSONTypeError("must be a revision's number").inside("revision") }
    }
    (range, version) = (json?["range"].flatMap { try? TextRange(json: $0) }, json?["version"]?.integer)
  }

  /// The memo's identifier; nil if none is given.
  ///
  /// - Throws: if it can be none.
  var id: MemoID? {
    get throws(ResponseError) {
      guard let givenID else { return nil }
      guard let id = MemoID(givenID) else {
        throw ResponseError(
          .invalidParams, "id can be no memo's: those are 1 to \(MemoID.maximumLength) of A-Z a-z 0-9 . _ -")
      }
      return id
    }
  }
}

/// The commands that clients may have carried out.
enum MemoCommand: String, Sendable, CaseIterable {
  case daily, new, show, search, history, undo, trash, restore, pin, backlinks, keepFolder

  /// The name of the command on the wire.
  var name: String { "memo.\(rawValue)" }
}

extension LanguageSession {
  func execute(_ params: ExecuteCommand.Params) throws -> Answer<JSONValue> {
    let command = MemoCommand.allCases.first { $0.name == params.command }
    guard let command else {
      let names = MemoCommand.allCases.map(\.name).joined(separator: ", ")
      throw ResponseError(.invalidParams, "there is no such command; there are \(names)")
    }
    let arguments = params.arguments
    return .later(expectedBytes: 1 << 10) { [bindings] in
      await bindings.wait()
      do { return try await self.carryOut(command, arguments) } catch is NothingChosen { return .null }
    }
  }

  private nonisolated func carryOut(_ command: MemoCommand, _ arguments: CommandArguments) async throws -> JSONValue {
    var named: Notebook?
    if let uri = arguments.uri {
      named = await documents[uri]?.memo?.notebook
      if named == nil { named = await notebook(of: uri) }
    }
    let main = if let named { named } else { await main }
    let engine = main.engine
    switch command {
    case .daily:
      var day: CalendarDay?
      if let date = arguments.date {
        day = CalendarDay(date)
        if day == nil { throw ResponseError(.invalidParams, "date must be a day such as 2026-11-22") }
      }
      return try await showNew(try await engine.daily(day, template: arguments.template, by: origin), main)
    case .new:
      if let uri = arguments.uri, let range = arguments.range {
        return try await showNew(try await extract(range, of: uri, version: arguments.version), main)
      }
      if let template = arguments.template {
        let use = TemplateUse(template, values: arguments.title.map { ["title": $0] } ?? [:])
        let made = try await engine.createMemo(id: nil, from: use, properties: JSONObject(), by: origin)
        return try await showNew(made.memo, main, at: made.cursor)
      }
      guard let title = arguments.title ?? arguments.text.map({ _ in "" }) else {
        throw ResponseError(.invalidParams, "the command needs title: what the memo is to be called")
      }
      guard title.isEmpty || title.canBeLedTo else {
        throw ResponseError(.invalidParams, RenamingProblem.nameUnwritable(.title).sentence)
      }
      let text = arguments.text ?? (title.isEmpty ? "" : "# \(title)\n\n")
      return try await showNew(
        try await engine.createMemo(id: try arguments.id, text: text, properties: JSONObject(), by: origin), main)
    case .show:
      if let uri = arguments.uri, uri.scheme == "file" {
        // Of a file that is made just now nobody knows more.
        await show(ShownPlace(title: uri.stem, uri: uri))
        return .null
      }
      let (id, notebook) = try await memo(arguments)
      guard let memo = try await notebook.engine.snapshot(id) else { return .null }
      return try await show(memo, notebook)
    case .keepFolder: return try await keepFolder(around: arguments.uri)
    case .search: return try await search(arguments.query)
    case .history:
      let (id, notebook) = try await memo(arguments)
      return try await history(id, notebook)
    case .undo:
      let (id, notebook) = try await memo(arguments)
      let memo = try await notebook.engine.move(id, .undo, baseVersion: nil, by: origin)
      await changed(id, notebook)
      return .object(try await told(memo, notebook))
    case .trash:
      let (id, notebook) = try await memo(arguments)
      let memo = try await notebook.engine.trashMemo(id, baseVersion: nil, by: origin)
      await memoChanged(id, in: notebook, comesOrGoes: true)
      return .object(try await told(memo, notebook))
    case .restore:
      let (id, notebook) = try await memo(arguments, isTrashed: arguments.revision == nil)
      let memo: MemoSnapshot
      if let revision = arguments.revision {
        memo = try await notebook.engine.restoreMemo(id, revision: revision, by: origin)
      } else {
        memo = try await notebook.engine.restoreMemo(id, by: origin)
      }
      await changed(id, notebook)
      return .object(try await told(memo, notebook))
    case .pin:
      let (id, notebook) = try await memo(arguments)
      let isPinned = try await notebook.engine.snapshot(id)?.metadata.properties.isPinned ?? false
      let isToBe = arguments.value ?? !isPinned
      var patch = JSONObject()
      patch.set(.pinned, to: isToBe)
      let memo = try await notebook.engine.updateMemo(
        id, baseVersion: nil, changes: [], properties: patch, encoding: .utf8, by: origin)
      await show(.info, "\(memo.displayTitle.shown) is \(isToBe ? "pinned" : "no longer pinned")")
      return .object(try await told(memo, notebook))
    case .backlinks:
      if let uri = arguments.uri, let file = await looseFile(uri) { return try await backlinks(of: file) }
      let (id, notebook) = try await memo(arguments)
      return try await backlinks(of: id, notebook)
    }
  }

  /// The memo that a command is about: the one that is named, or that the document shows.
  ///
  /// - Parameter isTrashed: whether it may be a file that is in the trash with its memo; where none is named the person
  ///   chooses from there.
  /// - Throws: ``NothingChosen`` if the person chooses none.
  private nonisolated func memo(
    _ arguments: CommandArguments, isTrashed: Bool = false
  ) async throws -> (MemoID, Notebook) {
    if let uri = arguments.uri, let memo = await documents[uri]?.memo { return (memo.id, memo.notebook) }
    if let uri = arguments.uri, let notebook = await notebook(of: uri), let files = notebook.files,
      let path = files.path(of: uri.path), let id = await files.memo(at: path, isTrashed: isTrashed)
    {
      return (id, notebook)
    }
    guard let named = try arguments.id ?? arguments.uri.flatMap(MemoURI.id) else {
      if let uri = arguments.uri { throw ResponseError.noMemo(uri) }
      let main = await main
      return (try await chooseRecent("Which memo?", of: main, isTrashed: isTrashed).metadata.id, main)
    }
    let (id, notebook) = await meant(by: named)
    guard try await notebook.engine.snapshot(id) != nil else {
      throw ResponseError(.requestFailed, "there is no memo \(id)")
    }
    return (id, notebook)
  }

  /// Takes what became of a memo to the documents that show it.
  func changed(_ id: MemoID, _ notebook: Notebook) {
    for uri in documents.showing(id, in: notebook) { refreshed(uri) }
    memoChanged(id, in: notebook, comesOrGoes: true)
  }

  /// Shows a memo that was made or brought back, which links in other documents may lead to.
  private nonisolated func showNew(
    _ memo: MemoSnapshot, _ notebook: Notebook, at cursor: Int? = nil
  ) async throws -> JSONValue {
    await memoChanged(memo.metadata.id, in: notebook, comesOrGoes: true)
    return try await show(memo, notebook, at: cursor)
  }

  /// Shows a memo; what tells of it.
  ///
  /// - Parameter cursor: the byte of its text where the person goes on to write; nil for its beginning.
  private nonisolated func show(
    _ memo: MemoSnapshot, _ notebook: Notebook, at cursor: Int? = nil
  ) async throws -> JSONValue {
    if notebook.files != nil { try await notebook.waitForFile(of: memo.metadata.id) }
    let told = try await told(memo, notebook)
    if case .string(let uri)? = told["uri"] {
      var places = Places(memo.text, in: await client.encoding)
      let range = cursor.map { places($0..<$0) }
      await show(ShownPlace(title: memo.displayTitle, uri: DocumentURI(uri), range: range))
    }
    return .object(told)
  }

  private nonisolated func told(_ memo: MemoSnapshot, _ notebook: Notebook) async throws -> JSONObject {
    let (id, title) = (memo.metadata.id, memo.displayTitle)
    let uri = try await notebook.uris(of: [(id, title)], await notes(in: notebook))[id]
    return described(memo.metadata, title, uri)
  }

  nonisolated func told(_ memos: [MemoSummary], _ notebook: Notebook) async throws -> [JSONObject] {
    let uris = try await notebook.uris(
      of: memos.map { ($0.metadata.id, $0.displayTitle) }, await notes(in: notebook))
    return memos.map { described($0.metadata, $0.displayTitle, uris[$0.metadata.id]) }
  }

  private nonisolated func described(_ metadata: MemoMetadata, _ title: String, _ uri: DocumentURI?) -> JSONObject {
    var object = JSONObject()
    object["id"] = .string(metadata.id.description)
    object["title"] = .string(title)
    object["uri"] = .string((uri ?? MemoURI.uri(of: metadata.id, title: title)).string)
    object["version"] = .number("\(metadata.version)")
    return object
  }
}

extension ResponseError {
  /// The error about a document that shows no memo where one is needed.
  static func noMemo(_ uri: DocumentURI) -> ResponseError {
    let name = (uri.segments.last ?? uri.string).prefix(200)
    return ResponseError(.invalidParams, "\(name) is no memo; a file is one once it is saved in an attached folder")
  }
}
