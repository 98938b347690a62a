import JSONRPC

/// Something that can be done (`CodeAction`).
struct CodeAction: JSONObjectWritable, Sendable {
  /// The kinds of actions, as LSP calls them.
  enum Kind: String, CaseIterable, Sendable {
    case quickFix = "quickfix"
    case extract = "refactor.extract"
    case inline = "refactor.inline"
    case rewrite = "refactor.rewrite"
    case source = "source"
    case updateContents = "source.updateTableOfContents"
    case keepFolder = "source.keepFolder"
    case organize = "source.organizeLinkDefinitions"
    case removeUnused = "source.removeUnusedLinkDefinitions"
  }

  let title: String
  let kind: Kind
  var edit: WorkspaceEdit?
  /// The command that is carried out after the edit, and its arguments.
  var command: (command: MemoCommand, arguments: JSONObject)?
  var isPreferred = false
  /// The problems that the client has asked about which it mends.
  var problems: [JSONValue] = []
  /// The place for which it was offered, where its edit is told once it is asked for (``CodeActionResolve``).
  var place: Place?
  /// Whether the client knows commands alone.
  var isCommand = false

  /// The same for a client that knows commands alone; nil if it is more than one.
  var asCommand: CodeAction? {
    guard edit == nil, command != nil else { return nil }
    var action = self
    action.isCommand = true
    return action
  }

  func writeMembers(to writer: inout JSONWriter) {
    if isCommand { return writeCommand(to: &writer) }
    writer.member("title", title)
    writer.member("kind", kind.rawValue)
    if !problems.isEmpty { writer.member("diagnostics", problems) }
    if isPreferred { writer.member("isPreferred", true) }
    writer.member("edit", edit)
    writer.member("data", place)
    if command == nil { return }
    writer.name("command")
    writer.beginObject()
    writeCommand(to: &writer)
    writer.endObject()
  }

  private func writeCommand(to writer: inout JSONWriter) {
    guard let command else { return }
    writer.member("title", title)
    writer.member("command", command.command.name)
    writer.member("arguments", [command.arguments])
  }
}
