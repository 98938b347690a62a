/// The parts of a block that are given to the parser, a paragraph each: HTML, and what is or may be a link.
///
/// The parser takes time by the square of the emphasis and the links in one paragraph, so text that does not matter to
/// a block's links is left out, and a link's text has no more than ``mostMarks``. A link without any needs no parser.
struct InlineParts {
  /// A link with no mark in its text, and no escape or space in its destination.
  struct PlainLink {
    let range: Range<Int>
    let isImage: Bool
    /// Its text, and its destination.
    let text: Range<Int>, destination: Range<Int>
  }

  /// The most marks in the text of a link, and in a block whose words are wanted without them.
  static let mostMarks = 4096

  /// Code with its marks, which needs no parser outside the parts.
  private var code: [Range<Int>] = []
  /// The parts found; some are in others.
  private var found: [Part] = []
  private var open: [(place: Int, isImage: Bool, marks: Int)] = []
  /// How many of the open brackets precede a finished link, so that they begin none (CommonMark 0.31.2, section 6.3).
  private var inactive = 0
  private let hasDefinitions: Bool
  /// The marks so far: whatever may mean something within a link's text.
  private var marks = 0

  private struct Part {
    var range: Range<Int>
    var marks: Int
    /// It as a link, if it needs no parser.
    var link: PlainLink?
  }

  /// Creates the parts of a block, in a text with or without definitions of links.
  init(hasDefinitions: Bool) { self.hasDefinitions = hasDefinitions }

  /// Counts a mark that is neither code nor HTML nor a bracket.
  mutating func addMark() { marks += 1 }

  /// Adds code with its marks.
  mutating func add(code span: Range<Int>) {
    marks += 1
    code.append(span)
  }

  /// Adds HTML.
  mutating func add(html span: Range<Int>) {
    marks += 1
    found.append(Part(range: span, marks: 1))
  }

  /// Opens a bracket that may begin a link or, after `!`, an image.
  mutating func open(at place: Int, isImage: Bool) {
    marks += 1
    open.append((place, isImage, marks))
  }

  /// Closes a bracket that may end a link's text.
  ///
  /// - Parameters:
  ///   - link: the destination of an inline link, whether that is the address as it stands, and the link's end; nil if
  ///     none follows.
  ///   - labelEnd: the end of the label that follows; nil if none does.
  /// - Returns: the place to go on from.
  mutating func close(
    at place: Int, link: (destination: Range<Int>, isPlain: Bool, end: Int)?, labelEnd: Int?
  ) -> Int {
    marks += 1
    guard let opener = open.popLast() else { return place + 1 }
    let isActive = opener.isImage || open.count >= inactive
    inactive = min(inactive, open.count)
    let inside = marks - opener.marks - 1
    guard inside <= Self.mostMarks, isActive, link != nil || hasDefinitions else { return place + 1 }
    var part = Part(range: opener.place..<(link?.end ?? labelEnd ?? place + 1), marks: inside + 2)
    if let link, inside == 0, link.isPlain {
      part.link = PlainLink(
        range: part.range, isImage: opener.isImage, text: opener.place + (opener.isImage ? 2 : 1)..<place,
        destination: link.destination)
    }
    found.append(part)
    if link != nil, !opener.isImage { inactive = open.count }
    return link?.end ?? place + 1
  }

  /// The parts in order, none in another, and the links beside them. Adjacent brackets are one part, as they may be
  /// text and reference.
  var ranges: (parsed: [Range<Int>], links: [PlainLink]) {
    var parts: [Part] = []
    var spans = code[...]
    // What looks like a label may end in code.
    func endBehindCode() {
      while let last = parts.last, let span = spans.first, span.lowerBound < last.range.upperBound {
        if span.upperBound > last.range.upperBound { extend(to: span.upperBound, marks: 0) }
        spans.removeFirst()
      }
    }
    func extend(to end: Int, marks: Int) {
      let last = parts.count - 1
      parts[last] = Part(range: parts[last].range.lowerBound..<end, marks: parts[last].marks + marks)
    }
    let isSorted = zip(found, found.dropFirst()).allSatisfy { $0.range.lowerBound <= $1.range.lowerBound }
    for part in isSorted ? found : found.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      endBehindCode()
      guard let last = parts.last, part.range.lowerBound <= last.range.upperBound,
        part.range.lowerBound < last.range.upperBound
          || part.link == nil && last.link == nil && last.marks + part.marks <= Self.mostMarks
      else {
        parts.append(part)
        continue
      }
      extend(to: max(last.range.upperBound, part.range.upperBound), marks: part.marks)
    }
    endBehindCode()
    return (parts.filter { $0.link == nil }.map(\.range), parts.compactMap(\.link))
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
