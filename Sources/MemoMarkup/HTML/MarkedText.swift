/// A text behind its header, with a mark in place of what CommonMark does not have (wiki links, the `[ ]` of tasks,
/// names of blocks), of what begins a footnote, which CommonMark takes for a definition, and of what the parser would
/// read differently from CommonMark 0.31.2: the beginnings and ends of HTML, and continued lines. A mark is written in
/// `[[` and `]]`, which the parser treats like a wiki link, and is replaced by the original afterwards. No text can
/// contain a mark of its own, however it writes its characters: its author does not know the key.
struct MarkedText {
  /// The meaning of a mark.
  enum Sign {
    /// A wiki link: its words, and the address that it leads to.
    case link(words: String, href: String?)
    case task(isDone: Bool)
    case block(name: String)
    /// The original words.
    case words
  }

  /// The text with its marks.
  private(set) var bytes: [UInt8] = []
  /// Each mark's meaning, the bytes that it replaces, and how many bytes before it are for the parser alone.
  private var signs: [(sign: Sign, source: ArraySlice<UInt8>, lead: Int)] = []

  /// The byte that begins and ends a mark; between are the key and the mark's number.
  private static let fence: UInt8 = 1
  /// A random key for each text, always of this length.
  private let key = Array(String(UInt64.random(in: 1 << 60...UInt64.max), radix: 16).utf8)

  /// Puts marks into a text.
  ///
  /// - Parameters:
  ///   - html: its blocks of HTML.
  ///   - hrefs: the addresses that its links lead to.
  init(_ text: [UInt8], _ outline: Outline, html: [Range<Int>], hrefs: [String?]) {
    let rest = text[outline.start...]
    var found: [(range: Range<Int>, sign: Sign)] = []
    var wraps: [Int: StaticString] = [:]
    for range in html {
      guard let start = text[range].firstIndex(of: UInt8(ascii: "<")) else { continue }
      (wraps[start], wraps[range.upperBound]) = ("<pre ", "</pre>")
      for place in [start, range.upperBound] { found.append((place..<place, .words)) }
      for place in start..<range.upperBound - 1 where text[place...].prefix(2).elementsEqual("</".utf8) {
        found.append((place..<place + 1, .words))
      }
    }
    for place in outline.misread { found.append((place..<place + 1, .words)) }
    for (link, href) in zip(outline.links, hrefs) where link.kind == .wiki || link.kind == .embed {
      found.append((link.range, .link(words: link.shownWords, href: href)))
    }
    for task in outline.tasks { found.append((task.range, .task(isDone: task.isDone))) }
    for block in outline.blocks { found.append((block.range, .block(name: block.name))) }
    for range in rest.footnotes { found.append((range, .words)) }
    found.sort { ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound) }
    var position = rest.startIndex
    for (range, sign) in found where range.lowerBound >= position {
      bytes += text[position..<range.lowerBound]
      let wrap = range.isEmpty ? wraps[range.lowerBound] : nil
      wrap?.withUTF8Buffer { bytes += $0 }
      bytes += "[[\u{1}".utf8 + key + "\(signs.count)\u{1}]]".utf8
      signs.append((sign, text[range], wrap?.utf8CodeUnitCount ?? 0))
      position = range.upperBound
    }
    bytes += text[position...]
  }

  /// The beginning of some words of the text: either words without a mark, or a mark.
  enum Piece {
    case words(Slice<UnsafeBufferPointer<UInt8>>)
    case sign(Sign, source: ArraySlice<UInt8>)
  }

  /// Takes the next piece off the words; nil if nothing is left.
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
    return (number, max(rest.startIndex, place - 2 - signs[number].lead)..<digits.endIndex + 3)
  }

  /// Words of the text with the originals in place of marks.
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
  /// The words that a wiki link shows. Behind the bar of a picture its size in pixels may be given: `640`, `640x480`.
  var shownWords: String {
    let isSize = kind == .embed && label?.wholeMatch(of: #/\d+(x\d+)?/#) != nil
    return (isSize ? nil : label) ?? fragment.map { "\(target)#\($0)" } ?? target
  }
}

extension ArraySlice<UInt8> {
  /// The beginnings of footnotes, such as `[^1]:`.
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

  /// The longest label of a definition, with its brackets, in bytes (CommonMark 0.31.2, section 4.7).
  private static var longestLabel: Int { 1001 }
}
