/// A stretch of a text, cut into lines. An empty line at the end of a text, which has not even a terminator, is none
/// here: so the lines, each with its terminator, are the text.
///
/// Lines have the numbers, and bytes the offsets, that they have in the whole text.
struct Lines {
  /// Which lines these are.
  let numbers: Range<Int>
  /// Their text.
  private let bytes: [UInt8]
  /// Where the text of the first one begins.
  private let offset: Int
  /// Where each line begins in `bytes`, and where the last one ends.
  private let starts: [Int]

  /// The lines of `range`, in bytes, which begins and ends where lines do. The first one has number `first`.
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

  /// What ends line `line`.
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

  /// Where `lines`, with their terminators, stand in the text, in bytes.
  func range(of lines: Range<Int>) -> Range<Int> {
    let first = offset + starts[lines.lowerBound - numbers.lowerBound]
    return first..<(offset + starts[lines.upperBound - numbers.lowerBound])
  }

  /// Where the terminator of line `line` stands in the text, in bytes.
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
