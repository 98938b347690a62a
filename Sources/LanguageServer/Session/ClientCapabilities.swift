import JSONRPC
import MemoText

/// What the client can do, as far as it changes what it is told. What it gets wrong in telling so counts as not told:
/// there are many clients, and each tells much that nobody here asks for.
struct ClientCapabilities: Sendable {
  /// The unit of `character` in every position of the session: the first of the client's that is known here.
  var encoding = PositionEncoding.utf16
  /// Whether it knows symbols within others.
  var hasSymbolTrees = false
  /// How many places it folds at most in a document; nil for all.
  var mostFolds: Int?

  /// The folder that it works in; nil if it names none.
  var folder: DocumentURI?

  init() {}

  /// Reads the parameters of `initialize`.
  init(json: JSONView) {
    let capabilities = json["capabilities"]
    let first = json["workspaceFolders"]?.elements.first { _ in true }?["uri"]
    folder = (first ?? json["rootUri"])?.string.map(DocumentURI.init)
    let encodings = capabilities?["general"]?["positionEncodings"]?.elements.lazy.compactMap(\.string)
    encoding = encodings?.compactMap(PositionEncoding.init(rawValue:)).first ?? .utf16
    let symbols = capabilities?["textDocument"]?["documentSymbol"]
    hasSymbolTrees = symbols?["hierarchicalDocumentSymbolSupport"]?.bool ?? false
    let limit = capabilities?["textDocument"]?["foldingRange"]?["rangeLimit"]?.integer
    mostFolds = limit.flatMap { $0 < 0 ? nil : $0 }
  }
}
