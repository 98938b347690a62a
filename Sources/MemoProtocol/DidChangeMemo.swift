package import JSONRPC
package import MemoEngine

/// A memo has changed because another process saved it, perhaps merged with what was typed here.
package enum DidChangeMemo: ServerNotificationType {
  /// `didChangeMemo`
  package static let method: StaticString = "didChangeMemo"

  /// The change. With neither changes nor properties, the client must read the memo.
  package struct Params: JSONObjectWritable, Sendable {
    private let edit: ExternalEdit
    private let encoding: PositionEncoding

    /// Creates parameters for a session of this encoding.
    package init(_ edit: ExternalEdit, _ encoding: PositionEncoding) { (self.edit, self.encoding) = (edit, encoding) }

    /// Writes the parameters. The position of each change refers to the text before: the last change comes first, so
    /// none moves the positions of those that follow.
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
