/// The blocks of a text for reading their inlines: each a paragraph on one line, with a blank line behind it.
///
/// So the parser's columns are offsets. Each block is preceded by U+00A0, which begins no kind of block, and which
/// counts as white space for emphasis, like the beginning of a line.
struct InlineText {
  /// One of the blocks.
  struct Paragraph {
    /// Its kind.
    let kind: TextBlock.Kind
    /// Its words in ``InlineText/bytes``.
    var range: Range<Int>
    /// Whether something in it may be code, HTML or a link.
    var needsParser = false
    /// Whether all of it is parsed, because its words are wanted without markup; one with very much of it keeps it.
    var isParsedWhole = false
    /// The `[ ]` of a task, in the text.
    var task: (range: Range<Int>, isDone: Bool)?

    /// Whether its words are wanted without markup.
    var needsWords: Bool {
      if case .heading = kind { return true }
      return task != nil
    }
  }

  /// The blocks, with their white space between.
  private(set) var bytes: [UInt8] = []
  /// The blocks that may contain something.
  private(set) var blocks: [Paragraph] = []
  /// A line end of the text: the byte that stands for it, and the white space before it, which counts only in code.
  struct LineEnd {
    let place: Int
    let blanks: [UInt8]
  }

  private var lineEnds: [LineEnd] = []
  /// For each run of `bytes`, its offset and the offset of the same bytes in the text.
  private var pieces: [(offset: Int, source: Int)] = []
  /// The piece that was looked for last: the next one is mostly there, or follows.
  private final class Near {
    // Only one thread reads a text.
    @exclusivity(unchecked) var index = 0
  }

  private let near = Near()

  /// Whether the text has definitions, so that any brackets may be a link.
  let hasDefinitions: Bool
  /// Whether it ends before the sign that goes beyond ``ReadingLimits``.
  private(set) var isCut = false
  /// The signs in it and before it, and the most that may be.
  private(set) var count: SignCount
  private let most: Int
  /// Whether there is a `~` in any.
  private(set) var hasTildes = false

  /// Takes blocks of a text.
  ///
  /// - Parameter before: the signs in the blocks before these.
  init(
    _ text: UnsafeBufferPointer<UInt8>, _ found: ArraySlice<TextBlock>, hasDefinitions: Bool,
    behind before: SignCount = SignCount()
  ) {
    (self.hasDefinitions, count) = (hasDefinitions, before)
    most = ReadingLimits(bytes: text.count).most
    for block in found where !isCut { append(text, block) }
  }

  private mutating func append(_ text: UnsafeBufferPointer<UInt8>, _ block: TextBlock) {
    var lines = block.lines
    var task: (range: Range<Int>, isDone: Bool)?
    if case .paragraph(beginsItem: true) = block.kind, let first = lines.first, let isDone = text.taskMark(first) {
      task = (first.lowerBound..<first.lowerBound + 3, isDone)
      lines[0] = first.dropFirst(3)
      while let next = lines[0].first, text[next] == 0x20 || text[next] == 0x09 { lines[0] = lines[0].dropFirst() }
    }
    var (hasCode, hasLink, hasSigns, hasMarks) = (false, false, false, false)
    var (opened, marks) = (count.brackets, 0)
    var hasZero = false
    reading: for (number, line) in lines.enumerated() {
      var next = line.lowerBound
      while next < line.upperBound {
        let index = next
        next += 1
        // Of `##` and `]]` one sign can be made.
        func isBehind(_ scalar: Unicode.Scalar, _ distance: Int = 1) -> Bool {
          index - distance >= line.lowerBound && text[index - distance] == UInt8(ascii: scalar)
        }
        switch text[index] {
        case UInt8(ascii: "<"), UInt8(ascii: "`"): (hasCode, count.signs) = (true, count.signs + 1)
        case UInt8(ascii: "]") where hasDefinitions: (hasLink, count.signs) = (true, count.signs + 1)
        case UInt8(ascii: "]"): if isBehind("]"), !isBehind("]", 2) { count.signs += 1 }
        case UInt8(ascii: "("): if isBehind("]") { (hasLink, count.signs) = (true, count.signs + 1) }
        case UInt8(ascii: "["): (hasSigns, opened, count.openings) = (true, opened + 1, count.openings + 1)
        case UInt8(ascii: "#"): (hasSigns, count.signs) = (true, isBehind("#") ? count.signs : count.signs + 1)
        case UInt8(ascii: "^"): hasSigns = true
        case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "&"), UInt8(ascii: "\\"):
          hasMarks = true
          if text[index] == UInt8(ascii: "~") { hasTildes = true }
        case 0:
          hasZero = true
          continue
        default:
          next = text.skipPlain(from: next, before: line.upperBound)
          continue
        }
        marks += 1
        guard count.signs <= most, opened <= most || !hasCode && !hasLink else {
          (isCut, lines) = (true, lines[..<number] + [line.lowerBound..<index])
          // With too many brackets before it this one began nothing.
          if opened > most + 1 { (hasCode, hasLink) = (false, false) }
          break reading
        }
      }
    }
    var entry = Paragraph(kind: block.kind, range: 0..<0, task: task)
    entry.isParsedWhole = entry.needsWords && (hasCode || hasLink || hasMarks) && marks <= InlineParts.mostMarks
    entry.needsParser = hasCode || hasLink || entry.isParsedWhole
    guard entry.needsParser || entry.needsWords || hasSigns else { return }
    if entry.needsParser { count.brackets = opened }
    bytes += Self.before
    let start = bytes.count
    for (index, line) in lines.enumerated() {
      if index > 0 {
        // A backslash at a line's end is a hard break, unlike one before a space.
        let marks = bytes[start...].reversed().prefix { $0 == UInt8(ascii: "\\") }.count
        let blanks = Array(text[lines[index - 1].upperBound...].prefix { $0 == 0x20 || $0 == 0x09 })
        lineEnds.append(LineEnd(place: bytes.count, blanks: blanks))
        bytes.append(marks % 2 == 1 && blanks.isEmpty ? Self.lineBreak : 0x20)
      }
      append(text, line, isPlain: !block.kind.isCell && !hasZero, isCell: block.kind.isCell)
    }
    entry.range = start..<bytes.count
    bytes += Self.behind
    blocks.append(entry)
  }

  /// - Parameter isPlain: whether its bytes stay as they are.
  private mutating func append(
    _ text: UnsafeBufferPointer<UInt8>, _ line: Range<Int>, isPlain: Bool, isCell: Bool
  ) {
    pieces.append((bytes.count, line.lowerBound))
    if isPlain {
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[line]))
      return
    }
    var index = line.lowerBound
    while index < line.upperBound {
      if isCell, text[index] == UInt8(ascii: "\\"), index + 1 < line.upperBound, text[index + 1] == UInt8(ascii: "|") {
        index += 1
        pieces.append((bytes.count, index))
      } else if text[index] == 0 {
        // The parser would insert these bytes itself, without telling.
        bytes += Array("\u{FFFD}".utf8)
        index += 1
        pieces.append((bytes.count, index))
        continue
      }
      bytes.append(text[index])
      index += 1
    }
  }

  /// The byte for a line end after a backslash.
  static let lineBreak = UInt8(ascii: "\t")
  /// The bytes before and after each block.
  static let before = Array("\u{A0}".utf8), behind = Array("\n\n".utf8)

  /// The index of the first piece behind an offset; at least 1.
  private func piece(behind offset: Int) -> Int {
    let index = near.index
    for next in index + 1...index + 2 where next <= pieces.count && pieces[next - 1].offset <= offset {
      if next == pieces.count || pieces[next].offset > offset {
        near.index = next - 1
        return next
      }
    }
    let next = max(1, pieces.partition { $0.offset <= offset })
    near.index = next - 1
    return next
  }

  /// The offset in the text of the byte at an offset.
  func source(_ offset: Int) -> Int {
    let next = piece(behind: offset)
    let place = pieces[next - 1].source + offset - pieces[next - 1].offset
    // A zero has three bytes here.
    return next < pieces.count ? min(place, pieces[next].source - 1) : place
  }

  /// The line ends of the text in a range.
  func lineEnds(in range: Range<Int>) -> ArraySlice<LineEnd> {
    let first = lineEnds.partition { $0.place < range.lowerBound }
    return lineEnds[first...].prefix { $0.place < range.upperBound }
  }

  /// Whether a line of the text begins at an offset.
  func beginsLine(_ offset: Int) -> Bool {
    offset > 0 && !lineEnds(in: offset - 1..<offset).isEmpty
  }

  /// The range in the text of a range.
  func source(_ range: Range<Int>) -> Range<Int> {
    let next = piece(behind: range.lowerBound)
    let piece = pieces[next - 1]
    let start = piece.source + range.lowerBound - piece.offset
    if range.isEmpty { return start..<start }
    // Most ranges are in one piece, which may end with a zero.
    if next == pieces.count { return start..<start + range.count }
    if range.upperBound <= pieces[next].offset { return start..<min(start + range.count, pieces[next].source) }
    return start..<max(start, source(range.upperBound - 1) + 1)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the task at the start of a line is done; nil if there is none.
  fileprivate func taskMark(_ line: Range<Int>) -> Bool? {
    let start = line.lowerBound
    guard line.count >= 3, self[start] == UInt8(ascii: "["), self[start + 2] == UInt8(ascii: "]"),
      line.count == 3 || self[start + 3] == 0x20 || self[start + 3] == 0x09
    else { return nil }
    switch self[start + 1] {
    case 0x20, 0x09: return false
    case UInt8(ascii: "x"), UInt8(ascii: "X"): return true
    default: return nil
    }
  }
}
