/// Where a column falls within a leaf.
enum Column {
  /// At this byte of the leaf: on the column, or at the end of the line where the line is shorter.
  case offset(Int)
  /// Inside a scalar that takes more than one unit.
  case insideScalar
  /// After the leaf: the line goes on in the next one.
  case pastLeaf
}

extension [UInt8] {
  /// The offset after line end number `number`, from 1, of a leaf in which as many end: were a `\r` at its end only the
  /// first half of one, the number would be of one before it.
  func end(ofLineEnd number: Int) -> Int {
    withUnsafeBufferPointer { text in
      var left = number
      var start = 0
      while let ends = ByteBlock(text, from: start, lookahead: 1)?.lineEnds, ends < left {
        left -= ends
        start += ByteBlock.size
      }
      for index in start..<text.count {
        let meetsLF = index + 1 < text.count && text[index + 1] == LineByte.lf
        guard text[index] == LineByte.lf || (text[index] == LineByte.cr && !meetsLF) else { continue }
        left -= 1
        if left == 0 { return index + 1 }
      }
      return text.count
    }
  }

  /// Where the place lies that is `units` of `encoding` after byte `start`, or the end of its line if that comes first.
  func column(_ units: Int, from start: Int, in encoding: PositionEncoding) -> Column {
    withUnsafeBufferPointer { text in
      var left = units
      var start = start
      while left > 0, let size = ByteBlock(text, from: start)?.units(in: encoding), size <= left {
        left -= size
        start += ByteBlock.size
      }
      // What is left of a scalar that began in the last block.
      while start < text.count && isContinuation(text[start]) {
        if encoding == .utf8 { left -= 1 }
        start += 1
      }
      if left < 0 { return .insideScalar }
      while start < text.count {
        let lead = text[start]
        if left == 0 || lead == LineByte.lf || lead == LineByte.cr { return .offset(start) }
        left -= encoding.units(ofLead: lead)
        if left < 0 { return .insideScalar }
        start += PositionEncoding.utf8.units(ofLead: lead)
      }
      return left == 0 ? .offset(text.count) : .pastLeaf
    }
  }
}
