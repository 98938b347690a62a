/// A text behind its header, with a mark in place of what CommonMark has not: wiki links, the `[ ]` of tasks and the
/// names of blocks. A mark is a word to the parser wherever it stands, and gives back what stood there.
struct MarkedText {
  /// What a mark stands for.
  enum Sign {
    /// A wiki link: its words, and the address that it leads to.
    case link(words: String, href: String?)
    case task(isDone: Bool)
    case block(name: String)
  }

  /// The text with its marks.
  private(set) var bytes: [UInt8] = []
  private var signs: [(sign: Sign, source: ArraySlice<UInt8>)] = []

  /// What a mark begins and ends with; between them is the sign's number.
  private static let fence: UInt8 = 1

  /// Puts marks into a text; none if it has bytes of its own that marks have.
  ///
  /// - Parameter hrefs: the addresses that its links lead to.
  init(_ text: [UInt8], _ outline: Outline, hrefs: [String?]) {
    let rest = text[outline.start...]
    guard !rest.contains(Self.fence) else {
      bytes = Array(rest)
      return
    }
    var found: [(range: Range<Int>, sign: Sign)] = []
    for (link, href) in zip(outline.links, hrefs) where link.kind == .wiki || link.kind == .embed {
      found.append((link.range, .link(words: link.shownWords, href: href)))
    }
    for task in outline.tasks { found.append((task.range, .task(isDone: task.isDone))) }
    for block in outline.blocks { found.append((block.range, .block(name: block.name))) }
    found.sort { $0.range.lowerBound < $1.range.lowerBound }
    var position = rest.startIndex
    for (range, sign) in found where range.lowerBound >= position {
      bytes += text[position..<range.lowerBound]
      bytes.append(Self.fence)
      bytes += "\(signs.count)".utf8
      bytes.append(Self.fence)
      signs.append((sign, text[range]))
      position = range.upperBound
    }
    bytes += text[position...]
  }

  /// What stands at the beginning of words of the text: words without a mark, or a mark.
  enum Piece {
    case words(Slice<UnsafeBufferPointer<UInt8>>)
    case sign(Sign, source: ArraySlice<UInt8>)
  }

  /// Takes the next piece from the beginning of words; nil if nothing is left.
  func next(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Piece? {
    guard let first = rest.first else { return nil }
    guard first == Self.fence, !signs.isEmpty else {
      let words = signs.isEmpty ? rest : rest.prefix { $0 != Self.fence }
      rest = rest[words.endIndex...]
      return .words(words)
    }
    let digits = rest.dropFirst().prefix { $0 != Self.fence }
    rest = rest[digits.endIndex...].dropFirst()
    let number = digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    return .sign(signs[number].sign, source: signs[number].source)
  }

  /// Words of the text as they stood there.
  func source(of words: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var (rest, bytes): (_, [UInt8]) = (words[...], [])
    while let piece = next(&rest) {
      switch piece {
      case .words(let words): bytes += words
      case .sign(_, let source): bytes += source
      }
    }
    return bytes
  }
}

extension Outline.Link {
  /// What a wiki link shows.
  var shownWords: String { label ?? fragment.map { "\(target)#\($0)" } ?? target }
}
