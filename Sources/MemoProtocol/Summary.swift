package import JSONRPC
package import MemoEngine

/// What a list shows of a memo.
package struct Summary: JSONObjectWritable, Sendable {
  private let memo: ListedMemo

  /// Creates what is shown of a memo.
  package init(_ memo: ListedMemo) { self.memo = memo }

  /// Writes the summary.
  package func writeMembers(to writer: inout JSONWriter) {
    let summary = memo.summary
    let metadata = summary.metadata
    writer.member("id", metadata.id.description)
    writer.member("version", metadata.version)
    writer.member("displayTitle", summary.displayTitle)
    writer.member("preview", summary.preview)
    writer.member("createdAt", metadata.createdAt.description)
    writer.member("modifiedAt", metadata.modifiedAt.description)
    writer.member("bytes", summary.bytes)
    writer.member("properties", metadata.properties)
    if !summary.textTags.isEmpty { writer.member("textTags", summary.textTags) }
    writer.member("saved", memo.isSaved)
    writer.member("trashedAt", metadata.trashedAt?.description)
  }
}
