/// The possible ends of code and HTML in a block, found once for all of them.
struct SpanEnds {
  /// The kinds of HTML other than tags.
  enum HTML: Int, CaseIterable {
    case comment, instruction, data, declaration
  }

  /// The starts of runs of backticks by their length, the last one first.
  private var runs: [Int: [Int]] = [:]
  /// The `>` that may end HTML of each kind, the last one first.
  private var closers: [[Int]] = HTML.allCases.map { _ in [] }

  /// Looks for the ends in a block.
  init(_ bytes: [UInt8], _ range: Range<Int>) {
    func isBefore(_ index: Int, _ scalar: Unicode.Scalar, _ distance: Int) -> Bool {
      index - distance >= range.lowerBound && bytes[index - distance] == UInt8(ascii: scalar)
    }
    var index = range.upperBound
    while index > range.lowerBound {
      index -= 1
      if bytes[index] == UInt8(ascii: "`") {
        let end = index + 1
        while isBefore(index, "`", 1) { index -= 1 }
        runs[end - index, default: []].append(index)
      } else if bytes[index] == UInt8(ascii: ">") {
        closers[HTML.declaration.rawValue].append(index)
        if isBefore(index, "?", 1) { closers[HTML.instruction.rawValue].append(index) }
        if isBefore(index, "-", 1), isBefore(index, "-", 2) { closers[HTML.comment.rawValue].append(index) }
        if isBefore(index, "]", 1), isBefore(index, "]", 2) { closers[HTML.data.rawValue].append(index) }
      }
    }
  }

  /// The end of code that begins with a run of backticks, behind its marks; nil if it has none. Must be asked from
  /// front to back.
  mutating func code(from start: Int, to end: Int) -> Int? {
    let length = end - start
    while let next = runs[length]?.last, next < end { runs[length]?.removeLast() }
    return runs[length]?.last.map { $0 + length }
  }

  /// The `>` that ends HTML whose content begins at a place; nil if there is none. Must be asked from front to back.
  mutating func html(_ kind: HTML, from start: Int) -> Int? {
    // The beginning and the end may not overlap.
    let first = start + [2, 1, 2, 0][kind.rawValue]
    while let next = closers[kind.rawValue].last, next < first { closers[kind.rawValue].removeLast() }
    return closers[kind.rawValue].last
  }
}
