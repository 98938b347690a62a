import JSONRPC

/// Capabilities that take more than a word.
extension SemanticTokens {
  static let capability = ServerCapability(
    "semanticTokensProvider",
    [
      (
        "legend",
        .object(
          ServerCapability("tokenTypes", .array(legend.map(JSONValue.string))).members.merging(
            ServerCapability("tokenModifiers", .array([])).members))
      ), ("full", .bool(true)),
    ])
}

extension SemanticTokensDelta {
  static let capability = ServerCapability("semanticTokensProvider", "full", .object(ServerCapability("delta").members))
}

extension PrepareRename {
  /// The option of ``RenameRequest``'s capability, told where the client has it.
  static let capability: ServerCapability = {
    var capability = ServerCapability("renameProvider", "prepareProvider", .bool(true))
    capability.isTold = \.preparesRenames
    return capability
  }()
}

extension CodeActions {
  /// The option of the capability, told where the client knows kinds.
  static let kinds: ServerCapability = {
    let kinds = CodeAction.Kind.allCases.map { JSONValue.string($0.rawValue) }
    var capability = ServerCapability("codeActionProvider", "codeActionKinds", .array(kinds))
    capability.isTold = \.hasActionLiterals
    return capability
  }()
}

extension CodeActionResolve {
  /// The option of the capability, told where the client asks for edits once an action is chosen.
  static let capability: ServerCapability = {
    var capability = ServerCapability("codeActionProvider", "resolveProvider", .bool(true))
    capability.isTold = \.resolvesActions
    return capability
  }()
}

extension ExecuteCommand {
  static let capability = ServerCapability(
    "executeCommandProvider", "commands", .array(MemoCommand.allCases.map { .string($0.name) }))
}

extension TextContent {
  /// The capability, told where the client has it.
  static let capability: ServerCapability = {
    let schemes = ServerCapability("schemes", .array([.string(MemoURI.historyScheme)])).members
    var capability = ServerCapability("workspace", "textDocumentContent", .object(schemes))
    capability.isTold = \.hasTextContent
    return capability
  }()
}

extension DidChangeWorkspaceFolders {
  static let capability = ServerCapability(
    "workspace", "workspaceFolders",
    .object(
      ServerCapability("supported").members.merging(ServerCapability("changeNotifications").members)))
}

extension WillRenameFiles {
  static let capability = ServerCapability(fileOperation: "willRename")
}

extension WillCreateFiles {
  /// The capability for files that are notes by their names, whatever the case of these.
  static let capability = ServerCapability(
    fileOperation: "willCreate",
    [
      .object(
        ServerCapability("scheme", .string("file")).members.merging(
          ServerCapability(
            "pattern",
            [
              ("glob", .string("**/*.{md,markdown,txt}")), ("matches", .string("file")),
              ("options", .object(ServerCapability("ignoreCase").members)),
            ]
          ).members))
    ])
}

extension DidRenameFiles {
  static let capability = ServerCapability(fileOperation: "didRename")
}

extension DidDeleteFiles {
  static let capability = ServerCapability(fileOperation: "didDelete")
}

extension ServerCapability {
  /// The capability of this name for files, which notes may link to, and for folders, in which some may be.
  fileprivate init(fileOperation name: String) {
    let filters = [("**/*", "file"), ("**", "folder")].map { glob, kind in
      let pattern = [("glob", glob), ("matches", kind)].map { (name: $0, value: JSONValue.string($1)) }
      return JSONValue.object(ServerCapability("pattern", pattern).members)
    }
    self.init(fileOperation: name, filters)
  }

  /// The capability of this name for what passes one of some filters.
  fileprivate init(fileOperation name: String, _ filters: [JSONValue]) {
    let options = ServerCapability("filters", .array(filters)).members
    self.init("workspace", "fileOperations", .object(ServerCapability(name, .object(options)).members))
  }
}
