/// Names in their order, in little memory: of each only what it does not share with the one before it, but for one of
/// ``blockLength``, which is whole.
struct NameList {
  /// How many names there are.
  private(set) var count = 0
  /// Of each name how many bytes it shares with the one before, the others, and a byte that no text has.
  private var bytes: [UInt8] = []
  /// Where in these each block of names begins.
  private var blocks = PackedIntegers()
  private var keys = PackedIntegers()
  /// The name that was added last.
  private var last: [UInt8] = []
  /// How many bytes the block that is the longest has with all its names whole, and the last block.
  private var longestBlock = 0, lastBlock = 0

  /// How many names share what they begin with.
  private static let blockLength = 16
  /// What stands behind a title, and behind an alias.
  private static let behindTitle: UInt8 = 0xFF, behindAlias: UInt8 = 0xFE
  /// What stands for these in a name that is no text, as a damaged store may have.
  private static let noText: UInt8 = 0xFD

  /// How many bytes it takes, about.
  var memory: Int { bytes.count + blocks.memory + keys.memory }

  /// Adds a name, which comes behind those that were added before.
  mutating func append(_ form: [UInt8], isAlias: Bool, _ key: Int) {
    let form = form.contains { $0 >= Self.behindAlias } ? form.map { min($0, Self.noText) } : form
    var shared = 0
    if count % Self.blockLength == 0 {
      blocks.append(bytes.count)
      lastBlock = 0
    } else {
      while shared < min(last.count, form.count, Int(UInt8.max)), last[shared] == form[shared] { shared += 1 }
    }
    bytes.append(UInt8(shared))
    bytes += form[shared...]
    bytes.append(isAlias ? Self.behindAlias : Self.behindTitle)
    keys.append(key)
    lastBlock += form.count + 1
    longestBlock = max(longestBlock, lastBlock)
    last = form
    count += 1
  }

  /// Whose a name is.
  func key(_ entry: Int) -> Int { keys[entry] }

  /// A name, whole.
  func name(_ entry: Int) -> (form: [UInt8], isAlias: Bool) {
    withRoom { room in
      var starts: [Int] = []
      let end = unpack(entry / Self.blockLength, to: room, from: 0, &starts)
      starts.append(end)
      let place = entry % Self.blockLength
      let form = room[starts[place]..<starts[place + 1] - 1]
      return (Array(form), room[starts[place + 1] - 1] == Self.behindAlias)
    }
  }

  /// The names that begin with a text.
  func entries(beginningWith text: [UInt8]) -> Range<Int> {
    let first = firstEntry { $0.lexicographicallyPrecedes(text) }
    return first..<max(first, firstEntry { $0.starts(with: text) || $0.lexicographicallyPrecedes(text) })
  }

  /// The first name that is not among those at the beginning of which this is true.
  private func firstEntry(isBefore: ([UInt8]) -> Bool) -> Int {
    var range = 0..<count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = isBefore(name(middle).form) ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }

  /// Hands over where a text stands in names that do not begin with it, in order and up to the first word of each name
  /// that begins with it, until the body answers false.
  func forEachPlace(of text: [UInt8], _ body: (_ entry: Int, _ isWord: Bool) -> Bool) {
    withRoom(for: Self.portion) { room in
      var starts: [Int] = []
      var next = 0
      while next < blocks.count {
        let first = next * Self.blockLength
        starts.removeAll(keepingCapacity: true)
        var end = 0
        repeat {
          end = unpack(next, to: room, from: end, &starts)
          next += 1
        } while next < blocks.count && end + longestBlock <= room.count
        let names = UnsafeBufferPointer(rebasing: room[..<end])
        guard Self.search(names, starts, for: text, { body(first + $0, $1) }) else { return }
      }
    }
  }

  private static func search(
    _ names: UnsafeBufferPointer<UInt8>, _ starts: [Int], for text: [UInt8],
    _ body: (_ index: Int, _ isWord: Bool) -> Bool
  ) -> Bool {
    var (place, index) = (0, 0)
    while let found = names.firstPlace(of: text, from: place) {
      while index + 1 < starts.count, starts[index + 1] <= found { index += 1 }
      let isBeginning = starts[index] == found
      let isWord = !isBeginning && names.beginsWord(at: found)
      if !isBeginning, !body(index, isWord) { return false }
      guard isBeginning || isWord else {
        place = found + 1
        continue
      }
      guard index + 1 < starts.count else { return true }
      place = starts[index + 1]
    }
    return true
  }

  /// How many bytes of whole names are looked through in one go.
  private static let portion = 32 << 10

  /// Gives room for so many bytes of whole names, and for a block at least.
  private func withRoom<Result>(
    for count: Int = 0, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: max(count, longestBlock), body)
  }

  /// Writes the names of a block, each with what stands behind it.
  ///
  /// - Parameter starts: takes where each begins.
  /// - Returns: where they end.
  private func unpack(
    _ block: Int, to room: UnsafeMutableBufferPointer<UInt8>, from start: Int, _ starts: inout [Int]
  ) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      var place = blocks[block]
      let last = block + 1 < blocks.count ? blocks[block + 1] : bytes.count
      var (end, before) = (start, start)
      while place < last {
        let begin = end
        starts.append(begin)
        for offset in 0..<Int(bytes[place]) { room[begin + offset] = room[before + offset] }
        end += Int(bytes[place])
        repeat {
          place += 1
          room[end] = bytes[place]
          end += 1
        } while bytes[place] < Self.behindAlias
        place += 1
        before = begin
      }
      return end
    }
  }
}
