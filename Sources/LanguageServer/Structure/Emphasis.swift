/// Words that are emphasised or struck through, with their marks and without.
enum Emphasis {
  /// The most bytes of a block that are looked at.
  private static let longest = 10_000

  /// Marks that may begin or end it.
  private struct Run {
    let mark: UInt8
    var range: Range<Int>
    let opens: Bool, closes: Bool
  }

  /// The ranges in a block: marks are in pairs as in CommonMark (0.31.2, section 6.2), but for sums of three.
  ///
  /// - Parameter code: what has no marks in it, in order.
  static func all(in block: Range<Int>, _ bytes: [UInt8], without code: [Range<Int>]) -> [Range<Int>] {
    guard block.count <= longest else { return [] }
    var (open, found): ([Run], [Range<Int>]) = ([], [])
    for var run in runs(in: block, bytes, without: code) {
      while run.closes, !run.range.isEmpty, let index = open.lastIndex(where: { $0.mark == run.mark }) {
        let count = min(2, open[index].range.count, run.range.count)
        let inner = open[index].range.upperBound..<run.range.lowerBound
        found += [inner, inner.lowerBound - count..<inner.upperBound + count]
        open[index].range.removeLast(count)
        run.range.removeFirst(count)
        open.removeSubrange((open[index].range.isEmpty ? index : index + 1)...)
      }
      if run.opens, !run.range.isEmpty { open.append(run) }
    }
    return found.filter { !$0.isEmpty }
  }

  private static func runs(in block: Range<Int>, _ bytes: [UInt8], without code: [Range<Int>]) -> [Run] {
    var (runs, place): ([Run], Int) = ([], block.lowerBound)
    var code = code.drop { $0.upperBound <= block.lowerBound }
    while place < block.upperBound {
      while let first = code.first, first.upperBound <= place { code.removeFirst() }
      if let first = code.first, first.contains(place) {
        place = first.upperBound
      } else if bytes[place] == UInt8(ascii: "\\") {
        place += 2
      } else if "*_~".utf8.contains(bytes[place]) {
        let end = bytes[place..<block.upperBound].firstIndex { $0 != bytes[place] } ?? block.upperBound
        let before = place > block.lowerBound ? bytes[place - 1] : 0x20
        let behind = end < block.upperBound ? bytes[end] : 0x20
        let (isLeft, isRight) = (before.isApart, behind.isApart)
        // Within a word `_` is a letter.
        let isWithin = bytes[place] == UInt8(ascii: "_") && !before.isEdge && !behind.isEdge
        runs.append(
          Run(
            mark: bytes[place], range: place..<end, opens: !isRight && (isLeft || !isWithin),
            closes: !isLeft && (isRight || !isWithin)))
        place = end
      } else {
        place += 1
      }
    }
    return runs
  }
}

extension UInt8 {
  /// Whether it is white space.
  fileprivate var isApart: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

  /// Whether it is no part of a word.
  fileprivate var isEdge: Bool {
    isApart || (0x21...0x2F).contains(self) || (0x3A...0x40).contains(self) || (0x5B...0x60).contains(self)
      || (0x7B...0x7E).contains(self)
  }
}

extension ArraySlice<UInt8> {
  /// The range of a code span without its marks.
  var withoutMarks: Range<Int> {
    let count = prefix { $0 == UInt8(ascii: "`") }.count
    let isSpan = count > 0 && self.count > 2 * count && suffix(count).allSatisfy { $0 == UInt8(ascii: "`") }
    return isSpan ? startIndex + count..<endIndex - count : startIndex..<endIndex
  }
}
