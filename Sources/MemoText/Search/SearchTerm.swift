/// A sequence of bytes to be found in texts.
public struct SearchTerm: Sendable {
  /// What is looked for, in search form.
  public let bytes: [UInt8]
  /// The offsets in it of the three rarest bytes, which texts are scanned for. A shorter term repeats one.
  private let offsets: (Int, Int, Int)
  private let rare: (UInt8, UInt8, UInt8)
  /// The approximate share of places in a text that have those bytes.
  public let frequency: Double

  /// Prepares a search.
  ///
  /// - Parameters:
  ///   - bytes: the term in search form; not empty.
  ///   - histogram: how often each byte occurs, 256 numbers; empty if unknown.
  public init(_ bytes: [UInt8], histogram: [Int] = []) {
    self.bytes = bytes
    let counts = bytes.map { histogram.isEmpty ? 1 : histogram[Int($0)] + 1 }
    let byRarity = bytes.indices.sorted { counts[$0] < counts[$1] }.prefix(3)
    let places = (byRarity[0], byRarity[min(1, byRarity.count - 1)], byRarity[byRarity.count - 1])
    offsets = places
    rare = (bytes[places.0], bytes[places.1], bytes[places.2])
    let total = Double(max(1, histogram.reduce(0, +)))
    frequency = byRarity.reduce(1) { $0 * Double(counts[$1]) / total }
  }

  /// The next place of the bytes in a text, from a place on; nil if there is none.
  public func next(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let base = text.baseAddress else { return nil }
    let last = text.count - bytes.count
    var place = start
    while place + Self.block - 1 <= last {
      if isPossible(base + place), let match = match(base, in: place..<(place + Self.block)) { return match }
      place += Self.block
    }
    return place <= last ? match(base, in: place..<(last + 1)) : nil
  }

  /// Whether a text has the bytes.
  public func occurs(in text: UnsafeBufferPointer<UInt8>) -> Bool { next(in: text, from: 0) != nil }

  private static let block = 64

  /// Whether any place of a block has the rare bytes. As in ``ByteBlock``: a fixed number of steps and no early exit,
  /// so that the compiler vectorises it.
  @inline(__always)
  private func isPossible(_ block: UnsafePointer<UInt8>) -> Bool {
    let (first, second, third) = (block + offsets.0, block + offsets.1, block + offsets.2)
    let (firstByte, secondByte, thirdByte) = rare
    var found: UInt8 = 0
    var index = 0
    while index < Self.block {
      let pair: UInt8 = (first[index] == firstByte ? 1 : 0) & (second[index] == secondByte ? 1 : 0)
      found |= pair & (third[index] == thirdByte ? 1 : 0)
      index &+= 1
    }
    return found != 0
  }

  /// The first place in a range where the bytes are.
  private func match(_ base: UnsafePointer<UInt8>, in places: Range<Int>) -> Int? {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let (first, second, third) = (UInt64(rare.0) &* ones, UInt64(rare.1) &* ones, UInt64(rare.2) &* ones)
    var place = places.lowerBound
    // Eight places at a time: a byte of `differences` is 0 where all three match.
    while place &+ 8 <= places.upperBound {
      let differences =
        (word(base + place + offsets.0) ^ first) | (word(base + place + offsets.1) ^ second)
        | (word(base + place + offsets.2) ^ third)
      let low = ones &* 0x7F
      var equal = ~(((differences & low) &+ low) | differences | low)
      while equal != 0 {
        let match = place + equal.trailingZeroBitCount / 8
        // All bytes of such a short term have been compared.
        if bytes.count <= 3 || stands(at: base + match) { return match }
        equal &= equal &- 1
      }
      place &+= 8
    }
    while place < places.upperBound {
      if stands(at: base + place) { return place }
      place &+= 1
    }
    return nil
  }

  @inline(__always)
  private func word(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
  }

  private func stands(at place: UnsafePointer<UInt8>) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < bytes.count {
        if place[index] != bytes[index] { return false }
        index &+= 1
      }
      return true
    }
  }
}

extension [SearchTerm] {
  /// The places of several terms in a text: in order, without overlaps, the longer one where two begin at one place.
  public func places(in text: UnsafeBufferPointer<UInt8>, limit: Int) -> [Range<Int>] {
    var next = map { $0.next(in: text, from: 0) }
    var places: [Range<Int>] = []
    while places.count < limit {
      var best: Range<Int>?
      for (term, place) in zip(self, next) {
        guard let place else { continue }
        let found = place..<(place + term.bytes.count)
        if best.map({ (found.lowerBound, -found.count) < ($0.lowerBound, -$0.count) }) ?? true { best = found }
      }
      guard let best else { break }
      places.append(best)
      for index in indices {
        if let place = next[index], place < best.upperBound {
          next[index] = self[index].next(in: text, from: best.upperBound)
        }
      }
    }
    return places
  }
}
