extension Node {
  /// Puts `text`, valid UTF-8, in the place of `range`, in bytes and between scalars. O(log n + text).
  mutating func replace(_ range: Range<Int>, with text: UnsafeBufferPointer<UInt8>) {
    if replaceInLeaf(range, with: text, isRoot: true) { return }
    let left = prefix(upTo: range.lowerBound)
    let right = suffix(from: range.upperBound)
    self = Node.concat(Node.concat(left, Node(text: text)), right)
  }

  /// The path of a keystroke: an edit inside one leaf that makes it neither too big nor too small, done in place
  /// wherever no other rope shares the storage. False, with nothing changed, if it can't be done so.
  private mutating func replaceInLeaf(
    _ range: Range<Int>, with text: UnsafeBufferPointer<UInt8>, isRoot: Bool
  ) -> Bool {
    if isLeaf {
      let count = bytes.count - range.count + text.count
      guard count <= NodeLimits.leaf.upperBound, isRoot || count >= NodeLimits.leaf.lowerBound else { return false }
      replaceBytes(range, with: text, newCount: count)
      return true
    }
    // At the border of two leaves the left one is taken: typing goes on where it was.
    let (index, start) = child(around: range.upperBound)
    guard start <= range.lowerBound else { return false }
    let old = children[index].summary
    let local = (range.lowerBound - start)..<(range.upperBound - start)
    guard children[index].replaceInLeaf(local, with: text, isRoot: false) else { return false }
    let new = children[index].summary
    if new.startsWithLF == old.startsWithLF && new.endsWithCR == old.endsWithCR {
      summary.exchange(old, for: new)
    } else {
      summary = Node.sum(of: children)
    }
    return true
  }

  /// Edits a leaf's bytes and brings its summary up to date from what changed and the byte on either side of it, the
  /// only ones that can make or break a `\r\n` with it.
  private mutating func replaceBytes(
    _ range: Range<Int>, with text: UnsafeBufferPointer<UInt8>, newCount: Int
  ) {
    let before = TextSummary(counting: bytes, in: max(range.lowerBound - 1, 0)..<range.lowerBound)
    let after = TextSummary(counting: bytes, in: range.upperBound..<min(range.upperBound + 1, bytes.count))
    let old = before + TextSummary(counting: bytes, in: range) + after
    let new = before + TextSummary(counting: text) + after
    // Twice as much as needed, so that typing seldom moves a leaf, and a short memo does not take a whole leaf's room.
    if bytes.capacity < newCount { bytes.reserveCapacity(min(max(newCount * 2, 64), NodeLimits.leaf.upperBound)) }
    bytes.replaceSubrange(range, with: text)
    summary.exchange(old, for: new)
    summary.startsWithLF = bytes.first == LineByte.lf
    summary.endsWithCR = bytes.last == LineByte.cr
  }
}
