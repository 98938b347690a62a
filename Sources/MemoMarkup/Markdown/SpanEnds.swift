/// The possible ends of code and HTML in a block. Most code ends near its beginning; as soon as some does not, all ends
/// are found at once, so that no text makes this look at each byte again and again.
struct SpanEnds {
  /// The kinds of HTML other than tags.
  enum HTML: Int, CaseIterable {
    case comment, instruction, data, declaration
  }

  private let bytes: [UInt8]
  private let range: Range<Int>
  /// All ends, once they were found.
  private var all: All?

  private struct All {
    /// The starts of runs of backticks by their length, the last one first.
    var runs: [Int: [Int]] = [:]
    /// The `>` that may end HTML of each kind, the last one first.
    var closers: [[Int]] = HTML.allCases.map { _ in [] }
  }

  /// Takes a block.
  init(_ bytes: [UInt8], _ range: Range<Int>) { (self.bytes, self.range) = (bytes, range) }

  /// The end of code that begins with a run of backticks, behind its marks; nil if it has none. Must be asked from
  /// front to back.
  mutating func code(from start: Int, to end: Int) -> Int? {
    let length = end - start
    guard all != nil else {
      var place = end
      while let next = nextMark(from: place) {
        place = endOfRun(from: next)
        if place == next { place += 1 } else if place - next == length { return place }
      }
      all = findAll()
      return nil
    }
    while let next = all?.runs[length]?.last, next < end { all?.runs[length]?.removeLast() }
    return all?.runs[length]?.last.map { $0 + length }
  }

  /// The `>` that ends HTML whose content begins at a place; nil if there is none. Must be asked from front to back.
  mutating func html(_ kind: HTML, from start: Int) -> Int? {
    // The beginning and the end may not overlap.
    let first = start + [2, 1, 2, 0][kind.rawValue]
    if all == nil { all = findAll() }
    while let next = all?.closers[kind.rawValue].last, next < first { all?.closers[kind.rawValue].removeLast() }
    return all?.closers[kind.rawValue].last
  }

  private func findAll() -> All {
    var all = All()
    func isBefore(_ index: Int, _ scalar: Unicode.Scalar, _ distance: Int) -> Bool {
      index - distance >= range.lowerBound && bytes[index - distance] == UInt8(ascii: scalar)
    }
    var place = range.lowerBound
    while let index = nextMark(from: place) {
      place = endOfRun(from: index)
      if place > index {
        all.runs[place - index, default: []].append(index)
        continue
      }
      place += 1
      all.closers[HTML.declaration.rawValue].append(index)
      if isBefore(index, "?", 1) { all.closers[HTML.instruction.rawValue].append(index) }
      if isBefore(index, "-", 1), isBefore(index, "-", 2) { all.closers[HTML.comment.rawValue].append(index) }
      if isBefore(index, "]", 1), isBefore(index, "]", 2) { all.closers[HTML.data.rawValue].append(index) }
    }
    for index in all.runs.values.indices { all.runs.values[index].reverse() }
    for kind in all.closers.indices { all.closers[kind].reverse() }
    return all
  }

  /// The first backtick or `>` from a place on.
  private func nextMark(from start: Int) -> Int? {
    var index = start
    while index < range.upperBound {
      if bytes[index] == UInt8(ascii: "`") || bytes[index] == UInt8(ascii: ">") { return index }
      index = bytes.skipPlain(from: index + 1, before: range.upperBound)
    }
    return nil
  }

  /// The end of the run of backticks at a place; the place itself if there is none.
  private func endOfRun(from start: Int) -> Int {
    bytes[start..<range.upperBound].firstIndex { $0 != UInt8(ascii: "`") } ?? range.upperBound
  }
}
