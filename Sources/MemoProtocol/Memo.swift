package import JSONRPC
package import MemoEngine

/// The wire form of a memo without its text, for clients that have it: the answer to an edit, whose size does not
/// depend on the first line.
package struct MemoState: JSONObjectWritable, Sendable {
  private let memo: MemoSnapshot
  private let encoding: PositionEncoding

  /// Creates the state of a memo for a session of this encoding.
  package init(_ memo: MemoSnapshot, _ encoding: PositionEncoding) { (self.memo, self.encoding) = (memo, encoding) }

  /// Writes the state.
  package func writeMembers(to writer: inout JSONWriter) { writer.members(of: memo, encoding, isWhole: false) }
}

/// The wire form of a memo with its text and its whole first line.
package struct Memo: JSONObjectWritable, Sendable {
  private let memo: MemoSnapshot
  private let encoding: PositionEncoding

  /// Creates a memo for a session of this encoding.
  package init(_ memo: MemoSnapshot, _ encoding: PositionEncoding) { (self.memo, self.encoding) = (memo, encoding) }

  /// Writes the memo.
  package func writeMembers(to writer: inout JSONWriter) { writer.members(of: memo, encoding, isWhole: true) }
}

extension JSONWriter {
  fileprivate mutating func members(of memo: MemoSnapshot, _ encoding: PositionEncoding, isWhole: Bool) {
    let metadata = memo.metadata
    member("id", metadata.id.description)
    member("version", metadata.version)
    if isWhole { member("text", RopeString(rope: memo.text)) }
    member("title", isWhole ? memo.text.title : memo.text.titleStart)
    member("length", memo.text.length(in: encoding))
    member("createdAt", metadata.createdAt.description)
    member("modifiedAt", metadata.modifiedAt.description)
    member("properties", metadata.properties)
    member("saved", memo.isSaved)
    member("trashedAt", metadata.trashedAt?.description)
    if isWhole, !metadata.isTrashed { member("path", memo.file?.path) }
  }
}

/// A text that is written leaf by leaf, without joining it first.
private struct RopeString: JSONWritable {
  let rope: Rope

  func write(to writer: inout JSONWriter) {
    writer.beginString()
    rope.forEachChunk { writer.appendToString($0) }
    writer.endString()
  }
}
