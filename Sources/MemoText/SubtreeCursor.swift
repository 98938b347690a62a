/// The end of a text from which a comparison starts.
enum TextEnd {
  case beginning
  case end
}

/// The rest of one text during a comparison that starts at one of its ends: subtrees, the next one last.
struct SubtreeCursor {
  struct Piece {
    let node: Node
    /// Bytes of a leaf already compared, on the side the comparison started from.
    var taken = 0

    var rest: Int { node.summary.utf8 - taken }

    func bytes(_ count: Int, from end: TextEnd) -> Range<Int> {
      switch end {
      case .beginning: taken..<(taken + count)
      case .end: (rest - count)..<rest
      }
    }
  }

  private let end: TextEnd
  private var stack: [Piece]

  init(_ root: Node, from end: TextEnd) {
    self.end = end
    stack = [Piece(node: root)]
  }

  var next: Piece? { stack.last }

  mutating func drop() {
    stack.removeLast()
  }

  mutating func open() {
    let children = stack.removeLast().node.children
    switch end {
    case .beginning: stack.append(contentsOf: children.reversed().map { Piece(node: $0) })
    case .end: stack.append(contentsOf: children.map { Piece(node: $0) })
    }
  }

  mutating func advance(by count: Int) {
    stack[stack.count - 1].taken += count
    if stack[stack.count - 1].rest == 0 { stack.removeLast() }
  }
}

extension Node {
  /// The number of bytes that this text and `other` share, counted from `end` of both. Storage that both share is not
  /// compared.
  func sharedBytes(with other: Node, from end: TextEnd) -> Int {
    var mine = SubtreeCursor(self, from: end)
    var theirs = SubtreeCursor(other, from: end)
    var shared = 0
    while let left = mine.next, let right = theirs.next {
      if left.taken == 0 && right.taken == 0 && left.node.isSameStorage(as: right.node) {
        shared += left.rest
        mine.drop()
        theirs.drop()
      } else if left.node.isLeaf && right.node.isLeaf {
        let count = min(left.rest, right.rest)
        let same = left.sharedBytes(with: right, upTo: count, from: end)
        shared += same
        guard same == count else { return shared }
        mine.advance(by: count)
        theirs.advance(by: count)
      } else {
        // The higher one is opened, so that subtrees of one height, which may be shared, meet.
        let (height, otherHeight) = (left.node.height, right.node.height)
        if height >= otherHeight { mine.open() }
        if otherHeight >= height { theirs.open() }
      }
    }
    return shared
  }
}

extension SubtreeCursor.Piece {
  /// The number of bytes, among the next `count` of two leaves, that are the same before one differs.
  fileprivate func sharedBytes(with other: Self, upTo count: Int, from end: TextEnd) -> Int {
    node.bytes.withUnsafeBufferPointer { mine in
      other.node.bytes.withUnsafeBufferPointer { theirs in
        let left = UnsafeBufferPointer(rebasing: mine[bytes(count, from: end)])
        let right = UnsafeBufferPointer(rebasing: theirs[other.bytes(count, from: end)])
        return left.hasSameBytes(as: right) ? count : left.sharedBytes(with: right, from: end)
      }
    }
  }
}
