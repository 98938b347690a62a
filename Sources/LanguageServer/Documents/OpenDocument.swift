import JSONRPC
import MemoText

/// A document that the client has open.
struct OpenDocument: Sendable {
  /// What the client calls it.
  let uri: DocumentURI
  /// The client's number of its text; nil if it gave none that is one.
  private(set) var version: Int?
  /// Its text, and what is known of that.
  private(set) var state: TextState
  /// Whether the client has changed it in a way that could not be followed: what it has is not known any more.
  var isLost = false

  init(_ params: DidOpen.Params) {
    (uri, version, state) = (params.uri, params.version, TextState(params.text))
  }

  /// Takes changes, each of the text that the one before it left.
  ///
  /// - Throws: ``PositionError``; then none of them was taken.
  mutating func change(_ changes: [DidChange.Change], version: Int?, _ encoding: PositionEncoding) throws(PositionError)
  {
    var text = state.text
    for change in changes {
      switch change {
      case .whole(let whole): text = whole
      case .part(let range, let part): _ = try text.apply(TextChange(range: range, text: part), in: encoding)
      }
    }
    (self.version, state) = (version ?? self.version, TextState(text))
  }
}

/// The documents that the client has open.
struct OpenDocuments: Sendable {
  private var documents: [DocumentURI: OpenDocument] = [:]

  /// A document; nil if it is not open.
  subscript(uri: DocumentURI) -> OpenDocument? {
    get { documents[uri] }
    set { documents[uri] = newValue }
  }
}
