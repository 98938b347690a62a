import JSONRPC
import MemoText

/// The client's abilities, as far as they change what it is told. One that it states wrongly counts as not stated:
/// there are many clients, and each tells much that nobody here asks for.
struct ClientCapabilities: Sendable {
  /// The unit of `character` in every position of the session: the first of the client's that is known here.
  var encoding = PositionEncoding.utf16
  /// Whether it knows symbols within others.
  var hasSymbolTrees = false
  /// The most places it folds in a document; nil for all.
  var mostFolds: Int?

  /// Whether it makes edits that it is asked for.
  var appliesEdits = false
  /// Whether it knows edits that name the version they start from, and what else `documentChanges` may have.
  var hasDocumentChanges = false
  /// Whether it makes files, and renames them, as part of an edit.
  var (makesFiles, renamesFiles) = (false, false)
  /// Whether it shows documents such as `memo:///ID/Title.md`.
  var showsMemos = false
  /// Whether it shows read-only documents that it asks for by their URIs.
  var hasTextContent = false

  /// Whether it shows a document that it is told to, and lets the person choose.
  var (showsDocuments, asksPerson) = (false, false)
  /// Whether it shows how far work is that it did not ask for.
  var showsProgress = false
  /// Whether it can be asked for settings, and whether it tells that they have changed only if it is asked to.
  var (hasConfiguration, registersConfiguration) = (false, false)
  /// Whether it tells of changed files if it is asked to, and whether it can be told below which folder.
  var (watchesFiles, watchesBelowFolders) = (false, false)
  /// Whether it asks what a new name is for before it asks for that.
  var preparesRenames = false
  /// Whether it knows code actions that are more than commands.
  var hasActionLiterals = false
  /// Whether it asks for the edit of an action once that is chosen.
  var resolvesActions = false
  /// The forms of the words that it shows about a place, and beside a completion.
  var (hoverFormat, documentationFormat) = (Markup.Kind.markdown, Markup.Kind.markdown)
  /// Whether it asks for diagnostics itself.
  var pullsDiagnostics = false
  /// The views that it asks for again when it is told to.
  var refreshes: Views = []

  /// The folders that it works in, the main one first.
  var folders: [DocumentURI] = []
  /// The main one; nil if it names none.
  var folder: DocumentURI? { folders.first }

  init() {}

  /// Reads the parameters of `initialize`.
  init(json: JSONView) {
    let capabilities = json["capabilities"]
    folders = json["workspaceFolders"]?.elements.compactMap { $0["uri"]?.string.map(DocumentURI.folder) } ?? []
    if folders.isEmpty, let root = json["rootUri"]?.string { folders = [.folder(root)] }
    let encodings = capabilities?["general"]?["positionEncodings"]?.elements.lazy.compactMap(\.string)
    encoding = encodings?.compactMap(PositionEncoding.init(named:)).first ?? .utf16
    let workspace = capabilities?["workspace"]
    appliesEdits = workspace?["applyEdit"]?.bool ?? false
    let edits = workspace?["workspaceEdit"]
    hasDocumentChanges = edits?["documentChanges"]?.bool ?? false
    let operations = Set(edits?["resourceOperations"]?.elements.compactMap(\.string) ?? [])
    (makesFiles, renamesFiles) = (operations.contains("create"), operations.contains("rename"))
    let options = json["initializationOptions"]
    showsMemos = (options?["memo"]?["documents"] ?? options?["memo.documents"])?.bool ?? false
    hasTextContent = workspace?["textDocumentContent"]?.kind == .object
    let window = capabilities?["window"]
    showsDocuments = window?["showDocument"]?["support"]?.bool ?? false
    asksPerson = window?["showMessage"]?.kind == .object
    showsProgress = window?["workDoneProgress"]?.bool ?? false
    hasConfiguration = workspace?["configuration"]?.bool ?? false
    registersConfiguration = workspace?["didChangeConfiguration"]?["dynamicRegistration"]?.bool ?? false
    let watches = workspace?["didChangeWatchedFiles"]
    watchesFiles = watches?["dynamicRegistration"]?.bool ?? false
    watchesBelowFolders = watches?["relativePatternSupport"]?.bool ?? false
    let documents = capabilities?["textDocument"]
    pullsDiagnostics = documents?["diagnostic"]?.kind == .object
    func refreshes(_ name: StaticString) -> Bool { workspace?[name]?["refreshSupport"]?.bool ?? false }
    if pullsDiagnostics, refreshes("diagnostics") { self.refreshes.insert(.diagnostics) }
    if refreshes("codeLens") { self.refreshes.insert(.codeLenses) }
    if refreshes("inlayHint") { self.refreshes.insert(.inlayHints) }
    preparesRenames = documents?["rename"]?["prepareSupport"]?.bool ?? false
    hasActionLiterals = documents?["codeAction"]?["codeActionLiteralSupport"]?.kind == .object
    let actions = documents?["codeAction"]
    let resolved = actions?["resolveSupport"]?["properties"]?.elements.compactMap(\.string) ?? []
    resolvesActions = resolved.contains("edit") && actions?["dataSupport"]?.bool ?? false && hasActionLiterals
    hoverFormat = Markup.Kind(preferred: documents?["hover"]?["contentFormat"])
    documentationFormat = Markup.Kind(preferred: documents?["completion"]?["completionItem"]?["documentationFormat"])
    let symbols = documents?["documentSymbol"]
    hasSymbolTrees = symbols?["hierarchicalDocumentSymbolSupport"]?.bool ?? false
    let limit = documents?["foldingRange"]?["rangeLimit"]?.integer
    mostFolds = limit.flatMap { $0 < 0 ? nil : $0 }
  }

  /// The folder that a document is in, the innermost of several; the main one if it is in none.
  func folder(around uri: DocumentURI) -> DocumentURI? {
    let around = folders.filter { uri.isBelow($0) }
    return around.max { $0.path.utf8.count < $1.path.utf8.count } ?? folder
  }
}

extension DocumentURI {
  /// A folder, whose name some clients end with a `/`; the root's has no other end.
  static func folder(_ name: String) -> DocumentURI {
    DocumentURI(name.hasSuffix("/") && !name.hasSuffix("//") ? String(name.dropLast()) : name)
  }

  /// Whether it is in a folder, or in one in that.
  func isBelow(_ folder: DocumentURI) -> Bool {
    let path = folder.path.hasSuffix("/") ? folder.path : folder.path + "/"
    return scheme == folder.scheme && self.path.hasPrefix(path)
  }
}
