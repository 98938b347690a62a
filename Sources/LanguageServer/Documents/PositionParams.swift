import JSONRPC
import MemoText

/// Parameters that name a place in a document.
struct PositionParams: JSONReadable, AboutDocument {
  let document: DocumentIdentifier
  let position: TextPosition

  init(document: DocumentIdentifier, position: TextPosition) { (self.document, self.position) = (document, position) }

  init(json: JSONView) throws(JSONTypeError) {
    document = try json.required("textDocument")
    position = try json.required("position")
  }
}

extension LanguageSession {
  /// A document with what its links are looked at beside, and the byte of its text that a position names.
  ///
  /// - Throws: as ``scope(of:)`` and ``offset(of:in:)`` do.
  func place(_ params: PositionParams) throws -> (scope: NoteScope, offset: Int) {
    let scope = try scope(of: params.document)
    return (scope, try offset(of: params.position, in: scope.state))
  }
}
