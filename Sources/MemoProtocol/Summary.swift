package import JSONRPC
package import MemoEngine

/// The wire form of a memo in a list.
package struct Summary: JSONObjectWritable, Sendable {
  private let memo: ListedMemo
  private let path: String?

  /// Creates the summary of a memo.
  ///
  /// - Parameter path: where its file is below the folder; nil where that is not told.
  package init(_ memo: ListedMemo, path: String? = nil) { (self.memo, self.path) = (memo, path) }

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
    if !metadata.isTrashed { writer.member("path", path) }
  }
}
