/// The places of rows, by the hashes of what the rows are found by. The rows stand elsewhere: each takes 8 bytes here,
/// and some room.
struct PlaceTable {
  /// A place each, with half a hash above it; all bits where there is none. The number of slots is a power of two, and
  /// what finds its slot taken stands in the next that is free.
  private var slots: [UInt64]
  private var count = 0

  private static let (none, placeMask) = (UInt64.max, UInt64(UInt32.max))

  /// An empty one, with room for so many.
  init(for capacity: Int = 0) {
    slots = []
    grow(for: capacity)
  }

  /// The hash of some bytes, another one in each process.
  static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }

  /// The place with this hash for which a condition holds; nil if there is none.
  func place(_ hash: UInt32, where isMeant: (Int) -> Bool) -> Int? {
    slots.withUnsafeBufferPointer { slots in
      var index = Int(hash) & (slots.count - 1)
      while slots[index] != Self.none {
        let place = Int(slots[index] & Self.placeMask)
        if UInt32(slots[index] >> 32) == hash, isMeant(place) { return place }
        index = (index + 1) & (slots.count - 1)
      }
      return nil
    }
  }

  /// Adds a place that is not there yet.
  mutating func add(_ place: Int, _ hash: UInt32) {
    if (count + 1) * 5 > slots.count * 4 { grow(for: 2 * count) }
    put(UInt64(hash) << 32 | UInt64(place))
    count += 1
  }

  /// Has a row stand elsewhere.
  mutating func move(_ place: Int, to other: Int, _ hash: UInt32) {
    if let index = index(of: place, hash) { slots[index] = UInt64(hash) << 32 | UInt64(other) }
  }

  mutating func remove(_ place: Int, _ hash: UInt32) {
    guard var free = index(of: place, hash) else { return }
    count -= 1
    slots[free] = Self.none
    // What stands behind it because its own slot was taken moves up.
    var index = free
    while true {
      index = (index + 1) & (slots.count - 1)
      guard slots[index] != Self.none else { return }
      let own = Int(slots[index] >> 32) & (slots.count - 1)
      if (index - own) & (slots.count - 1) >= (index - free) & (slots.count - 1) {
        slots.swapAt(free, index)
        free = index
      }
    }
  }

  private func index(of place: Int, _ hash: UInt32) -> Int? {
    var index = Int(hash) & (slots.count - 1)
    while slots[index] != Self.none {
      if slots[index] == UInt64(hash) << 32 | UInt64(place) { return index }
      index = (index + 1) & (slots.count - 1)
    }
    return nil
  }

  private mutating func put(_ slot: UInt64) {
    var index = Int(slot >> 32) & (slots.count - 1)
    while slots[index] != Self.none { index = (index + 1) & (slots.count - 1) }
    slots[index] = slot
  }

  private mutating func grow(for capacity: Int) {
    var room = max(8, slots.count)
    while capacity * 5 > room * 4 { room *= 2 }
    let old = slots
    slots = Array(repeating: Self.none, count: room)
    for slot in old where slot != Self.none { put(slot) }
  }
}
