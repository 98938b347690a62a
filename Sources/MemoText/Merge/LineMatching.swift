/// The lines of one list that are still there in another, in order.
///
/// Lines that occur once in either list anchor the two texts (patience difference). Between them the same is done
/// again, as some lines occur only once there, until a block is small enough for the longest common subsequence. The
/// rest counts as changed: no input takes longer than O(n log n).
struct LineMatching {
  /// Pairs of indices, both rising.
  private(set) var pairs: [(old: Int, new: Int)] = []

  private let old: [Int]
  private let new: [Int]
  /// The number of times that each line occurs in the current block, and where; by identity.
  private var oldSeen: [Sighting]
  private var newSeen: [Sighting]

  private struct Sighting {
    var times = 0
    var index = 0
  }

  /// The most cells of a table that is filled in completely: about 40 for each line. Smaller in debug builds, so that
  /// short texts in tests have anchors.
  #if DEBUG
    private static let tableLimit = 60
  #else
    private static let tableLimit = 6_000
  #endif
  /// The deepest nesting of blocks. Each level examines every line once; real texts take three or four.
  private static let levels = 32

  init(_ identities: LineIdentities) {
    old = identities.old
    new = identities.new
    oldSeen = Array(repeating: Sighting(), count: identities.count)
    newSeen = oldSeen
    match(old.indices, new.indices, levels: LineMatching.levels)
  }

  private mutating func match(_ oldBlock: Range<Int>, _ newBlock: Range<Int>, levels: Int) {
    var (first, newFirst) = (oldBlock.lowerBound, newBlock.lowerBound)
    var (end, newEnd) = (oldBlock.upperBound, newBlock.upperBound)
    while first < end && newFirst < newEnd && old[first] == new[newFirst] {
      pairs.append((first, newFirst))
      first += 1
      newFirst += 1
    }
    while first < end && newFirst < newEnd && old[end - 1] == new[newEnd - 1] {
      end -= 1
      newEnd -= 1
    }
    if first < end && newFirst < newEnd {
      if (end - first) * (newEnd - newFirst) <= LineMatching.tableLimit {
        matchByTable(first..<end, newFirst..<newEnd)
      } else if levels > 0 {
        matchByAnchors(first..<end, newFirst..<newEnd, levels: levels)
      }
    }
    pairs.append(contentsOf: zip(end..<oldBlock.upperBound, newEnd..<newBlock.upperBound).map { ($0, $1) })
  }

  private mutating func matchByAnchors(_ oldBlock: Range<Int>, _ newBlock: Range<Int>, levels: Int) {
    let anchors = anchors(oldBlock, newBlock)
    guard !anchors.isEmpty else { return }
    var (first, newFirst) = (oldBlock.lowerBound, newBlock.lowerBound)
    for anchor in anchors {
      match(first..<anchor.old, newFirst..<anchor.new, levels: levels - 1)
      pairs.append(anchor)
      (first, newFirst) = (anchor.old + 1, anchor.new + 1)
    }
    match(first..<oldBlock.upperBound, newFirst..<newBlock.upperBound, levels: levels - 1)
  }

  /// As many pairs as possible of lines that occur once in either block, with both indices rising.
  private mutating func anchors(_ oldBlock: Range<Int>, _ newBlock: Range<Int>) -> [(old: Int, new: Int)] {
    for index in oldBlock { oldSeen[old[index]] = Sighting(times: oldSeen[old[index]].times + 1, index: index) }
    for index in newBlock { newSeen[new[index]] = Sighting(times: newSeen[new[index]].times + 1, index: index) }
    var candidates: [(old: Int, new: Int)] = []
    for index in oldBlock where oldSeen[old[index]].times == 1 && newSeen[old[index]].times == 1 {
      candidates.append((index, newSeen[old[index]].index))
    }
    for index in oldBlock { oldSeen[old[index]].times = 0 }
    for index in newBlock { newSeen[new[index]].times = 0 }
    return longestRising(candidates)
  }

  /// The longest common subsequence of two small blocks.
  private mutating func matchByTable(_ oldBlock: Range<Int>, _ newBlock: Range<Int>) {
    let width = newBlock.count + 1
    // In row `i` and column `j`: how many lines the blocks have in common after their first `i` and `j`.
    var common = [Int16](repeating: 0, count: (oldBlock.count + 1) * width)
    for row in (0..<oldBlock.count).reversed() {
      for column in (0..<newBlock.count).reversed() {
        let cell = row * width + column
        let isSame = old[oldBlock.lowerBound + row] == new[newBlock.lowerBound + column]
        common[cell] = isSame ? common[cell + width + 1] + 1 : max(common[cell + width], common[cell + 1])
      }
    }
    var (row, column) = (0, 0)
    while row < oldBlock.count && column < newBlock.count {
      let cell = row * width + column
      if old[oldBlock.lowerBound + row] == new[newBlock.lowerBound + column] {
        pairs.append((oldBlock.lowerBound + row, newBlock.lowerBound + column))
        row += 1
        column += 1
      } else if common[cell + width] >= common[cell + 1] {
        row += 1
      } else {
        column += 1
      }
    }
  }
}

/// The longest part of `pairs`, whose first members rise, in which the second ones rise too. O(n log n).
private func longestRising(_ pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
  // At `n`, the pair with the smallest `new` that ends a rising part of `n` + 1 pairs.
  var ends: [Int] = []
  var previous = [Int](repeating: -1, count: pairs.count)
  for index in pairs.indices {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if pairs[ends[middle]].new < pairs[index].new { low = middle + 1 } else { high = middle }
    }
    if low > 0 { previous[index] = ends[low - 1] }
    if low == ends.count { ends.append(index) } else { ends[low] = index }
  }
  var longest: [(old: Int, new: Int)] = []
  var next = ends.last ?? -1
  while next >= 0 {
    longest.append(pairs[next])
    next = previous[next]
  }
  return longest.reversed()
}
