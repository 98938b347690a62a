extension Node {
  /// The text before `offset`, in bytes, which must lie between scalars. O(log n).
  func prefix(upTo offset: Int) -> Node {
    if offset == summary.utf8 { return self }
    if isLeaf { return Node(leaf: Array(bytes[..<offset])) }
    let (index, start) = child(around: offset)
    return Node.concat(Node(root: children[..<index]), children[index].prefix(upTo: offset - start))
  }

  /// The text from `offset` on, in bytes, which must lie between scalars. O(log n).
  func suffix(from offset: Int) -> Node {
    if offset == 0 { return self }
    if isLeaf { return Node(leaf: Array(bytes[offset...])) }
    let (index, start) = child(around: offset)
    return Node.concat(children[index].suffix(from: offset - start), Node(root: children[(index + 1)...]))
  }

  /// The first child that ends at or after `offset`, and where it starts.
  func child(around offset: Int) -> (index: Int, start: Int) {
    var start = 0
    var index = 0
    while start + children[index].summary.utf8 < offset {
      start += children[index].summary.utf8
      index += 1
    }
    return (index, start)
  }
}
