extension Rope {
  /// The text. O(n).
  public var string: String { string(in: 0..<summary.utf8) }

  /// The text of `range`, in bytes and between scalars. O(log n + length).
  public func string(in range: Range<Int>) -> String {
    String(unsafeUninitializedCapacity: range.count) { buffer in
      var filled = 0
      root.visit(range) { chunk in
        let target = UnsafeMutableBufferPointer(rebasing: buffer[filled..<(filled + chunk.count)])
        filled += target.update(fromContentsOf: chunk)
        return true
      }
      return filled
    }
  }

  /// The text of `range`, in bytes and between scalars, sharing storage with this one. O(log n).
  public func slice(_ range: Range<Int>) -> Rope {
    Rope(root: root.prefix(upTo: range.upperBound).suffix(from: range.lowerBound))
  }

  /// Adds the text of `other` at the end, sharing its storage. O(log n).
  public mutating func append(_ other: Rope) {
    root = Node.concat(root, other.root)
  }

  /// Hands `body` the whole text in order, in pieces that are never empty and never cut a scalar. A piece may be used
  /// only inside `body`.
  public func forEachChunk<Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    try forEachChunk(in: 0..<summary.utf8, body)
  }

  /// Hands `body` the text of `range`, in bytes, in order, in pieces that are never empty. A piece may be used only
  /// inside `body`.
  public func forEachChunk<Failure: Error>(
    in range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    try root.visit(range) { (chunk) throws(Failure) -> Bool in
      try body(chunk)
      return true
    }
  }

  /// The text as one run of UTF-8. O(n).
  public var utf8Bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(summary.utf8)
    forEachChunk { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// Whether `range`, in bytes, lies in the text and cuts no scalar. O(log n).
  public func hasScalarBorders(_ range: Range<Int>) -> Bool {
    guard range.lowerBound >= 0, range.upperBound <= summary.utf8 else { return false }
    return [range.lowerBound, range.upperBound].allSatisfy { $0 == summary.utf8 || root.byte(at: $0) & 0xC0 != 0x80 }
  }
}
