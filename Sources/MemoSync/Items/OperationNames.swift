import MemoModel
import Platform

/// Names the writes of one process: those of a memo one after the other, so that an ``OperationSet`` has them in few
/// bytes. The next process begins elsewhere: its store may be an older copy, which doesn't know what was written since.
package struct OperationNames: Sendable {
  private let salt: UInt64
  /// Names of one process and memo have the same bits before these.
  private static let ownBits = 32
  /// The number of a name's bits that count; those before say where this began, which is drawn.
  private static let countBits = 12

  /// Draws what the names have in common.
  package init(_ chance: inout some RandomNumberGenerator) { salt = chance.next() }

  /// A name that no write has had.
  ///
  /// - Parameters:
  ///   - id: whose write.
  ///   - row: what is known of the memo's writes.
  func next(for id: MemoID, _ row: SyncRow, _ chance: inout some RandomNumberGenerator) -> OperationID {
    var hash = ContentHash()
    hash.add("\(id) \(salt)".utf8)
    let first = Int64(truncatingIfNeeded: hash.value ^ hash.value >> 64) & (-1 << Self.ownBits)
    if let last = row.newestOperation(in: first...(first | ~(-1 << Self.ownBits)))?.value {
      var next = last
      repeat { next &+= 1 } while row.comes(from: OperationID(next))
      if next >> Self.countBits == last >> Self.countBits { return OperationID(next) }
    }
    let start = Int64.random(in: 0..<1 << (Self.ownBits - Self.countBits), using: &chance)
    return OperationID(first | start << Self.countBits)
  }
}
