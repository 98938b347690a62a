import JSONRPC
import MemoText

/// Asks the client to make an edit.
enum ApplyEdit: ServerRequestType {
  static let method: StaticString = "workspace/applyEdit"

  /// The label of an edit after which the document has all that its file says, too: what the client has not read there
  /// is no reason to ask anybody.
  static let wholeFile = "Changed elsewhere; the file is known"

  struct Params: JSONObjectWritable, Sendable {
    /// The name of the edit in the client's menus.
    let label: String
    let edit: WorkspaceEdit

    func writeMembers(to writer: inout JSONWriter) {
      writer.member("label", label)
      writer.member("edit", edit)
    }
  }

  struct Result: JSONReadable, Sendable {
    let isApplied: Bool

    /// Reads an answer. One that is not the protocol's counts as a refusal.
    init(json: JSONView) throws(JSONTypeError) { isApplied = json["applied"]?.bool ?? false }
  }
}
