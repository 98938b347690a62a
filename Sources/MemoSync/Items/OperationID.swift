package import MemoModel
import Platform

/// Names one write of one memo for ever: whoever sees it again has that text, whatever became of the hub meanwhile.
package struct OperationID: Hashable, Sendable {
  /// 64 random bits, or such as are derived.
  package let value: Int64

  /// Names a write by its number.
  package init(_ value: Int64) { self.value = value }
}

/// Names the write that makes a copy of a text that could not be merged, from the memo and the write that made the
/// text: the same for all devices of an account, and nothing that anybody else could work out, since whoever keeps the
/// hub sees the names of both writes, and would find out which memo it is of by trying.
package typealias CopyNaming = @Sendable (MemoID, OperationID) -> OperationID

extension MemoID {
  /// The identifier of the copy of a text that could not be merged, and the write that makes it: the same on all
  /// devices, however often they meet that text, so that there is one copy.
  ///
  /// - Parameters:
  ///   - operation: the write that made the text.
  ///   - naming: what names the write; nil where nobody who is not to know the memo sees it.
  package func copy(of operation: OperationID, _ naming: CopyNaming? = nil) -> (id: MemoID, operation: OperationID) {
    var hash = ContentHash()
    hash.add("\(self) \(operation.value)".utf8)
    let write = naming?(self, operation) ?? OperationID(Int64(truncatingIfNeeded: hash.value ^ hash.value >> 64))
    // Digits are characters that an identifier may have, and 32 are not too many.
    return (MemoID(hash.digits) ?? self, write)
  }
}
