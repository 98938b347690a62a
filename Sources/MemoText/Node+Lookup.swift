/// A place in a tree: a leaf, what comes before it, and an offset into it.
struct LeafPlace {
  /// The leaf's text.
  let bytes: [UInt8]
  /// The measure of all text before the leaf.
  let before: TextSummary
  /// Bytes from the start of the leaf.
  let local: Int

  /// Bytes from the start of the text.
  var offset: Int { before.utf8 + local }
  /// The measure of all text before the place.
  var prefix: TextSummary { before + TextSummary(counting: bytes, in: 0..<local) }
}

extension Node {
  /// The start of line `line`, from 1 to the number of line ends.
  func place(ofLine line: Int, before: TextSummary = .empty) -> LeafPlace {
    if isLeaf {
      let done = before.completedLineEnds(followedByLF: summary.startsWithLF)
      return LeafPlace(bytes: bytes, before: before, local: bytes.end(ofLineEnd: line - done))
    }
    var before = before
    for index in children.indices.dropLast() {
      let next = before + children[index].summary
      // A `\r` at the end of this child is only half a line end if the next one begins with `\n`.
      if next.completedLineEnds(followedByLF: children[index + 1].summary.startsWithLF) >= line {
        return children[index].place(ofLine: line, before: before)
      }
      before = next
    }
    return children[children.count - 1].place(ofLine: line, before: before)
  }

  /// The leaf that holds the place `units` of `encoding` from the start of the text, its offset left at 0.
  func leaf(atUnit units: Int, in encoding: PositionEncoding, before: TextSummary = .empty) -> LeafPlace {
    if isLeaf { return LeafPlace(bytes: bytes, before: before, local: 0) }
    var before = before
    var index = 0
    while index < children.count - 1 {
      let next = before + children[index].summary
      if next.length(in: encoding) >= units { break }
      before = next
      index += 1
    }
    return children[index].leaf(atUnit: units, in: encoding, before: before)
  }

  /// The place `offset` bytes from the start of the text.
  func place(atOffset offset: Int) -> LeafPlace {
    let leaf = leaf(atUnit: offset, in: .utf8)
    return LeafPlace(bytes: leaf.bytes, before: leaf.before, local: offset - leaf.before.utf8)
  }

  /// The byte at `offset`, which must be less than the length.
  func byte(at offset: Int) -> UInt8 {
    // One further, because a place at the border of two leaves is the end of the left one.
    let place = place(atOffset: offset + 1)
    return place.bytes[place.local - 1]
  }
}
