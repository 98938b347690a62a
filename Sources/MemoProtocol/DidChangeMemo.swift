package import JSONRPC
package import MemoEngine

/// A memo is another one now because of what another process saved, merged with what was typed here.
package enum DidChangeMemo: ServerNotificationType {
  /// `didChangeMemo`
  package static let method: StaticString = "didChangeMemo"

  /// What changed. With neither changes nor properties, the client has to read the memo to know.
  package struct Params: JSONObjectWritable, Sendable {
    private let edit: ExternalEdit
    private let encoding: PositionEncoding

    /// Creates parameters for a session of this encoding.
    package init(_ edit: ExternalEdit, _ encoding: PositionEncoding) { (self.edit, self.encoding) = (edit, encoding) }

    /// Writes the parameters. Each change's place is said in the text before: the last change comes first, so no change
    /// moves the places of those that follow.
    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("id", edit.id.description)
      writer.member("baseVersion", edit.baseVersion)
      writer.member("version", edit.version)
      if let (before, after) = edit.texts {
        let changes = (edit.difference?.changes ?? before.changes(to: after)).map { change in
          ContentChange(range: ContentChange.Range(change.range, in: before, encoding), text: change.text)
        }
        writer.member("contentChanges", changes)
      }
      writer.member("properties", edit.properties)
    }
  }
}
