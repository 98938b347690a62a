/// The parts of a block that are given to the parser, a paragraph each: HTML, and what is or may be a link.
///
/// The parser takes time by the square of the emphasis and the links in one paragraph, so text that does not matter to
/// a block's links is left out, and a link's text is no longer than ``longest`` bytes.
struct InlineParts {
  /// The longest text of a link, and the longest block whose words are wanted without marks, in bytes.
  static let longest = 4096

  /// The code found, which needs no parser outside the parts.
  private var code: [Range<Int>] = []
  /// The parts found; some are in others.
  private var found: [Range<Int>] = []
  private var open: [(place: Int, isImage: Bool)] = []
  /// How many of the open brackets precede a finished link, so that they begin none (CommonMark 0.31.2, section 6.3).
  private var inactive = 0
  private let hasDefinitions: Bool

  /// Creates the parts of a block, in a text with or without definitions of links.
  init(hasDefinitions: Bool) { self.hasDefinitions = hasDefinitions }

  /// Adds code with its marks.
  mutating func add(code span: Range<Int>) { code.append(span) }

  /// Adds HTML.
  mutating func add(html span: Range<Int>) { found.append(span) }

  /// Opens a bracket that may begin a link or, after `!`, an image.
  mutating func open(at place: Int, isImage: Bool) { open.append((place, isImage)) }

  /// Closes a bracket that may end a link's text.
  ///
  /// - Parameters:
  ///   - linkEnd: the end of an inline link; nil if no destination follows.
  ///   - labelEnd: the end of the label that follows; nil if none does.
  /// - Returns: the place to go on from.
  mutating func close(at place: Int, linkEnd: Int?, labelEnd: Int?) -> Int {
    guard let opener = open.popLast() else { return place + 1 }
    let isActive = opener.isImage || open.count >= inactive
    inactive = min(inactive, open.count)
    guard place - opener.place <= Self.longest, isActive, linkEnd != nil || hasDefinitions else { return place + 1 }
    found.append(opener.place..<(linkEnd ?? labelEnd ?? place + 1))
    if linkEnd != nil, !opener.isImage { inactive = open.count }
    return linkEnd ?? place + 1
  }

  /// The parts in order, none in another. Adjacent brackets are one part, as they may be text and reference.
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

  /// The code outside of some ranges.
  func code(outside ranges: [Range<Int>]) -> [Range<Int>] {
    var ranges = ranges[...]
    return code.filter { span in
      while let first = ranges.first, first.upperBound <= span.lowerBound { ranges.removeFirst() }
      return !(ranges.first?.contains(span.lowerBound) ?? false)
    }
  }
}
