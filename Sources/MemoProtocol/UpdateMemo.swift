package import JSONRPC
package import MemoEngine

/// Changes a memo's text, its properties, or both: all of it or nothing.
package enum UpdateMemo: RequestType {
  /// `updateMemo`
  package static let method: StaticString = "updateMemo"

  /// The changes.
  package struct Params: JSONReadable, Sendable {
    /// The memo's identifier.
    package let id: String
    /// The version that the changes start from; nil if the client is the only writer.
    package let baseVersion: Int?
    /// The changes of the text; each applies to the text that the one before it left.
    package let contentChanges: [ContentChange]
    /// A JSON Merge Patch (RFC 7396).
    package let properties: JSONObject?
    /// Whether these parameters are too long to be processed while others wait.
    package let isLong: Bool

    /// Reads the parameters.
    package init(json: JSONView) throws(JSONTypeError) {
      id = try json.required("id")
      baseVersion = try json.optional("baseVersion")
      contentChanges = try json.optional("contentChanges") ?? []
      properties = try json.optional("properties")
      isLong = json.isLong
    }
  }

  /// The memo's state afterwards.
  package struct Result: JSONObjectWritable, Sendable {
    private let memo: MemoSnapshot
    private let encoding: PositionEncoding

    /// Creates the state of a memo for a session of this encoding.
    package init(_ memo: MemoSnapshot, _ encoding: PositionEncoding) { (self.memo, self.encoding) = (memo, encoding) }

    /// Writes the result. A long first line is cut.
    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("id", memo.metadata.id.description)
      writer.member("version", memo.metadata.version)
      writer.member("title", memo.text.titleStart)
      writer.member("length", memo.text.length(in: encoding))
      writer.member("modifiedAt", memo.metadata.modifiedAt.description)
    }
  }
}
