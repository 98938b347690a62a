extension Node {
  /// The tree over `text`, which must be valid UTF-8. O(n), one copy.
  init(text: UnsafeBufferPointer<UInt8>) {
    guard text.count > NodeLimits.leaf.upperBound else {
      self.init(leaf: Array(text))
      return
    }
    // Even shares rather than full leaves and a remainder, so that no leaf is too small.
    let cuts = Node.shares(of: text.count, by: NodeLimits.filledLeaf)
    var level: [Node] = []
    level.reserveCapacity(cuts)
    var start = 0
    for share in 1...cuts {
      let end = text.scalarBoundary(atOrBefore: Node.end(ofShare: share, of: cuts, in: text.count))
      level.append(Node(leaf: Array(UnsafeBufferPointer(rebasing: text[start..<end]))))
      start = end
    }
    while level.count > NodeLimits.fanOut.upperBound { level = Node.parents(over: level) }
    self.init(root: level)
  }

  private static func parents(over level: [Node]) -> [Node] {
    let groups = shares(of: level.count, by: NodeLimits.filledFanOut)
    var parents: [Node] = []
    parents.reserveCapacity(groups)
    var start = 0
    for group in 1...groups {
      let end = end(ofShare: group, of: groups, in: level.count)
      parents.append(Node(children: Array(level[start..<end])))
      start = end
    }
    return parents
  }

  private static func shares(of count: Int, by size: Int) -> Int { (count + size - 1) / size }

  /// Where share number `share`, from 1, ends when `count` things are dealt out as evenly as can be.
  private static func end(ofShare share: Int, of shares: Int, in count: Int) -> Int {
    count / shares * share + min(share, count % shares)
  }
}
