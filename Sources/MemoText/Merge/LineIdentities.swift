/// A number for every line of two lists: the same for lines with the same bytes, whatever their terminators.
struct LineIdentities {
  private(set) var old: [Int] = []
  private(set) var new: [Int] = []
  /// All numbers are less than this.
  private(set) var count = 0

  init(old: Lines, new: Lines) {
    var known: [LineContent: Int] = [:]
    known.reserveCapacity(old.numbers.count + new.numbers.count)
    self.old = old.numbers.map { LineIdentities.identity(of: old.content(of: $0), &known) }
    self.new = new.numbers.map { LineIdentities.identity(of: new.content(of: $0), &known) }
    count = known.count
  }

  private static func identity(of content: ArraySlice<UInt8>, _ known: inout [LineContent: Int]) -> Int {
    let line = LineContent(bytes: content)
    if let identity = known[line] { return identity }
    let identity = known.count
    known[line] = identity
    return identity
  }
}

/// The bytes of a line, hashed as one run and with the process's own seed: no client can make its lines collide.
private struct LineContent: Hashable {
  let bytes: ArraySlice<UInt8>

  static func == (left: Self, right: Self) -> Bool {
    left.bytes.withUnsafeBufferPointer { left in
      right.bytes.withUnsafeBufferPointer { left.count == $0.count && left.hasSameBytes(as: $0) }
    }
  }

  func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}
