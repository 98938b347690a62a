import MemoModel

/// Names the writes of one process: those of a memo one after the other, so that an ``OperationSet`` has them in few
/// bytes. The next process begins elsewhere: its store may be an older copy, which doesn't know what was written since.
package struct OperationNames: Sendable {
  private let salt: OperationID
  /// Names of one process and memo have the same bits before these.
  private static let ownBits = 32
  /// The number of a name's bits that count; those before say where this began, which is drawn.
  private static let countBits = 12

  /// Draws what the names have in common.
  package init(_ chance: inout some RandomNumberGenerator) { salt = OperationID(Int64(bitPattern: chance.next())) }

  /// A name that no write has had.
  ///
  /// - Parameters:
  ///   - id: whose write.
  ///   - row: what is known of the memo's writes.
  ///   - naming: the account's; without it, names tell of ids whoever sees many of them.
  func next(
    for id: MemoID, _ row: SyncRow, _ naming: WriteNaming?, _ chance: inout some RandomNumberGenerator
  ) -> OperationID {
    let first = id.write(from: salt, naming).value & (-1 << Self.ownBits)
    if let last = row.newestOperation(in: first...(first | ~(-1 << Self.ownBits)))?.value {
      var next = last
      repeat { next &+= 1 } while row.comes(from: OperationID(next))
      if next >> Self.countBits == last >> Self.countBits { return OperationID(next) }
    }
    let start = Int64.random(in: 0..<1 << (Self.ownBits - Self.countBits), using: &chance)
    return OperationID(first | start << Self.countBits)
  }
}
