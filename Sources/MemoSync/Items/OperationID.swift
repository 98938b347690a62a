package import MemoModel
import Platform

/// Names one write of one memo for ever: whoever sees it again has that text, whatever became of the hub meanwhile.
package struct OperationID: Hashable, Sendable {
  /// 64 random bits, or such as are derived.
  package let value: Int64

  /// Names a write by its number.
  package init(_ value: Int64) { self.value = value }
}

/// Names a write from its memo and a number, such as another write's: the same on all devices of an account, and
/// nothing that anybody else could work out, since whoever keeps the hub sees the names of writes, and would find out
/// by trying of which memo each is.
package typealias WriteNaming = @Sendable (MemoID, OperationID) -> OperationID

extension MemoID {
  /// The name of a write that follows from the memo and a number.
  ///
  /// - Parameter naming: the account's; nil where nobody who is not to know the memo sees the name.
  func write(from number: OperationID, _ naming: WriteNaming?) -> OperationID {
    if let naming { return naming(self, number) }
    let hash = hash(with: number).value
    return OperationID(Int64(truncatingIfNeeded: hash ^ hash >> 64))
  }

  /// The identifier of the copy of a text that could not be merged, and the write that makes it: the same on all
  /// devices, however often they meet that text, so that there is one copy.
  ///
  /// - Parameters:
  ///   - operation: the write that made the text.
  ///   - naming: what names the write; nil where nobody who is not to know the memo sees it.
  package func copy(of operation: OperationID, _ naming: WriteNaming? = nil) -> (id: MemoID, operation: OperationID) {
    // Digits are characters that an identifier may have, and 32 are not too many.
    (MemoID(hash(with: operation).digits) ?? self, write(from: operation, naming))
  }

  private func hash(with number: OperationID) -> ContentHash {
    var hash = ContentHash()
    hash.add("\(self) \(number.value)".utf8)
    return hash
  }
}
