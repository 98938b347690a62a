extension Node {
  /// The tree of the text of `left` followed by that of `right`. O(difference of heights). Either may be a root with
  /// fewer children or bytes than other nodes must have.
  static func concat(_ left: Node, _ right: Node) -> Node {
    if left.summary.utf8 == 0 { return right }
    if right.summary.utf8 == 0 { return left }
    if left.height > right.height {
      let last = left.children.count - 1
      let joined = concat(left.children[last], right)
      return node(over: left.children[..<last], joined.children(ofHeight: left.height - 1))
    }
    if left.height < right.height {
      let joined = concat(left, right.children[0])
      return node(over: joined.children(ofHeight: right.height - 1)[...], right.children.dropFirst())
    }
    return left.isLeaf ? concatLeaves(left, right) : concatSiblings(left, right)
  }

  /// This node as nodes of `height`: itself, or its children where a join has made it one higher.
  private func children(ofHeight height: UInt8) -> [Node] {
    self.height == height ? [self] : children
  }

  /// The tree over both lists, of one height and each as full as it must be: one node, or two under a parent.
  private static func node(over left: some Collection<Node>, _ right: some Collection<Node>) -> Node {
    var all: [Node] = []
    all.reserveCapacity(left.count + right.count)
    all.append(contentsOf: left)
    all.append(contentsOf: right)
    guard all.count > NodeLimits.fanOut.upperBound else { return Node(children: all) }
    let half = all.count / 2
    return Node(children: [Node(children: Array(all[..<half])), Node(children: Array(all[half...]))])
  }

  private static func concatSiblings(_ left: Node, _ right: Node) -> Node {
    let least = NodeLimits.fanOut.lowerBound
    if left.children.count >= least && right.children.count >= least {
      return Node(children: [left, right])
    }
    return node(over: left.children, right.children)
  }

  private static func concatLeaves(_ left: Node, _ right: Node) -> Node {
    let least = NodeLimits.leaf.lowerBound
    if left.bytes.count >= least && right.bytes.count >= least {
      return Node(children: [left, right])
    }
    let all = left.bytes + right.bytes
    guard all.count > NodeLimits.leaf.upperBound else {
      return Node(leaf: all, summary: left.summary + right.summary)
    }
    let half = all.withUnsafeBufferPointer { $0.scalarBoundary(atOrBefore: all.count / 2) }
    return Node(children: [Node(leaf: Array(all[..<half])), Node(leaf: Array(all[half...]))])
  }
}
