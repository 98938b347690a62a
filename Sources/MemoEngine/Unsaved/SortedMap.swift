/// Values in the order of their keys. A copy costs nothing, however many there are, and a change of either of two
/// copies costs what the depth of a tree does: they share whatever they have in common.
///
/// The tree is balanced by the sizes of its parts, with the parameters that Hirai and Yamamoto have proven right
/// ("Balancing weight-balanced trees", 2011).
struct SortedMap<Key: Comparable & Sendable, Value: Sendable>: Sendable {
  private final class Node: Sendable {
    let key: Key
    let value: Value
    let left: Node?
    let right: Node?
    let count: Int

    init(_ key: Key, _ value: Value, _ left: Node?, _ right: Node?) {
      (self.key, self.value, self.left, self.right) = (key, value, left, right)
      count = 1 + SortedMap.count(left) + SortedMap.count(right)
    }
  }

  private var root: Node?

  init() {}

  /// Takes elements that are in order, no two with one key.
  init(sorted elements: [(key: Key, value: Value)]) { root = Self.tree(elements[...]) }

  var count: Int { Self.count(root) }

  var isEmpty: Bool { root == nil }

  /// The value of a key; nil if there is none.
  subscript(key: Key) -> Value? {
    get {
      var node = root
      while let here = node {
        if key < here.key {
          node = here.left
        } else if here.key < key {
          node = here.right
        } else {
          return here.value
        }
      }
      return nil
    }
    set { root = newValue.map { Self.tree(root, with: key, $0) } ?? Self.tree(root, without: key) }
  }

  private static func count(_ node: Node?) -> Int { node?.count ?? 0 }

  private static func tree(_ elements: ArraySlice<(key: Key, value: Value)>) -> Node? {
    guard !elements.isEmpty else { return nil }
    let middle = (elements.startIndex + elements.endIndex) / 2
    return Node(
      elements[middle].key, elements[middle].value, tree(elements[..<middle]), tree(elements[(middle + 1)...]))
  }

  private static func tree(_ node: Node?, with key: Key, _ value: Value) -> Node {
    guard let node else { return Node(key, value, nil, nil) }
    if key < node.key { return balanced(node, tree(node.left, with: key, value), node.right) }
    if node.key < key { return balanced(node, node.left, tree(node.right, with: key, value)) }
    return Node(key, value, node.left, node.right)
  }

  private static func tree(_ node: Node?, without key: Key) -> Node? {
    guard let node else { return nil }
    if key < node.key { return balanced(node, tree(node.left, without: key), node.right) }
    if node.key < key { return balanced(node, node.left, tree(node.right, without: key)) }
    guard let left = node.left, let right = node.right else { return node.left ?? node.right }
    let (next, others) = firstAndOthers(right)
    return balanced(next, left, others)
  }

  private static func firstAndOthers(_ node: Node) -> (Node, Node?) {
    guard let left = node.left else { return (node, node.right) }
    let (first, others) = firstAndOthers(left)
    return (first, balanced(node, others, node.right))
  }

  /// A node's element with other branches, of which one may be too heavy by an element that came or went.
  private static func balanced(_ node: Node, _ left: Node?, _ right: Node?) -> Node {
    if let right, isTooHeavy(right, beside: left) {
      if let inner = right.left, isTooHeavyToMove(inner, beside: right.right) {
        return Node(
          inner.key, inner.value, Node(node.key, node.value, left, inner.left),
          Node(right.key, right.value, inner.right, right.right))
      }
      return Node(right.key, right.value, Node(node.key, node.value, left, right.left), right.right)
    }
    if let left, isTooHeavy(left, beside: right) {
      if let inner = left.right, isTooHeavyToMove(inner, beside: left.left) {
        return Node(
          inner.key, inner.value, Node(left.key, left.value, left.left, inner.left),
          Node(node.key, node.value, inner.right, right))
      }
      return Node(left.key, left.value, left.left, Node(node.key, node.value, left.right, right))
    }
    return Node(node.key, node.value, left, right)
  }

  private static func isTooHeavy(_ node: Node, beside other: Node?) -> Bool {
    node.count + 1 > 3 * (count(other) + 1)
  }

  private static func isTooHeavyToMove(_ node: Node, beside other: Node?) -> Bool {
    node.count + 1 >= 2 * (count(other) + 1)
  }
}

extension SortedMap: Sequence {
  /// Walks in order.
  struct Iterator: IteratorProtocol {
    /// The nodes that come next, the first one last; each precedes its right branch.
    private var path: [Node] = []

    /// - Parameter key: the key behind which it starts; nil starts with the first element.
    fileprivate init(_ map: SortedMap, behind key: Key?) {
      guard let key else {
        descend(map.root)
        return
      }
      var node = map.root
      while let here = node {
        if key < here.key {
          path.append(here)
          node = here.left
        } else {
          node = here.right
        }
      }
    }

    private mutating func descend(_ node: Node?) {
      var node = node
      while let here = node {
        path.append(here)
        node = here.left
      }
    }

    mutating func next() -> (key: Key, value: Value)? {
      guard let node = path.popLast() else { return nil }
      descend(node.right)
      return (node.key, node.value)
    }
  }

  func makeIterator() -> Iterator { Iterator(self, behind: nil) }

  /// The elements behind a place, which need not have one; nil stands for the place before all.
  func elements(behind key: Key?) -> IteratorSequence<Iterator> { IteratorSequence(Iterator(self, behind: key)) }

  var underestimatedCount: Int { count }
}
