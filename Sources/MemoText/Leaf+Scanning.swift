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
  /// The offset after line end number `number`, from 1, of a leaf that holds that many. Not for a `\r` at the leaf's
  /// end that is half a line end.
  func end(ofLineEnd number: Int) -> Int {
    withUnsafeBufferPointer { text in
      var left = number
      var start = 0
      while let ends = ByteBlock(text, from: start, lookahead: 1)?.lineEnds, ends < left {
        left -= ends
        start += ByteBlock.size
      }
      for index in start..<text.count {
        let byte = text[index]
        guard byte <= LineByte.cr else { continue }
        let meetsLF = index + 1 < text.count && text[index + 1] == LineByte.lf
        guard byte == LineByte.lf || (byte == LineByte.cr && !meetsLF) else { continue }
        left -= 1
        if left == 0 { return index + 1 }
      }
      return text.count
    }
  }

  /// The place `units` of `encoding` after byte `start`, or the end of the line if that comes first.
  func column(_ units: Int, from start: Int, in encoding: PositionEncoding) -> Column {
    withUnsafeBufferPointer { text in
      var left = units
      var start = start
      while left > 0, let size = ByteBlock(text, from: start)?.units(in: encoding), size <= left {
        left -= size
        start += ByteBlock.size
      }
      // The rest of a scalar that began in the last block.
      while start < text.count && isContinuation(text[start]) {
        if encoding == .utf8 { left -= 1 }
        start += 1
      }
      if left < 0 { return .insideScalar }
      while start < text.count {
        if left == 0 { return .offset(start) }
        let lead = text[start]
        if lead > LineByte.cr, lead < 0x80 {
          left -= 1
          start += 1
          continue
        }
        if lead == LineByte.lf || lead == LineByte.cr { return .offset(start) }
        left -= encoding.units(ofLead: lead)
        if left < 0 { return .insideScalar }
        start += PositionEncoding.utf8.units(ofLead: lead)
      }
      return left == 0 ? .offset(text.count) : .pastLeaf
    }
  }
}
