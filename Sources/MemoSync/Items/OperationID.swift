package import MemoModel
import Platform

/// Names one write of one memo for ever: whoever sees it again has that text, whatever became of the hub meanwhile.
package struct OperationID: Hashable, Sendable {
  /// 64 random bits, or such as are derived.
  package let value: Int64

  /// Names a write by its number.
  package init(_ value: Int64) { self.value = value }
}

extension MemoID {
  /// The identifier of the copy of a text that could not be merged, and the write that makes it: the same on all
  /// devices, however often they meet that text, so that there is one copy.
  ///
  /// - Parameter operation: the write that made the text.
  package func copy(of operation: OperationID) -> (id: MemoID, operation: OperationID) {
    var hash = ContentHash()
    hash.add("\(self) \(operation.value)".utf8)
    let write = OperationID(Int64(truncatingIfNeeded: hash.value ^ hash.value >> 64))
    // Digits are characters that an identifier may have, and 32 are not too many.
    return (MemoID(hash.digits) ?? self, write)
  }
}
