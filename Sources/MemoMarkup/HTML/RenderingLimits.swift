/// The limits of rendering. Texts beyond them, which would take long or far more room than they have, were made to.
struct RenderingLimits {
  /// The most bytes of a text behind its header, and of a paragraph with any number of marks: the parser may look
  /// through all of it for each of them.
  private static let longestText = 2 << 20, longestBlock = 8 << 10
  /// The most bytes that it may look through so for a longer paragraph.
  private static let mostWork = longestBlock * longestBlock
  /// The most quotations and lists that one line opens.
  private static let deepest = 500
  /// The most cells that a text's tables may have: short rows are filled up.
  private static let mostCells = 1 << 18
  /// The most bytes that links may take from definitions: each link has a copy.
  private static let longestLinks = 1 << 26

  /// The length in bytes of the longest run of lines that are not blank, and the greatest product of such a run's
  /// length and its marks.
  private var longestRun = 0, mostWork = 0
  /// The most columns that the lines of all tables may have together.
  private var cells = 0
  private var isDeep = false
  /// Whether a line begins HTML in one edition of CommonMark, and words in another: the parser is older.
  private var hasNewHTML = false
  private var brackets = 0
  private let isTooLong: Bool

  /// Measures a text from an offset on.
  init(_ text: UnsafeBufferPointer<UInt8>, from start: Int) {
    isTooLong = text.count - start > Self.longestText
    var (run, marks, columns) = (0, 0, 0)
    var position = isTooLong ? text.count : start
    while position < text.count {
      let end = text[position...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
      let line = UnsafeBufferPointer(rebasing: text[position..<end])
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { (run, marks, columns) = (0, 0, 0) }
      run += line.count + 1
      marks += line.count(where: \.isInlineMark)
      longestRun = max(longestRun, run)
      mostWork = max(mostWork, run * marks)
      if let rule = line.columnsOfRule { columns += rule }
      cells += columns
      if line.opensMore(than: Self.deepest) { isDeep = true }
      for (index, byte) in line.enumerated() {
        if byte == UInt8(ascii: "[") { brackets += 1 }
        if byte == UInt8(ascii: "<"), line[index...].beginsNewHTML { hasNewHTML = true }
      }
      position = end + (end + 1 < text.count && text[end] == 0x0D && text[end + 1] == 0x0A ? 2 : 1)
    }
  }

  /// Whether the text's structure may be read.
  var allowReading: Bool { !isTooLong && !isDeep && cells <= Self.mostCells }

  /// Whether a text with this outline may be rendered.
  func allowRendering(_ outline: Outline) -> Bool {
    (mostWork <= Self.mostWork || (hasNewHTML ? longestRun : outline.longestBlock) <= Self.longestBlock)
      && brackets * outline.longestDefinition <= Self.longestLinks
  }
}

extension UInt8 {
  /// Whether the parser may look further from it: for the end of emphasis, a link, code or HTML.
  fileprivate var isInlineMark: Bool {
    switch self {
    case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: "!"), UInt8(ascii: "<"), UInt8(ascii: "`"):
      true
    default: false
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The columns of a table if this is the delimiter row below its header row; nil if it can't be.
  fileprivate var columnsOfRule: Int? {
    allSatisfy { " \t|:->".utf8.contains($0) } ? count { $0 == UInt8(ascii: "|") } : nil
  }

  /// Whether a line may open more quotations and lists than this, and is no thematic break.
  fileprivate func opensMore(than most: Int) -> Bool {
    guard count > most else { return false }
    var marks = 0
    for byte in self {
      if ">-+*.)".utf8.contains(byte) {
        marks += 1
      } else if byte != 0x20, byte != 0x09, byte != UInt8(ascii: "_"), !(0x30...0x39).contains(byte) {
        break
      }
    }
    return marks > most && Set(self).subtracting([0x20, 0x09]).count > 1
  }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
  /// Whether this is `<textarea`, or `<!` before a small letter.
  fileprivate var beginsNewHTML: Bool {
    let name = "<textarea".utf8
    if count > 2, self[startIndex + 1] == UInt8(ascii: "!") { return (0x61...0x7A).contains(self[startIndex + 2]) }
    return prefix(name.count).elementsEqual(name) { $0 | 0x20 == $1 || $0 == $1 }
  }
}
