/// The parts of a block that the parser is given, a paragraph each: HTML, and what is a link or may be one.
///
/// The parser takes time with the square of how much emphasis and how many links are in one paragraph, so what means
/// nothing to a block's links is left out, and a link's text is no longer than ``longest`` bytes.
struct InlineParts {
  /// How long a link's text may be, and a block whose words are wanted without marks, in bytes.
  static let longest = 4096

  /// The code that was found, which needs no parser outside the parts.
  private var code: [Range<Int>] = []
  /// The parts that were found; some are in others.
  private var found: [Range<Int>] = []
  private var open: [(place: Int, isImage: Bool)] = []
  /// How many of the open brackets have a link behind them, so that they begin none (CommonMark 0.31.2, section 6.3).
  private var inactive = 0
  private let hasDefinitions: Bool

  /// Begins with a block of a text that has definitions of links or none.
  init(hasDefinitions: Bool) { self.hasDefinitions = hasDefinitions }

  /// Takes code with its marks.
  mutating func add(code span: Range<Int>) { code.append(span) }

  /// Takes HTML.
  mutating func add(html span: Range<Int>) { found.append(span) }

  /// Takes a bracket that may begin a link or, with the mark before it, an image.
  mutating func open(at place: Int, isImage: Bool) { open.append((place, isImage)) }

  /// Takes a bracket that may end a link's text.
  ///
  /// - Parameters:
  ///   - linkEnd: where the link ends if it is one; nil if no destination follows.
  ///   - labelEnd: where the label ends that follows; nil if none does.
  /// - Returns: where to go on.
  mutating func close(at place: Int, linkEnd: Int?, labelEnd: Int?) -> Int {
    guard let opener = open.popLast() else { return place + 1 }
    let isActive = opener.isImage || open.count >= inactive
    inactive = min(inactive, open.count)
    guard place - opener.place <= Self.longest, isActive, linkEnd != nil || hasDefinitions else { return place + 1 }
    found.append(opener.place..<(linkEnd ?? labelEnd ?? place + 1))
    if linkEnd != nil, !opener.isImage { inactive = open.count }
    return linkEnd ?? place + 1
  }

  /// The parts in order, none in another. Brackets that follow each other are one, as they may be text and reference.
  var ranges: [Range<Int>] {
    var ranges: [Range<Int>] = []
    var spans = code[...]
    // What looks like a label may end in code.
    func endBehindCode() {
      while let last = ranges.last, let span = spans.first, span.lowerBound < last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
        spans.removeFirst()
      }
    }
    for range in found.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      endBehindCode()
      guard let last = ranges.last,
        range.lowerBound < last.upperBound
          || range.lowerBound == last.upperBound && range.upperBound - last.lowerBound <= Self.longest
      else {
        ranges.append(range)
        continue
      }
      ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
    }
    endBehindCode()
    return ranges
  }

  /// The code that is in none of some ranges.
  func code(outside ranges: [Range<Int>]) -> [Range<Int>] {
    var ranges = ranges[...]
    return code.filter { span in
      while let first = ranges.first, first.upperBound <= span.lowerBound { ranges.removeFirst() }
      return !(ranges.first?.contains(span.lowerBound) ?? false)
    }
  }
}
