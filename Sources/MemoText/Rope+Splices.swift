extension Rope {
  /// The stretches in which another text differs from this one, in order: byte ranges here, and those that replaced
  /// them there. Storage that both share is not compared, so that many edits far apart give many small stretches;
  /// between them, text of another origin counts as different.
  public func splices(to other: Rope) -> [(old: Range<Int>, new: Range<Int>)] {
    let (prefix, suffix) = sharedEnds(with: other)
    let old = prefix..<(summary.utf8 - suffix)
    let new = prefix..<(other.summary.utf8 - suffix)
    if old.isEmpty, new.isEmpty { return [] }
    if max(old.count, new.count) <= Self.smallSplice { return [(old, new)] }
    return splices(in: old, to: other, in: new)
  }

  /// The longest stretch, in bytes, that is not examined further: writing it costs no more than comparing it.
  private static let smallSplice = 16 << 10

  private func splices(in old: Range<Int>, to other: Rope, in new: Range<Int>) -> [(old: Range<Int>, new: Range<Int>)] {
    var splices: [(old: Range<Int>, new: Range<Int>)] = []
    var (oldEnd, newEnd) = (old.lowerBound, new.lowerBound)
    func differ(upTo oldStart: Int, _ newStart: Int) {
      guard oldStart > oldEnd || newStart > newEnd else { return }
      if let last = splices.last, oldEnd - last.old.upperBound < Self.smallSplice {
        splices[splices.count - 1] = (last.old.lowerBound..<oldStart, last.new.lowerBound..<newStart)
      } else {
        splices.append((oldEnd..<oldStart, newEnd..<newStart))
      }
    }
    for shared in root.sharedSubtrees(with: other.root) {
      // Only what lies behind the last splice in both texts, and before their shared ends.
      let start = max(0, oldEnd - shared.old, newEnd - shared.new)
      let end = min(shared.count, old.upperBound - shared.old, new.upperBound - shared.new)
      guard start < end else { continue }
      differ(upTo: shared.old + start, shared.new + start)
      (oldEnd, newEnd) = (shared.old + end, shared.new + end)
    }
    differ(upTo: old.upperBound, new.upperBound)
    return splices
  }
}

extension Node {
  /// A node and the offset where its text starts.
  private typealias Standing = (node: Node, start: Int)

  /// The subtrees that two trees share, in the order of the other's text: where each starts in both, and its length.
  /// Visits what is not shared, level by level, and nothing inside of what is.
  fileprivate func sharedSubtrees(with other: Node) -> [(old: Int, new: Int, count: Int)] {
    var (mine, theirs): ([Standing], [Standing]) = ([(self, 0)], [(other, 0)])
    var shared: [(old: Int, new: Int, count: Int)] = []
    for height in (0...max(height, other.height)).reversed() {
      var places: [UInt: Int] = [:]
      for (node, start) in mine where node.height == height { places[node.storage] = start }
      var found: Set<UInt> = []
      theirs = theirs.flatMap { node, start -> [Standing] in
        guard node.height == height, let place = places[node.storage] else {
          return Self.opened(node, start, height)
        }
        shared.append((place, start, node.summary.utf8))
        found.insert(node.storage)
        return []
      }
      mine = mine.flatMap { node, start in
        node.height == height && found.contains(node.storage) ? [] : Self.opened(node, start, height)
      }
    }
    return shared.sorted { $0.new < $1.new }
  }

  /// A node's children if it is of this height, else the node itself; no children of a leaf.
  private static func opened(_ node: Node, _ start: Int, _ height: UInt8) -> [Standing] {
    guard node.height == height else { return [(node, start)] }
    var start = start
    return node.children.map { child in
      defer { start += child.summary.utf8 }
      return (child, start)
    }
  }

  /// The address that tells this node's storage from that of every other node of its height.
  private var storage: UInt {
    isLeaf
      ? bytes.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
      : children.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
  }
}
