extension Rope {
  /// Whether both texts are the same bytes; Swift's `==` on strings would also accept texts that are only canonically
  /// equivalent. O(1) for texts of different measure; storage the two share is not looked at.
  public func isIdentical(to other: Rope) -> Bool {
    guard summary == other.summary else { return false }
    var mine = Pieces(root)
    var theirs = Pieces(other.root)
    while let left = mine.next, let right = theirs.next {
      if left.skipped == 0 && right.skipped == 0 && left.node.isSameStorage(as: right.node) {
        mine.drop()
        theirs.drop()
      } else if left.node.isLeaf && right.node.isLeaf {
        let count = min(left.rest, right.rest)
        guard left.hasSameBytes(as: right, count: count) else { return false }
        mine.advance(by: count)
        theirs.advance(by: count)
      } else {
        // The higher one is opened, so that subtrees of one height, which may be shared, meet.
        let (height, otherHeight) = (left.node.height, right.node.height)
        if height >= otherHeight { mine.open() }
        if otherHeight >= height { theirs.open() }
      }
    }
    return true
  }
}

/// What is left of one text during a comparison: subtrees, the next one last.
private struct Pieces {
  struct Piece {
    let node: Node
    /// Bytes of a leaf already compared.
    var skipped = 0

    var rest: Int { node.summary.utf8 - skipped }

    func hasSameBytes(as other: Piece, count: Int) -> Bool {
      node.bytes.withUnsafeBufferPointer { mine in
        other.node.bytes.withUnsafeBufferPointer { theirs in
          UnsafeBufferPointer(rebasing: mine[skipped..<(skipped + count)])
            .hasSameBytes(as: UnsafeBufferPointer(rebasing: theirs[other.skipped..<(other.skipped + count)]))
        }
      }
    }
  }

  private var stack: [Piece]

  init(_ root: Node) {
    stack = [Piece(node: root)]
  }

  var next: Piece? { stack.last }

  mutating func drop() {
    stack.removeLast()
  }

  mutating func open() {
    let node = stack.removeLast().node
    stack.append(contentsOf: node.children.reversed().map { Piece(node: $0) })
  }

  mutating func advance(by count: Int) {
    stack[stack.count - 1].skipped += count
    if stack[stack.count - 1].rest == 0 { stack.removeLast() }
  }
}
