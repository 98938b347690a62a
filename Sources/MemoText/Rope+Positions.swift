extension Rope {
  /// The offset that `position` names, counted in `encoding`. O(log n).
  ///
  /// A `character` past the end of its line means the end of the line before its terminator; a `line` equal to
  /// `lineCount` means the end of the text. Any other position the text doesn't have is a `PositionError`.
  public func offset(of position: TextPosition, in encoding: PositionEncoding) throws(PositionError) -> Int {
    try offset(of: position, from: startOfLine(of: position), in: encoding)
  }

  /// The start of a position's line; nil if it names the end of the text.
  func startOfLine(of position: TextPosition) throws(PositionError) -> LeafPlace? {
    guard position.line >= 0, position.character >= 0 else {
      throw PositionError(position: position, reason: .negative)
    }
    guard position.line < lineCount else {
      if position.line == lineCount { return nil }
      throw PositionError(position: position, reason: .lineBeyondEnd(lineCount: lineCount))
    }
    return startOfLine(position.line)
  }

  /// The offset of a position whose line starts there; nil names the end of the text. Its `character` is not negative.
  func offset(
    of position: TextPosition, from start: LeafPlace?, in encoding: PositionEncoding
  ) throws(PositionError) -> Int {
    guard let start else { return summary.utf8 }
    // Most positions are in the leaf where their line starts.
    var column = start.bytes.column(position.character, from: start.local, in: encoding)
    var before = start.before.utf8
    if case .pastLeaf = column {
      if start.before.utf8 + start.bytes.count == summary.utf8 { return summary.utf8 }
      let first = start.prefix.length(in: encoding)
      let target = first + min(position.character, length(in: encoding) - first)
      let leaf = root.leaf(atUnit: target, in: encoding)
      // A line end before the leaf means that the line stops short of it.
      if leaf.before.lineEnds > position.line { return endOfLine(position.line) }
      column = leaf.bytes.column(target - leaf.before.length(in: encoding), from: 0, in: encoding)
      before = leaf.before.utf8
    }
    switch column {
    case .offset(let local): return before + local
    case .pastLeaf: return summary.utf8
    case .insideScalar:
      throw PositionError(position: position, reason: encoding == .utf8 ? .insideUTF8Sequence : .insideSurrogatePair)
    }
  }

  /// The position of `offset`, counted in `encoding`; between `\r` and `\n` it is the end of their line.
  /// O(log n).
  public func position(at offset: Int, in encoding: PositionEncoding) -> TextPosition {
    let prefix = root.place(atOffset: offset).prefix
    let insidePair = prefix.endsWithCR && offset < summary.utf8 && root.byte(at: offset) == LineByte.lf
    let line = prefix.completedLineEnds(followedByLF: insidePair)
    let start = startOfLine(line).prefix
    let units = prefix.length(in: encoding) - start.length(in: encoding)
    return TextPosition(line: line, character: insidePair ? units - 1 : units)
  }

  /// Where line `line` starts, from 0 to `lineCount` - 1.
  private func startOfLine(_ line: Int) -> LeafPlace {
    line == 0 ? root.leaf(atUnit: 0, in: .utf8) : root.place(ofLine: line)
  }

  /// The offset of the end of line `line`, from 0 to `lineCount` - 1, before its terminator. O(log n).
  package func endOfLine(_ line: Int) -> Int {
    guard line < summary.lineEnds else { return summary.utf8 }
    let next = root.place(ofLine: line + 1)
    let end = next.offset
    // The terminator is nearly always in the leaf at hand.
    let byte = { (index: Int) in next.local >= index ? next.bytes[next.local - index] : root.byte(at: end - index) }
    return end > 1 && byte(1) == LineByte.lf && byte(2) == LineByte.cr ? end - 2 : end - 1
  }

  /// The offset where line `line` starts, from 0 to `lineCount` - 1, or the end of the text for `lineCount`. O(log n).
  package func offsetOfLine(_ line: Int) -> Int {
    line < lineCount ? startOfLine(line).offset : summary.utf8
  }
}
