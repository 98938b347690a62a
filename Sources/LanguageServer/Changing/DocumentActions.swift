import JSONRPC
import MemoMarkup
import MemoText

/// Tells the edit of an action for all of a document, which was offered without: it may be long, and few are chosen.
enum CodeActionResolve: RequestType {
  static let method: StaticString = "codeAction/resolve"

  struct Params: JSONReadable, Sendable {
    /// The action as the client has it, all of which goes back.
    let action: JSONObject
    let kind: CodeAction.Kind?
    let place: CodeAction.Place?

    init(json: JSONView) throws(JSONTypeError) {
      action = try JSONObject(json: json)
      kind = json["kind"]?.string.flatMap(CodeAction.Kind.init)
      place = try json.optional("data")
    }
  }

  struct Result: JSONObjectWritable, Sendable {
    let action: JSONObject
    var edit: WorkspaceEdit?

    func writeMembers(to writer: inout JSONWriter) {
      for (name, value) in action.members {
        writer.name(escaping: name)
        value.write(to: &writer)
      }
      writer.member("edit", edit)
    }
  }
}

extension CodeAction {
  /// The place and the version of the document for which an action was offered.
  struct Place: Sendable, JSONReadable, JSONObjectWritable {
    let document: PositionParams
    let version: Int?

    init(_ document: PositionParams, version: Int?) { (self.document, self.version) = (document, version) }

    init(json: JSONView) throws(JSONTypeError) {
      document = try PositionParams(json: json)
      version = try json.optional("version")
    }

    func writeMembers(to writer: inout JSONWriter) {
      writer.name("textDocument")
      writer.beginObject()
      writer.member("uri", document.document.uri)
      writer.endObject()
      writer.member("position", document.position)
      writer.member("version", version)
    }
  }
}

extension LanguageSession {
  func resolve(_ params: CodeActionResolve.Params) throws -> Answer<CodeActionResolve.Result> {
    guard let kind = params.kind, let place = params.place else {
      return .now(CodeActionResolve.Result(action: params.action))
    }
    return try answer(place.document) { session, position in
      let (scope, offset) = try session.place(position)
      guard scope.document.version == place.version else {
        throw ResponseError(.contentModified, "the document is another one by now; ask for its actions again")
      }
      return .later(expectedBytes: 1 << 12) {
        let replacements = await scope.state.replacements(for: kind, at: offset)
        return CodeActionResolve.Result(action: params.action, edit: scope.edit(replacements))
      }
    }
  }
}

extension NoteScope {
  /// Replacements in the document as an edit.
  func edit(_ replacements: [TextReplacement]) -> WorkspaceEdit {
    WorkspaceEdit([.edits(uri, version: document.version, text.edits(replacements, in: encoding))], for: client)
  }

  /// The actions for all of the document: a table of contents, made or brought up to date, and the definitions of links
  /// at the end, in order.
  ///
  /// - Parameters:
  ///   - offset: where a table of contents is wanted.
  ///   - isWanted: whether actions of a kind are.
  func wholeActions(at offset: Int, _ isWanted: (CodeAction.Kind) -> Bool) async -> [CodeAction] {
    var offers: [(title: String, kind: CodeAction.Kind)] = []
    if isWanted(.source) || isWanted(.updateContents), case let contents = await state.contents, contents.isToBeMade {
      // An editor that keeps it up to date as it saves must not make one in each document.
      let isThere = contents.place != nil
      offers.append(
        isThere
          ? ("Bring the table of contents up to date", .updateContents) : ("Make a table of contents", .source))
    }
    if isWanted(.organize) || isWanted(.removeUnused), case let definitions = await state.organizedDefinitions {
      if !definitions.inOrder.isEmpty { offers.append(("Put link definitions in order", .organize)) }
      if !definitions.used.isEmpty { offers.append(("Remove unused link definitions", .removeUnused)) }
    }
    var places = Places(text, in: encoding)
    let position = PositionParams(document: DocumentIdentifier(uri), position: places(offset..<offset).start)
    var actions: [CodeAction] = []
    for (title, kind) in offers where isWanted(kind) {
      var action = CodeAction(title: title, kind: kind)
      if client.resolvesActions {
        action.place = CodeAction.Place(position, version: document.version)
      } else {
        action.edit = edit(await state.replacements(for: kind, at: offset))
      }
      actions.append(action)
    }
    return actions
  }
}

extension TextState {
  /// The replacements by which an action for all of the document is carried out.
  fileprivate func replacements(for kind: CodeAction.Kind, at offset: Int) async -> [TextReplacement] {
    switch kind {
    case .source, .updateContents: [await contents.replacement(at: offset, in: text, await blocks)].compactMap(\.self)
    case .organize: await organizedDefinitions.inOrder
    case .removeUnused: await organizedDefinitions.used
    case .quickFix, .extract, .inline, .rewrite, .keepFolder: []
    }
  }
}
