extension Rope {
  /// The most grapheme clusters `displayTitle` has.
  static let displayTitleLimit = 200
  /// The most grapheme clusters `preview` has.
  static let previewLimit = 160
  /// The most bytes of UTF-8 in a title or preview: what people see of a title takes about a hundred, but one letter
  /// may bear any number of marks.
  static let titleByteLimit = 1024

  /// The first line without its terminator; of one longer than 1 KiB, the grapheme clusters that are whole within that.
  /// Takes no longer for a longer line.
  public var titleStart: String {
    let end = endOfLine(0)
    guard end > Rope.titleByteLimit else { return string(in: 0..<end) }
    var start = ""
    // Whether a cluster ends at the limit is settled by the scalar behind it.
    visitScalars(from: 0) { scalar, offset in
      start.unicodeScalars.append(scalar)
      return offset < Rope.titleByteLimit
    }
    return start[...].cut(atBytes: Rope.titleByteLimit)
  }

  /// The first line from an offset on that is not only white space, trimmed, cut after `displayTitleLimit` grapheme
  /// clusters or 1 KiB, or "". White space is Unicode's White_Space. Reads no further than it must.
  package func displayTitle(from start: Int) -> String {
    guard let start = firstInk(from: start) else { return "" }
    var excerpt = Excerpt(limit: Rope.displayTitleLimit, foldsWhiteSpace: false)
    visitScalars(from: start) { scalar, _ in
      scalar != "\n" && scalar != "\r" && excerpt.take(scalar)
    }
    return excerpt.text
  }

  /// The text from an offset on, white space folded to single spaces and trimmed, cut after `previewLimit` grapheme
  /// clusters or 1 KiB, or "". Reads no further than it must.
  package func opening(from start: Int) -> String {
    var excerpt = Excerpt(limit: Rope.previewLimit, foldsWhiteSpace: true)
    visitScalars(from: start) { scalar, _ in excerpt.take(scalar) }
    return excerpt.text
  }

  /// The offset of the first scalar from an offset on that is not white space.
  package func firstInk(from start: Int) -> Int? {
    var found: Int?
    visitScalars(from: start) { scalar, offset in
      if scalar.isWhiteSpace { return true }
      found = offset
      return false
    }
    return found
  }

  /// Hands `body` the scalars from `offset` on, each with its offset, until it answers false.
  private func visitScalars(from offset: Int, _ body: (Unicode.Scalar, Int) -> Bool) {
    var offset = offset
    root.visit(offset..<summary.utf8) { chunk in
      var place = 0
      while place < chunk.count {
        let (value, width) = chunk.scalar(at: place)
        guard body(Unicode.Scalar(value) ?? "\u{FFFD}", offset + place) else { return false }
        place += width
      }
      offset += place
      return true
    }
  }
}

extension Unicode.Scalar {
  /// Unicode's White_Space, with a short cut for ASCII and for all that stands behind the last of it.
  var isWhiteSpace: Bool {
    isASCII ? self == " " || (0x09...0x0D).contains(value) : value <= 0x3000 && properties.isWhitespace
  }
}

extension Unicode.Scalar {
  /// Whether a grapheme cluster ends between it and any other of which this is true, as between most letters.
  fileprivate var standsAlone: Bool {
    switch value {
    // Latin, Greek, Cyrillic; Kana, Chinese characters, Hangul by syllables.
    case 0x20...0x7E, 0xC0...0x2AF, 0x3B1...0x3C9, 0x410...0x44F, 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF,
      0xAC00...0xD7A3:
      true
    default: false
    }
  }
}

/// The first grapheme clusters of a text that comes in scalar by scalar, trimmed of white space: up to a number, whole,
/// within 1 KiB. If the first one is longer it is cut between scalars.
private struct Excerpt {
  private let limit: Int
  private let foldsWhiteSpace: Bool
  /// UTF-8, because appending to a string costs ten times as much.
  private var taken: [UInt8] = []
  /// White space that counts only if something follows it.
  private var pending: [UInt8] = []
  private var pendingCount = 0
  /// Whether each byte is a grapheme cluster. Line ends, which are not, come in only to be folded.
  private var isASCII = true
  /// A number of grapheme clusters that were certainly taken, and whether the last scalar stands alone.
  private var (clusters, isAlone) = (0, false)

  init(limit: Int, foldsWhiteSpace: Bool) {
    self.limit = limit
    self.foldsWhiteSpace = foldsWhiteSpace
  }

  /// What has been taken, cut at the limits.
  var text: String {
    if isASCII { return String(decoding: taken.prefix(limit), as: UTF8.self) }
    return String(decoding: taken, as: UTF8.self).prefix(limit).cut(atBytes: Rope.titleByteLimit)
  }

  /// Takes the next scalar; false once further ones can't change anything.
  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isWhiteSpace {
      hold(scalar)
      return true
    }
    if pendingCount > 0 {
      if !taken.isEmpty { taken += pending }
      pending.removeAll(keepingCapacity: true)
      pendingCount = 0
    }
    Self.append(scalar, to: &taken, &isASCII)
    // Where a cluster ends is settled by the first scalar of the next one: hence more than the limit.
    let wasAlone = isAlone
    isAlone = scalar.standsAlone
    if isAlone, wasAlone { clusters += 1 }
    return clusters <= limit && taken.count <= (isASCII ? limit : Rope.titleByteLimit)
  }

  /// Keeps white space back. More than the limit of it can't be seen, since each such scalar is a cluster at least.
  private mutating func hold(_ scalar: Unicode.Scalar) {
    guard pendingCount < (foldsWhiteSpace ? 1 : limit + 1) else { return }
    Self.append(foldsWhiteSpace ? " " : scalar, to: &pending, &isASCII)
    pendingCount += 1
  }

  private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8], _ isASCII: inout Bool) {
    if scalar.isASCII {
      bytes.append(UInt8(truncatingIfNeeded: scalar.value))
    } else {
      isASCII = false
      bytes.append(contentsOf: scalar.utf8)
    }
  }
}

extension Substring {
  /// The grapheme clusters that are whole within this many bytes of UTF-8; if the first one is longer, its scalars that
  /// fit.
  fileprivate func cut(atBytes limit: Int) -> String {
    let cut = utf8.prefix(limit).endIndex
    if cut == endIndex { return String(self) }
    let whole = indices.last { $0 <= cut } ?? startIndex
    return String(self[..<(whole > startIndex ? whole : unicodeScalars.index(atOrBefore: cut))])
  }
}

extension Substring.UnicodeScalarView {
  /// The last scalar border at or before a place.
  fileprivate func index(atOrBefore place: Index) -> Index { indices.last { $0 <= place } ?? startIndex }
}
