import JSONRPC
import MemoText

/// What the client can do, as far as it changes what it is told. What it gets wrong in telling so counts as not told:
/// there are many clients, and each tells much that nobody here asks for.
struct Client: Sendable {
  /// The unit of `character` in every position of the session: the first of the client's that is known here.
  var encoding = PositionEncoding.utf16

  init() {}

  /// Reads `ClientCapabilities`.
  init(capabilities: JSONView?) {
    let encodings = capabilities?["general"]?["positionEncodings"]?.elements.lazy.compactMap(\.string)
    encoding = encodings?.compactMap(PositionEncoding.init(rawValue:)).first ?? .utf16
  }
}
