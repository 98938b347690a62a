/// A B-tree of UTF-8. A value whose arrays share their storage until written to: copying a tree is O(1), and an edit
/// copies one path of it at most.
///
/// Invariants, which `Node.violation` in the tests restates: every leaf is cut between scalars; every node but the root
/// has `NodeLimits.leaf` bytes or `NodeLimits.fanOut` children; a root has any number of bytes up to the maximum, or at
/// least two children; children are one lower than their parent; `summary` is the sum of the children's.
struct Node: Sendable {
  /// The measure of everything below.
  var summary: TextSummary
  /// 0 for a leaf.
  var height: UInt8
  /// The text of a leaf; empty in an inner node.
  var bytes: [UInt8]
  /// The children of an inner node, in order; empty in a leaf. Their summaries lie side by side here, so that looking
  /// for a place touches one array a level.
  var children: [Node]

  /// Whether this node holds text and no children.
  var isLeaf: Bool { height == 0 }

  /// No text.
  static let empty = Node(leaf: [])

  /// A leaf of `bytes`: valid UTF-8, at most `NodeLimits.leaf.upperBound`.
  init(leaf bytes: [UInt8]) {
    self.init(leaf: bytes, summary: TextSummary(counting: bytes, in: 0..<bytes.count))
  }

  /// A leaf of `bytes` already measured.
  init(leaf bytes: [UInt8], summary: TextSummary) {
    self.summary = summary
    height = 0
    self.bytes = bytes
    children = []
  }

  /// An inner node over `children`: two or more of one height.
  init(children: [Node]) {
    summary = Node.sum(of: children)
    height = children[0].height + 1
    bytes = []
    self.children = children
  }

  /// The tree over `children` of one height, of whatever number up to the fan-out.
  init(root children: some Collection<Node>) {
    switch children.count {
    case 0: self = .empty
    case 1: self = children[children.startIndex]
    default: self.init(children: Array(children))
    }
  }

  static func sum(of children: [Node]) -> TextSummary {
    var sum = TextSummary.empty
    for index in children.indices { sum += children[index].summary }
    return sum
  }

  /// Whether both share one piece of storage, which makes their texts equal without comparing them.
  func isSameStorage(as other: Node) -> Bool {
    guard height == other.height, summary == other.summary else { return false }
    if !isLeaf {
      return children.withUnsafeBufferPointer { mine in
        other.children.withUnsafeBufferPointer { mine.baseAddress == $0.baseAddress }
      }
    }
    return bytes.withUnsafeBufferPointer { mine in
      other.bytes.withUnsafeBufferPointer { mine.baseAddress == $0.baseAddress }
    }
  }
}
