import MemoMarkup
import MemoText

extension Outline {
  /// The places of labels in `[words][label]` that nothing defines, so that it is no link; none in the header.
  func undefinedLabels(in text: Rope) -> [Range<Int>] {
    let bytes = text.utf8Bytes
    let known = (links.map(\.range) + code.map(\.range) + definitions.map(\.range)).sorted {
      $0.lowerBound < $1.lowerBound
    }
    var (next, place, found): (Int, Int, [Range<Int>]) = (0, start, [])
    while let middle = bytes.middle(from: place) {
      place = middle + 1
      while next < known.count, known[next].upperBound <= middle { next += 1 }
      let isKnown = next < known.count && known[next].lowerBound <= middle + 1
      guard !isKnown, let label = bytes.label(at: middle + 2), let start = bytes.startOfWords(before: middle) else {
        continue
      }
      place = label.upperBound
      // Behind letters it is an index, as in `a[i][j]`.
      let before = bytes[..<start].last { $0 != UInt8(ascii: "!") }
      if before.map({ $0.isPartOfWord }) ?? false { continue }
      found.append(label)
    }
    return found
  }
}

extension [UInt8] {
  /// The most bytes of a label, and of the words before it.
  private static let longest = 500

  /// The first place of `][` from one on; nil if there is none.
  fileprivate func middle(from start: Int) -> Int? {
    withUnsafeBufferPointer { bytes in
      var place = start
      while place + 1 < bytes.count {
        if bytes[place] == UInt8(ascii: "]"), bytes[place + 1] == UInt8(ascii: "[") { return place }
        place += 1
      }
      return nil
    }
  }

  /// The range of a label that begins at a place; nil if there is none, or one of a footnote, or a number.
  fileprivate func label(at start: Int) -> Range<Int>? {
    let rest = self[start...].prefix(Self.longest)
    guard let end = rest.firstIndex(where: { "[]\n\r\\`".utf8.contains($0) }), self[end] == UInt8(ascii: "]"),
      rest.first != UInt8(ascii: "^"), end + 1 == count || !"[(:".utf8.contains(self[end + 1]),
      rest[..<end].contains(where: { $0 > 0x20 && !(0x30...0x39).contains($0) })
    else { return nil }
    return start..<end
  }

  /// The place of the bracket before words that end at one, on the same line; nil if there is none.
  fileprivate func startOfWords(before end: Int) -> Int? {
    var depth = 1
    for index in self[..<end].suffix(Self.longest).indices.reversed() {
      switch self[index] {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\\"), UInt8(ascii: "`"): return nil
      case UInt8(ascii: "]"): depth += 1
      case UInt8(ascii: "["):
        depth -= 1
        if depth == 0 { return index + 1 < end ? index : nil }
      default: break
      }
    }
    return nil
  }
}

extension UInt8 {
  /// Whether it may be part of a word, or ends something that an index can follow.
  fileprivate var isPartOfWord: Bool {
    self >= 0x80 || (0x30...0x39).contains(self) || (0x61...0x7A).contains(self | 0x20) || "_])\\".utf8.contains(self)
  }
}
