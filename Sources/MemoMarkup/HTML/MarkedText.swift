/// A text behind its header, with a mark in place of what CommonMark has not: wiki links, the `[ ]` of tasks and the
/// names of blocks, and of what begins a footnote, which is a definition to CommonMark. A mark stands in `[[` and `]]`,
/// which is to the parser what a wiki link is, and gives back what stood there. No text has one of its own, however it
/// writes its characters: nobody who wrote it knows the key.
struct MarkedText {
  /// What a mark stands for.
  enum Sign {
    /// A wiki link: its words, and the address that it leads to.
    case link(words: String, href: String?)
    case task(isDone: Bool)
    case block(name: String)
    /// Words as they stand there.
    case words
  }

  /// The text with its marks.
  private(set) var bytes: [UInt8] = []
  private var signs: [(sign: Sign, source: ArraySlice<UInt8>)] = []

  /// What a mark begins and ends with; between them are the key and the sign's number.
  private static let fence: UInt8 = 1
  /// Drawn for each text, and always of this length.
  private let key = Array(String(UInt64.random(in: 1 << 60...UInt64.max), radix: 16).utf8)

  /// Puts marks into a text.
  ///
  /// - Parameter hrefs: the addresses that its links lead to.
  init(_ text: [UInt8], _ outline: Outline, hrefs: [String?]) {
    let rest = text[outline.start...]
    var found: [(range: Range<Int>, sign: Sign)] = []
    for (link, href) in zip(outline.links, hrefs) where link.kind == .wiki || link.kind == .embed {
      found.append((link.range, .link(words: link.shownWords, href: href)))
    }
    for task in outline.tasks { found.append((task.range, .task(isDone: task.isDone))) }
    for block in outline.blocks { found.append((block.range, .block(name: block.name))) }
    for range in rest.footnotes { found.append((range, .words)) }
    found.sort { $0.range.lowerBound < $1.range.lowerBound }
    var position = rest.startIndex
    for (range, sign) in found where range.lowerBound >= position {
      bytes += text[position..<range.lowerBound]
      bytes += "[[\u{1}".utf8 + key + "\(signs.count)\u{1}]]".utf8
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
    guard !rest.isEmpty else { return nil }
    guard !signs.isEmpty, let place = rest.firstIndex(of: Self.fence) else {
      defer { rest = rest[rest.endIndex...] }
      return .words(rest)
    }
    guard let (number, range) = mark(at: place, in: rest) else {
      defer { rest = rest[(place + 1)...] }
      return .words(rest[...place])
    }
    if range.lowerBound > rest.startIndex {
      defer { rest = rest[range.lowerBound...] }
      return .words(rest[..<range.lowerBound])
    }
    rest = rest[range.upperBound...]
    return .sign(signs[number].sign, source: signs[number].source)
  }

  /// The mark whose number begins at a place; nil if none does.
  private func mark(at place: Int, in rest: Slice<UnsafeBufferPointer<UInt8>>) -> (number: Int, Range<Int>)? {
    guard rest[(place + 1)...].starts(with: key), rest[..<place].suffix(2).elementsEqual("[[".utf8) else { return nil }
    let digits = rest[(place + 1 + key.count)...].prefix { $0 != Self.fence }
    guard let number = Int(String(decoding: digits, as: UTF8.self)), signs.indices.contains(number),
      rest[digits.endIndex...].prefix(3).elementsEqual("\u{1}]]".utf8)
    else { return nil }
    return (number, place - 2..<digits.endIndex + 3)
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
  /// What a wiki link shows. Behind the bar of a picture may stand how large it is, in pixels: `640`, `640x480`.
  var shownWords: String {
    let isSize = kind == .embed && label?.wholeMatch(of: #/\d+(x\d+)?/#) != nil
    return (isSize ? nil : label) ?? fragment.map { "\(target)#\($0)" } ?? target
  }
}

extension ArraySlice<UInt8> {
  /// What begins footnotes, such as `[^1]:`.
  fileprivate var footnotes: [Range<Int>] {
    var found: [Range<Int>] = []
    var isAtStart = true
    for index in indices {
      if isAtStart, self[index...].prefix(2).elementsEqual("[^".utf8),
        let end = self[index...].prefix(Self.longestLabel).firstIndex(where: { $0 == UInt8(ascii: "]") || $0 == 0x0A }),
        self[end...].prefix(2).elementsEqual("]:".utf8), self[(index + 1)..<end].isFootnoteLabel
      {
        found.append(index..<end + 2)
      }
      let byte = self[index]
      isAtStart = byte == 0x0A || byte == 0x0D || isAtStart && " \t>-+*.)0123456789".utf8.contains(byte)
    }
    return found
  }

  /// The most bytes that a definition's label has (CommonMark 0.31.2, section 4.7), with its brackets.
  private static var longestLabel: Int { 1001 }
}
