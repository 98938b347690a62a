import JSON
import MemoModel
import MemoText
import Platform

/// A memo's contents and whether it was in the trash, in few bytes: a device that no longer has that state can still
/// tell whether somebody has wanted the memo since.
package struct SyncDigest: Hashable, Sendable {
  /// A hash of text and properties, of 128 bits.
  package let hash: UInt128
  /// Whether the memo was in the trash.
  package let isTrashed: Bool

  /// Creates one from its parts.
  package init(hash: UInt128, isTrashed: Bool) { (self.hash, self.isTrashed) = (hash, isTrashed) }

  /// Creates the digest of a memo.
  package init(of memo: SyncMemo) {
    var hash = ContentHash()
    memo.text.forEachChunk { hash.add($0) }
    // No byte of a text: none is in two places of the same bytes.
    hash.add(CollectionOfOne(0xFF))
    hash.add(memo.properties.json)
    self.init(hash: hash.value, isTrashed: memo.isTrashed)
  }
}

extension SyncMemo {
  /// Whether somebody wanted it since it was another: edited it, or took it out of the trash.
  func isWanted(since digest: SyncDigest) -> Bool {
    SyncDigest(of: self).hash != digest.hash || digest.isTrashed && !isTrashed
  }
}
