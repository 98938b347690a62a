extension Rope {
  /// The edits that turn this text into `other`: byte ranges to replace, the last one first, so that each range is
  /// valid in this text and in the one that the edits before it leave. They don't touch, include no unchanged line, and
  /// every border lies between scalars and never inside a `\r
  /// `, before or after, so that it has a position.
  public func changes(to other: Rope) -> [(range: Range<Int>, text: String)] {
    let difference = LineDifference(from: self, to: other)
    var edits: [ByteEdit] = []
    for edit in difference.byteEdits {
      if let last = edits.last, last.old.upperBound == edit.old.lowerBound {
        edits[edits.count - 1].extend(to: edit)
      } else {
        edits.append(edit)
      }
    }
    return edits.reversed().map { ($0.old, String(decoding: difference.new[$0.new], as: UTF8.self)) }
  }
}

/// A range of bytes and the range that replaces it.
private struct ByteEdit {
  var old: Range<Int>
  var new: Range<Int>

  mutating func extend(to next: ByteEdit) {
    old = old.lowerBound..<next.old.upperBound
    new = new.lowerBound..<next.new.upperBound
  }

  /// Moves both beginnings and both ends by these many bytes.
  mutating func move(beginnings: Int, ends: Int) {
    old = (old.lowerBound + beginnings)..<(old.upperBound + ends)
    new = (new.lowerBound + beginnings)..<(new.upperBound + ends)
  }
}

extension LineDifference {
  /// All edits in order, each without the bytes that it keeps. Two may touch.
  fileprivate var byteEdits: [ByteEdit] {
    let lines = hunks.map { ByteEdit(old: old.range(of: $0.old), new: new.range(of: $0.new)) }
    let ends = endings.map { ByteEdit(old: old.terminatorRange(of: $0.old), new: new.terminatorRange(of: $0.new)) }
    let edits = (lines + ends).sorted {
      ($0.old.lowerBound, $0.new.lowerBound) < ($1.old.lowerBound, $1.new.lowerBound)
    }
    return edits.map(tightened)
  }

  private func tightened(_ edit: ByteEdit) -> ByteEdit {
    var edit = edit
    let (before, after) = sharedEnds(of: edit)
    edit.move(beginnings: before, ends: -after)
    // The byte on the other side of such a border is the same in both texts: it was shared or belongs to a kept line.
    if old.isInsidePair(edit.old.lowerBound) || new.isInsidePair(edit.new.lowerBound) {
      edit.move(beginnings: -1, ends: 0)
    }
    if old.isInsidePair(edit.old.upperBound) || new.isInsidePair(edit.new.upperBound) {
      edit.move(beginnings: 0, ends: 1)
    }
    return edit
  }

  /// The number of bytes that the old and the new text of `edit` share at either end, between scalars.
  private func sharedEnds(of edit: ByteEdit) -> (before: Int, after: Int) {
    old[edit.old].withUnsafeBufferPointer { old in
      new[edit.new].withUnsafeBufferPointer { new in
        let before = old.scalarBoundary(atOrBefore: old.sharedBytes(with: new, from: .beginning))
        let rest = UnsafeBufferPointer(rebasing: old[before...])
        var after = min(rest.sharedBytes(with: new, from: .end), new.count - before)
        while after > 0 && isContinuation(old[old.count - after]) { after -= 1 }
        return (before, after)
      }
    }
  }
}
