extension RevisionEdits {
  /// The edits that lead in one go to the text that `older` leads to from the result of these; nil if `older` does not
  /// fit. O(bytes of both).
  package func followed(by older: RevisionEdits) -> RevisionEdits? {
    guard let newerEdits = edits, let olderEdits = older.edits else { return nil }
    var composer = Composer(newerEdits)
    for edit in olderEdits { guard composer.take(edit) else { return nil } }
    return composer.result
  }

  /// One edit: the range that is replaced, and the bytes that replace it.
  struct Edit {
    let range: Range<Int>
    let bytes: ArraySlice<UInt8>
  }
}

/// Walks through the middle text, which is known only as edits of the newer text, and writes edits of the newer text.
private struct Composer {
  /// A part of the middle text: inserted bytes with the stretch that they replaced, or a stretch of the newer text.
  private enum Part {
    case put(ArraySlice<UInt8>, replacing: Range<Int>)
    case kept(Range<Int>)

    var count: Int {
      switch self {
      case .put(let bytes, _): bytes.count
      case .kept(let range): range.count
      }
    }

    /// The first bytes of the part, and its rest; what it replaced goes with the first.
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

  /// The rest of the middle text, the next part last; and the offset reached in it.
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

  /// Applies an edit of the middle text; false if it has no such place.
  mutating func take(_ edit: RevisionEdits.Edit) -> Bool {
    guard edit.range.lowerBound >= offset, pass(upTo: edit.range.lowerBound, keeps: true) else { return false }
    open.bytes += edit.bytes
    return pass(upTo: edit.range.upperBound, keeps: false)
  }

  /// The edits written, plus the rest.
  var result: RevisionEdits {
    var composer = self
    while let part = composer.parts.popLast() { composer.write(part, keeps: true) }
    composer.close(at: RevisionEdits.end)
    return composer.written
  }

  private mutating func pass(upTo end: Int, keeps: Bool) -> Bool {
    while offset < end {
      guard let part = parts.popLast() else { return end == RevisionEdits.end }
      // The number that stands for the text's end exceeds every count.
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

  /// Finishes the current edit; the next one starts no earlier than this.
  private mutating func close(at start: Int) {
    if !open.range.isEmpty || !open.bytes.isEmpty { written.replace(open.range, with: open.bytes) }
    open = (start..<start, [])
  }
}

/// Consecutive edits combined into one, added from the oldest on. Those of similar size are combined first, so that
/// adding n of them costs n log n.
package struct EditComposition {
  /// The edits added, each part of twice as many as the one after it, or none.
  private var parts: [RevisionEdits?] = []

  /// Creates an empty composition.
  package init() {}

  /// Adds edits that lead to the text where those before them start; false if they do not fit.
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
