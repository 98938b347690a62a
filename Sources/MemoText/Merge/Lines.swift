/// A stretch of a text, cut into lines. An empty last line, which has not even a terminator, does not count: so the
/// lines, each with its terminator, are the text.
///
/// Lines have the numbers, and bytes the offsets, of the whole text.
struct Lines {
  /// Which lines these are.
  let numbers: Range<Int>
  /// Their text.
  private let bytes: [UInt8]
  /// The offset of the first line's text.
  private let offset: Int
  /// The start of each line in `bytes`, and the end of the last one.
  private let starts: [Int]

  /// The lines of `range`, in bytes, which begins and ends at line borders. The first one has number `first`.
  init(_ text: Rope, in range: Range<Int>, first: Int) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    text.forEachChunk(in: range) { bytes.append(contentsOf: $0) }
    self.bytes = bytes
    offset = range.lowerBound
    starts = bytes.withUnsafeBufferPointer { Lines.starts(in: $0) }
    numbers = first..<(first + starts.count - 1)
  }

  private static func starts(in bytes: UnsafeBufferPointer<UInt8>) -> [Int] {
    var starts = [0]
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      guard byte == LineByte.lf || byte == LineByte.cr else { continue }
      if byte == LineByte.cr && index < bytes.count && bytes[index] == LineByte.lf { index += 1 }
      starts.append(index)
    }
    if starts[starts.count - 1] < bytes.count { starts.append(bytes.count) }
    return starts
  }

  /// The text of line `line` and its terminator.
  private func wholeLine(_ line: Int) -> ArraySlice<UInt8> {
    bytes[starts[line - numbers.lowerBound]..<starts[line - numbers.lowerBound + 1]]
  }

  /// The terminator of line `line`.
  func terminator(of line: Int) -> LineTerminator { LineTerminator(of: wholeLine(line)) }

  /// The text of line `line`.
  func content(of line: Int) -> ArraySlice<UInt8> {
    let whole = wholeLine(line)
    switch LineTerminator(of: whole) {
    case .none: return whole
    case .lf, .cr: return whole.dropLast()
    case .crlf: return whole.dropLast(2)
    }
  }

  /// The range of `lines`, with their terminators, in bytes of the text.
  func range(of lines: Range<Int>) -> Range<Int> {
    let first = offset + starts[lines.lowerBound - numbers.lowerBound]
    return first..<(offset + starts[lines.upperBound - numbers.lowerBound])
  }

  /// The range of line `line`'s terminator, in bytes of the text.
  func terminatorRange(of line: Int) -> Range<Int> {
    let end = range(of: line..<(line + 1)).upperBound
    return (end - terminator(of: line).bytes.count)..<end
  }

  /// The text of `range`, in bytes, which lies in these lines.
  subscript(_ range: Range<Int>) -> ArraySlice<UInt8> {
    bytes[(range.lowerBound - offset)..<(range.upperBound - offset)]
  }

  /// Whether `offset` lies between the two bytes of a `\r\n` of these lines.
  func isInsidePair(_ offset: Int) -> Bool {
    let index = offset - self.offset
    guard index > 0, index < bytes.count else { return false }
    return bytes[index - 1] == LineByte.cr && bytes[index] == LineByte.lf
  }
}
