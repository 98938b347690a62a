extension Rope {
  /// Whether both texts are the same bytes; Swift's `==` on strings would also accept texts that are only canonically
  /// equivalent. O(1) if their measures differ; storage that both share is not compared.
  public func isIdentical(to other: Rope) -> Bool {
    summary == other.summary && root.sharedBytes(with: other.root, from: .beginning) == summary.utf8
  }

  /// Whether both texts are one piece of storage, and so the same bytes; not if one was put together anew. O(1).
  package func isSameStorage(as other: Rope) -> Bool { root.isSameStorage(as: other.root) }

  /// The number of bytes of UTF-8 that two texts share at the beginning, and of those after it at the end, both cut
  /// back to lie between scalars. No byte is counted twice. O(n), but storage that both share is not compared.
  public func sharedEnds(with other: Rope) -> (prefix: Int, suffix: Int) {
    let count = summary.utf8
    var prefix = root.sharedBytes(with: other.root, from: .beginning)
    // The bytes before are the same in both: a scalar border in one is one in the other.
    while prefix < count && isContinuation(root.byte(at: prefix)) { prefix -= 1 }
    let rest = min(count, other.summary.utf8) - prefix
    var suffix = min(root.sharedBytes(with: other.root, from: .end), rest)
    while suffix > 0 && isContinuation(root.byte(at: count - suffix)) { suffix -= 1 }
    return (prefix, suffix)
  }
}
