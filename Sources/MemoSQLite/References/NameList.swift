/// Sorted names in little memory: each without the prefix that it shares with the one before, except for one of every
/// ``blockLength``, which is whole.
struct NameList {
  /// The number of names.
  private(set) var count = 0
  /// For each name the number of bytes shared with the one before, the other bytes, and a byte that no text has.
  private var bytes: [UInt8] = []
  /// The start of each block of names in these.
  private var blocks = PackedIntegers()
  private var keys = PackedIntegers()
  /// The name that was added last.
  private var last: [UInt8] = []
  /// The size in bytes of the longest block with all its names whole, and of the last block.
  private var longestBlock = 0, lastBlock = 0

  /// The number of names in a block.
  private static let blockLength = 16
  /// The byte after a title, and after an alias.
  private static let behindTitle: UInt8 = 0xFF, behindAlias: UInt8 = 0xFE
  /// The replacement for these in a name that is not UTF-8, from a damaged store.
  private static let noText: UInt8 = 0xFD

  /// Its size in bytes, roughly.
  var memory: Int { bytes.count + blocks.memory + keys.memory }

  /// Adds a name, which must sort after those added before.
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

  /// The key of a name's memo.
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

  /// The first name for whose beginning a condition is false; it must be true for all before.
  private func firstEntry(isBefore: ([UInt8]) -> Bool) -> Int {
    var range = 0..<count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = isBefore(name(middle).form) ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }

  /// Hands over the places of a text in names that do not begin with it, in order and up to the first word of each name
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

  /// Hands over the names in order until the body answers false.
  func forEachName(_ body: (_ entry: Int, _ form: UnsafeBufferPointer<UInt8>, _ isAlias: Bool) -> Bool) {
    withRoom { room in
      var starts: [Int] = []
      for block in 0..<blocks.count {
        starts.removeAll(keepingCapacity: true)
        let end = unpack(block, to: room, from: 0, &starts)
        for (number, start) in starts.enumerated() {
          let mark = (number + 1 < starts.count ? starts[number + 1] : end) - 1
          let form = UnsafeBufferPointer(rebasing: room[start..<mark])
          guard body(block * Self.blockLength + number, form, room[mark] == Self.behindAlias) else { return }
        }
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

  /// The number of bytes of whole names that are scanned in one go.
  private static let portion = 32 << 10

  /// Provides room for this many bytes of whole names, and at least for a block.
  private func withRoom<Result>(
    for count: Int = 0, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: max(count, longestBlock), body)
  }

  /// Writes the names of a block, each followed by its closing byte.
  ///
  /// - Parameter starts: receives the start of each.
  /// - Returns: the end of the last.
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
