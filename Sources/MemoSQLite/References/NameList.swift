/// Sorted names in little memory: each without the prefix that it shares with the one before, except for one of every
/// ``blockLength``, which is whole.
struct NameList {
  /// A name while it is handed over: its bytes stay until the next one is.
  struct Name {
    /// The number of names before it.
    let entry: Int
    let form: UnsafeBufferPointer<UInt8>
    let isAlias: Bool
    /// The number of bytes that it has in common with the name handed over before; there may be more.
    let shared: Int
  }

  /// The number of names.
  private(set) var count = 0
  /// For each name the number of bytes shared with the one before, the other bytes, and a byte that no text has.
  private var bytes: [UInt8] = []
  /// The start of each block of names in these.
  private var blocks = PackedIntegers()
  private var keys = PackedIntegers()
  /// The name that was added last.
  private var last: [UInt8] = []
  /// The size in bytes of the longest name.
  private(set) var longest = 0

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
    } else {
      while shared < min(last.count, form.count, Int(UInt8.max)), last[shared] == form[shared] { shared += 1 }
    }
    bytes.append(UInt8(shared))
    bytes += form[shared...]
    bytes.append(isAlias ? Self.behindAlias : Self.behindTitle)
    keys.append(key)
    longest = max(longest, form.count)
    last = form
    count += 1
  }

  /// The key of a name's memo.
  func key(_ entry: Int) -> Int { keys[entry] }

  /// A name, whole.
  func name(_ entry: Int) -> (form: [UInt8], isAlias: Bool) {
    var found: (form: [UInt8], isAlias: Bool) = ([], false)
    forEachName(fromBlock: entry / Self.blockLength) { name in
      guard name.entry == entry else { return true }
      found = (Array(name.form), name.isAlias)
      return false
    }
    return found
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

  /// Hands over the names in order until the body answers false.
  func forEachName(fromBlock first: Int = 0, _ body: (Name) -> Bool) {
    guard first < blocks.count else { return }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: longest) { room in
      bytes.withUnsafeBufferPointer { bytes in
        var (entry, place) = (first * Self.blockLength, blocks[first])
        while place < bytes.count {
          // What a name shares with the one before is there already.
          let shared = Int(bytes[place])
          var end = shared
          place += 1
          while bytes[place] < Self.behindAlias {
            room[end] = bytes[place]
            end += 1
            place += 1
          }
          let form = UnsafeBufferPointer(rebasing: room[..<end])
          let isAlias = bytes[place] == Self.behindAlias
          guard body(Name(entry: entry, form: form, isAlias: isAlias, shared: shared)) else { return }
          place += 1
          entry += 1
        }
      }
    }
  }
}
