extension Node {
  /// Hands `body` the text of `range`, in bytes, leaf by leaf and in order, until it answers false. No piece is empty.
  /// False if it was stopped.
  @discardableResult
  func visit<Failure: Error>(
    _ range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    if range.isEmpty { return true }
    if isLeaf {
      // The closure is given its error type by hand: it would be inferred as `any Error`.
      return try bytes.withUnsafeBufferPointer { (all) throws(Failure) -> Bool in
        try body(UnsafeBufferPointer(rebasing: all[range]))
      }
    }
    var start = 0
    for index in children.indices {
      let end = start + children[index].summary.utf8
      if start >= range.upperBound { break }
      if end > range.lowerBound {
        let local = (max(range.lowerBound, start) - start)..<(min(range.upperBound, end) - start)
        guard try children[index].visit(local, body) else { return false }
      }
      start = end
    }
    return true
  }
}
