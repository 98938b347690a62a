package import JSON
package import MemoModel

/// An item of the hub that was pulled, opened and checked.
package struct Arrival: Sendable {
  /// The memo that it is of.
  package let id: MemoID
  /// Its number on the hub.
  package let seq: Int
  /// The number of the version that it was written over; 0 for none.
  package let base: Int
  /// The write that made it.
  package let operation: OperationID
  /// Whether it nests deeper than can be read here, though a device of the account has written it: the memo stays as it
  /// is here, and nothing of it is sent, until one comes that can be read.
  package let isAside: Bool
  /// The memo; nil for a tombstone, and for what is left aside.
  package let memo: SyncMemo?
  /// The writes that it comes from, oldest first, and its own, the last.
  package let operations: [OperationID]
  /// Older writes that it comes from, too.
  package let ancestors: OperationSet
  /// Members that this version of the program does not know.
  package let unknown: JSONObject

  /// Reads an item.
  ///
  /// - Throws: ``SyncError/badAnswer(_:)`` if it does not hold together.
  package init(_ item: HubItem) throws(SyncError) {
    let body = if let said = item.said { said } else { try SyncBody(decoding: item.body, isDead: item.isDead) }
    guard body.id == item.memo else { throw SyncError.badAnswer("an item of memo \(item.memo) is memo \(body.id)'s") }
    guard item.base >= 0, item.base < item.seq else {
      throw SyncError.badAnswer("memo \(item.memo) goes on from \(item.base), but stands at \(item.seq)")
    }
    isAside = body.isTooDeep
    guard isAside || body.operations.last == item.operation else {
      throw SyncError.badAnswer("memo \(item.memo) was written by another operation than it says")
    }
    (id, seq, base, operation) = (item.memo, item.seq, item.base, item.operation)
    (memo, ancestors, unknown) = (body.memo, body.ancestors, body.unknown)
    operations = isAside ? [operation] : body.operations
  }

  /// The base of a memo that takes it in.
  var asBase: SyncRow.Base { SyncRow.Base(seq: seq, operation: operation) }

  /// Whether it is what a write made of the memo, or goes on from that.
  func comes(from operation: OperationID) -> Bool { operations.contains(operation) || ancestors.contains(operation) }
}
