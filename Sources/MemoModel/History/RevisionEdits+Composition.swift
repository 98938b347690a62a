extension RevisionEdits {
  /// The edits that lead at once to where `older` leads from the text that these lead to; nil if `older` does not fit.
  /// O(bytes of both).
  package func followed(by older: RevisionEdits) -> RevisionEdits? {
    guard let newerEdits = edits, let olderEdits = older.edits else { return nil }
    var composer = Composer(newerEdits)
    for edit in olderEdits { guard composer.take(edit) else { return nil } }
    return composer.result
  }

  /// One of them: what is replaced, and by which bytes.
  struct Edit {
    let range: Range<Int>
    let bytes: ArraySlice<UInt8>
  }
}

/// Goes through the text in the middle, which is there only as edits of the newer one, and writes edits of the newer
/// one.
private struct Composer {
  /// A part of the text in the middle: bytes put in, or a stretch of the newer text. What the former took the place of
  /// comes with it.
  private enum Part {
    case put(ArraySlice<UInt8>, replacing: Range<Int>)
    case kept(Range<Int>)

    var count: Int {
      switch self {
      case .put(let bytes, _): bytes.count
      case .kept(let range): range.count
      }
    }

    /// The part's beginning of so many bytes, and its rest; what it replaced goes with the beginning.
    func divided(at count: Int) -> (Part, Part) {
      switch self {
      case .put(let bytes, let replaced):
        let rest = replaced.upperBound..<replaced.upperBound
        return (.put(bytes.prefix(count), replacing: replaced), .put(bytes.dropFirst(count), replacing: rest))
      case .kept(let range):
        let middle = range.lowerBound + count
        return (.kept(range.lowerBound..<middle), .kept(middle..<range.upperBound))
      }
    }
  }

  /// What of the middle text is still to come, the next part last; and how far it has been gone through.
  private var parts: [Part] = []
  private var offset = 0
  /// The edit that is being written, of the newer text.
  private var open = (range: 0..<0, bytes: [UInt8]())
  private var written = RevisionEdits()

  init(_ newer: [RevisionEdits.Edit]) {
    var end = 0
    for edit in newer {
      parts.append(.kept(end..<edit.range.lowerBound))
      parts.append(.put(edit.bytes, replacing: edit.range))
      end = edit.range.upperBound
    }
    parts.append(.kept(end..<RevisionEdits.end))
    parts.reverse()
  }

  /// Carries out an edit of the middle text; false if it has no such place.
  mutating func take(_ edit: RevisionEdits.Edit) -> Bool {
    guard edit.range.lowerBound >= offset, pass(upTo: edit.range.lowerBound, keeps: true) else { return false }
    open.bytes += edit.bytes
    return pass(upTo: edit.range.upperBound, keeps: false)
  }

  /// All that was written, with what is left.
  var result: RevisionEdits {
    var composer = self
    while let part = composer.parts.popLast() { composer.write(part, keeps: true) }
    composer.close(at: RevisionEdits.end)
    return composer.written
  }

  private mutating func pass(upTo end: Int, keeps: Bool) -> Bool {
    while offset < end {
      guard let part = parts.popLast() else { return end == RevisionEdits.end }
      // What stands for the text's end is beyond every count.
      let wanted = end == RevisionEdits.end ? end : end - offset
      if wanted < part.count {
        let (first, rest) = part.divided(at: wanted)
        parts.append(rest)
        write(first, keeps: keeps)
        offset = end
      } else {
        offset += min(part.count, RevisionEdits.end - offset)
        write(part, keeps: keeps)
      }
    }
    return true
  }

  private mutating func write(_ part: Part, keeps: Bool) {
    switch part {
    case .put(let bytes, let replaced):
      open.range = open.range.lowerBound..<replaced.upperBound
      if keeps { open.bytes += bytes }
    case .kept(let range) where keeps && !range.isEmpty:
      close(at: range.upperBound)
    case .kept(let range):
      open.range = open.range.lowerBound..<range.upperBound
    }
  }

  /// Ends the edit that is being written; the next one starts no earlier than this.
  private mutating func close(at start: Int) {
    if !open.range.isEmpty || !open.bytes.isEmpty { written.replace(open.range, with: open.bytes) }
    open = (start..<start, [])
  }
}

/// Edits one after the other as one, added from the oldest on. Those of about the same number are put together first,
/// so that adding n of them costs n log n.
package struct EditComposition {
  /// What was added, each of twice as many edits as the one behind it or none.
  private var parts: [RevisionEdits?] = []

  /// Creates the sum of none.
  package init() {}

  /// Adds the edits that lead to the text from which those before them start; false if they do not fit.
  package mutating func add(_ edits: RevisionEdits) -> Bool {
    var sum = edits
    for index in parts.indices {
      guard let older = parts[index] else {
        parts[index] = sum
        return true
      }
      guard let both = sum.followed(by: older) else { return false }
      sum = both
      parts[index] = nil
    }
    parts.append(sum)
    return true
  }

  /// All of them; nil if they do not fit.
  package var sum: RevisionEdits? {
    var sum: RevisionEdits?
    for case .some(let older) in parts {
      guard let newer = sum else {
        sum = older
        continue
      }
      guard let both = newer.followed(by: older) else { return nil }
      sum = both
    }
    return sum ?? RevisionEdits()
  }
}
