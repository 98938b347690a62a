extension Rope {
  /// The stretches in which another text differs from this one, in order: byte ranges here, and those that took their place
  /// there. Storage that the two share is known to be the same without a look at it, so that many edits far apart are many
  /// small stretches; between them texts of other origin count as different.
  public func splices(to other: Rope) -> [(old: Range<Int>, new: Range<Int>)] {
    let (prefix, suffix) = sharedEnds(with: other)
    let old = prefix..<(summary.utf8 - suffix)
    let new = prefix..<(other.summary.utf8 - suffix)
    if old.isEmpty, new.isEmpty { return [] }
    if max(old.count, new.count) <= Self.smallSplice { return [(old, new)] }
    return splices(in: old, to: other, in: new)
  }

  /// A stretch up to this many bytes is not looked into: writing it costs no more than looking.
  private static let smallSplice = 16 << 10

  private func splices(in old: Range<Int>, to other: Rope, in new: Range<Int>) -> [(old: Range<Int>, new: Range<Int>)] {
    var places: [UInt: Int] = [:]
    forEachLeaf(in: old) { places[$0] = $1.lowerBound }
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
    other.forEachLeaf(in: new) { identity, range in
      guard let place = places[identity], place >= oldEnd, place + range.count <= old.upperBound else { return }
      differ(upTo: place, range.lowerBound)
      (oldEnd, newEnd) = (place + range.count, range.upperBound)
    }
    differ(upTo: old.upperBound, new.upperBound)
    return splices
  }

  /// Tells of each leaf that lies in a range what names its storage, and where it stands.
  private func forEachLeaf(in range: Range<Int>, _ body: (UInt, Range<Int>) -> Void) {
    root.forEachLeaf(at: 0, in: range, body)
  }
}

extension Node {
  fileprivate func forEachLeaf(at start: Int, in range: Range<Int>, _ body: (UInt, Range<Int>) -> Void) {
    let own = start..<(start + summary.utf8)
    guard own.overlaps(range) else { return }
    if isLeaf {
      guard own.lowerBound >= range.lowerBound, own.upperBound <= range.upperBound, !own.isEmpty else { return }
      bytes.withUnsafeBufferPointer { body(UInt(bitPattern: $0.baseAddress), own) }
      return
    }
    var offset = start
    for child in children {
      child.forEachLeaf(at: offset, in: range, body)
      offset += child.summary.utf8
    }
  }
}
