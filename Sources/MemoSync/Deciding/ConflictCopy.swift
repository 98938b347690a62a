import JSON
import MemoModel

/// A text that could not be merged, as a memo of its own.
enum ConflictCopy {
  /// The change that makes it.
  ///
  /// - Parameters:
  ///   - theirs: the memo whose text it is.
  ///   - operation: the write that made the text.
  ///   - naming: what names the write of the copy.
  static func change(of theirs: SyncMemo, by operation: OperationID, _ naming: WriteNaming?) -> ReplicaChange {
    let (id, write) = theirs.id.copy(of: operation, naming)
    var properties = theirs.properties
    properties["conflictOf"] = .string(theirs.id.description)
    // All of it is the same on every device.
    let memo = SyncMemo(
      id: id, text: theirs.text, properties: properties, createdAt: theirs.modifiedAt, modifiedAt: theirs.modifiedAt,
      trashedAt: nil)
    return ReplicaChange(
      id: id, expected: nil, action: .store(memo), base: nil,
      row: SyncRow(operations: [.init(write, .arriving, SyncDigest(of: memo))]))
  }
}
