extension Rope {
  /// The number of a text's bytes that are folded at a time.
  #if DEBUG
    private static let pieceSize = 48
  #else
    private static let pieceSize = 65_536
  #endif

  /// The text in search form. O(n).
  public var searchForm: [UInt8] {
    var form: [UInt8] = []
    form.reserveCapacity(summary.utf8)
    var composer = CanonicalComposer()
    forEachPiece { piece, _ in
      SearchForm.append(piece, to: &form, &composer)
      return true
    }
    return form
  }

  /// The sources of stretches of the text's search form, in bytes of the text: whole scalars with their marks.
  ///
  /// - Parameter places: stretches of the form, in order, not overlapping.
  /// - Returns: as many ranges or fewer: of stretches from the same letter only the first.
  public func ranges(ofForm places: [Range<Int>]) -> [Range<Int>] {
    var borders = places[...]
    var ranges: [Range<Int>] = []
    var count = 0  // Of the form's bytes.
    var lower: Int?
    var form: [UInt8] = []
    var composer = CanonicalComposer()
    forEachPiece { piece, offset in
      guard let first = borders.first else { return false }
      // A piece that has grown is almost all one letter with its marks, to be folded only once.
      if lower == nil, piece.count <= Self.pieceSize {
        form.removeAll(keepingCapacity: true)
        SearchForm.append(piece, to: &form, &composer)
        if count + form.count <= first.lowerBound {
          count += form.count
          return true
        }
      }
      piece.forEachCluster { cluster in
        if cluster.count == 1 {
          count += 1  // One byte is ASCII, whose form is a byte, too.
        } else {
          form.removeAll(keepingCapacity: true)
          SearchForm.append(UnsafeBufferPointer(rebasing: piece[cluster]), to: &form, &composer)
          count += form.count
        }
        while let border = borders.first {
          if lower == nil, count > border.lowerBound { lower = offset + cluster.lowerBound }
          guard let start = lower, count >= border.upperBound else { break }
          if start >= ranges.last?.upperBound ?? 0 { ranges.append(start..<(offset + cluster.upperBound)) }
          borders.removeFirst()
          lower = nil
        }
        return !borders.isEmpty
      }
      return !borders.isEmpty
    }
    return ranges
  }

  /// Hands `body` the text in pieces that can be folded separately, each with its offset, until it answers false.
  private func forEachPiece(_ body: (UnsafeBufferPointer<UInt8>, Int) -> Bool) {
    var start = 0
    var size = Self.pieceSize
    var bytes: [UInt8] = []
    while start < summary.utf8 {
      let end = min(start + size, summary.utf8)
      bytes.removeAll(keepingCapacity: true)
      forEachChunk(in: start..<end) { bytes.append(contentsOf: $0) }
      let goesOn = bytes.withUnsafeBufferPointer { bytes -> Bool? in
        // A piece without a place to cut grows until there is one.
        guard let cut = end == summary.utf8 ? bytes.count : bytes.lastCut else { return nil }
        defer { start += cut }
        return body(UnsafeBufferPointer(rebasing: bytes[..<cut]), start)
      }
      if goesOn == false { return }
      size = goesOn == nil ? size * 4 : Self.pieceSize
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The last place, except the first, before a whole scalar that joins none before it; nil if there is none.
  fileprivate var lastCut: Int? {
    let table = FoldingTable.shared
    var place = scalarCut
    while place > 0 {
      place = scalarBoundary(atOrBefore: place - 1)
      if place > 0, !table.joinsPrevious(scalar(at: place).value) { return place }
    }
    return nil
  }

  /// The end of the last whole scalar, if the bytes may end inside one.
  fileprivate var scalarCut: Int {
    let start = scalarBoundary(atOrBefore: count - 1)
    return start + PositionEncoding.utf8.units(ofLead: self[start]) <= count ? count : start
  }

  /// Hands `body` each scalar together with those that join it, until it answers false.
  fileprivate func forEachCluster(_ body: (Range<Int>) -> Bool) {
    let table = FoldingTable.shared
    var start = 0
    while start < count {
      var end = start + scalar(at: start).width
      while end < count, table.joinsPrevious(scalar(at: end).value) { end += scalar(at: end).width }
      guard body(start..<end) else { return }
      start = end
    }
  }
}
