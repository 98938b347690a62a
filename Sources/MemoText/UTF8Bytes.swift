extension UnsafeBufferPointer<UInt8> {
  /// The last offset up to `offset` that lies between two scalars.
  func scalarBoundary(atOrBefore offset: Int) -> Int {
    var offset = offset
    while offset > 0 && offset < count && isContinuation(self[offset]) { offset -= 1 }
    return offset
  }

  /// Whether these bytes and those of `other`, as many, are the same.
  func hasSameBytes(as other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let mine = baseAddress, let theirs = other.baseAddress else { return true }
    var index = 0
    while index < count {
      let end = Swift.min(index + 256, count)
      // No early exit inside a block and no range to iterate over, so that the compiler vectorises it.
      var difference: UInt8 = 0
      while index < end {
        difference |= mine[index] ^ theirs[index]
        index &+= 1
      }
      if difference != 0 { return false }
    }
    return true
  }

  /// The number of bytes that these and `other` share, counted from `end` of both.
  func sharedBytes(with other: UnsafeBufferPointer<UInt8>, from end: TextEnd) -> Int {
    let most = Swift.min(count, other.count)
    var shared = 0
    switch end {
    case .beginning: while shared < most && self[shared] == other[shared] { shared += 1 }
    case .end: while shared < most && self[count - shared - 1] == other[other.count - shared - 1] { shared += 1 }
    }
    return shared
  }

  /// Whether these bytes are valid UTF-8, by the standard library's reading of it.
  package var isValidUTF8: Bool {
    // Piece by piece, because `String(validating:)` makes a copy of what it checks.
    var start = 0
    while start < count {
      var end = scalarBoundary(atOrBefore: Swift.min(start + 65_536, count))
      if end <= start { end = Swift.min(start + 65_536, count) }
      let piece = UnsafeBufferPointer(rebasing: self[start..<end])
      guard String(validating: piece, as: UTF8.self) != nil else { return false }
      start = end
    }
    return true
  }
}
