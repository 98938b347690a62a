package import MemoText

/// A second implementation of the rules for texts and positions, as plain as can be: an array of scalars, read from the
/// start each time.
package struct TextModel {
  /// The text, scalar by scalar.
  package var scalars: [Unicode.Scalar]

  /// A model of a text.
  package init(_ text: String = "") {
    scalars = Array(text.unicodeScalars)
  }

  /// The text.
  package var string: String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  /// How many units of an encoding a scalar has.
  package static func units(_ scalar: Unicode.Scalar, in encoding: PositionEncoding) -> Int {
    switch encoding {
    case .utf8: String(scalar).utf8.count
    case .utf16: String(scalar).utf16.count
    case .utf32: 1
    }
  }

  /// Length in the units of an encoding.
  package func length(in encoding: PositionEncoding) -> Int {
    scalars.reduce(0) { $0 + TextModel.units($1, in: encoding) }
  }

  /// Bytes before the scalar at `index`.
  package func byteOffset(of index: Int) -> Int {
    scalars[..<index].reduce(0) { $0 + TextModel.units($1, in: .utf8) }
  }

  /// Each line's scalars without and with its terminator, as ranges of indices.
  package var lines: [(content: Range<Int>, next: Int)] {
    var lines: [(content: Range<Int>, next: Int)] = []
    var start = 0
    var index = 0
    while index < scalars.count {
      var next = index + 1
      switch scalars[index] {
      case "\r":
        if next < scalars.count && scalars[next] == "\n" { next += 1 }
        fallthrough
      case "\n":
        lines.append((start..<index, next))
        start = next
      default: break
      }
      index = next
    }
    lines.append((start..<scalars.count, scalars.count))
    return lines
  }

  /// The index of the scalar that `position` names.
  package func index(of position: TextPosition, in encoding: PositionEncoding) throws(PositionError) -> Int {
    if position.line < 0 || position.character < 0 { throw PositionError(position: position, reason: .negative) }
    let lines = lines
    if position.line > lines.count {
      throw PositionError(position: position, reason: .lineBeyondEnd(lineCount: lines.count))
    }
    if position.line == lines.count { return scalars.count }
    let line = lines[position.line].content
    var units = 0
    for index in line {
      if units == position.character { return index }
      if units > position.character {
        throw PositionError(position: position, reason: encoding == .utf8 ? .insideUTF8Sequence : .insideSurrogatePair)
      }
      units += TextModel.units(scalars[index], in: encoding)
    }
    if units > position.character {
      throw PositionError(position: position, reason: encoding == .utf8 ? .insideUTF8Sequence : .insideSurrogatePair)
    }
    return line.upperBound
  }

  /// The position of the scalar at `index`.
  package func position(of index: Int, in encoding: PositionEncoding) -> TextPosition {
    let lines = lines
    let number = lines.firstIndex { index < $0.next } ?? lines.count - 1
    let line = lines[number].content
    let character = scalars[line.lowerBound..<min(index, line.upperBound)]
      .reduce(0) { $0 + TextModel.units($1, in: encoding) }
    return TextPosition(line: number, character: character)
  }

  /// Applies a change; true if the text is a different one afterwards.
  package mutating func apply(_ change: TextChange, in encoding: PositionEncoding) throws(PositionError) -> Bool {
    var start = 0
    var end = scalars.count
    if let range = change.range {
      start = try index(of: range.start, in: encoding)
      end = try index(of: range.end, in: encoding)
      if start > end { throw PositionError(position: range.start, reason: .startAfterEnd) }
    }
    let new = Array(change.text.unicodeScalars)
    let changes = Array(scalars[start..<end]) != new
    scalars.replaceSubrange(start..<end, with: new)
    return changes
  }
}
