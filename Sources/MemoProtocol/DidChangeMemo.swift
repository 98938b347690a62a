package import JSONRPC
package import MemoEngine

/// A memo has changed because another process saved it, perhaps merged with what was typed here.
package enum DidChangeMemo: ServerNotificationType {
  /// `didChangeMemo`
  package static let method: StaticString = "didChangeMemo"

  /// The change. With neither changes nor properties, the client must read the memo.
  package struct Params: JSONObjectWritable, Sendable {
    /// The most changes that are told one by one; more come as one, from the first to the last.
    private static let mostChanges = 4096

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
        var changes = edit.difference?.changes ?? before.changes(to: after)
        if changes.count > Self.mostChanges, let first = changes.last?.range.lowerBound,
          let last = changes.first?.range.upperBound
        {
          let end = after.summary.utf8 - (before.summary.utf8 - last)
          changes = [(first..<last, after.string(in: first..<end))]
        }
        let told = changes.map { change in
          ContentChange(range: ContentChange.Range(change.range, in: before, encoding), text: change.text)
        }
        writer.member("contentChanges", told)
      }
      writer.member("properties", edit.properties)
    }
  }
}
