import CSystem

/// The titles and aliases of all memos that live, in memory: parts of names can be looked for anywhere in them faster
/// than any table would tell.
struct NameIndex {
  /// A name that was found.
  struct Hit: Hashable {
    let key: Int
    let rank: NameRank
    let form: [UInt8]
    let isAlias: Bool
  }

  /// In the order of `starts`: forms as UTF-8, each with a byte behind it that no text has.
  private var bytes: [UInt8] = []
  private var starts: [Int] = []
  private var keys: [Int] = []
  private var aliases: [Bool] = []

  private static let separator: UInt8 = 0xFF

  /// Adds a name, which comes behind those that were added before.
  mutating func append(_ form: [UInt8], isAlias: Bool, _ key: Int) {
    starts.append(bytes.count)
    bytes += form
    bytes.append(Self.separator)
    keys.append(key)
    aliases.append(isAlias)
  }

  /// The first memos, in order, that have a name in which a text stands, each by the first such name.
  ///
  /// - Parameter leavesOut: whether a memo is passed over.
  func hits(of text: [UInt8], limit: Int, leavesOut: (Int) -> Bool) -> [Hit] {
    var hits: [Hit] = []
    var seen: Set<Int> = []
    func take(_ entry: Int, _ rank: NameRank) {
      guard !leavesOut(keys[entry]), seen.insert(keys[entry]).inserted else { return }
      hits.append(Hit(key: keys[entry], rank: rank, form: Array(form(entry)), isAlias: aliases[entry]))
    }
    var entry = firstEntry(from: text)
    while entry < starts.count, hits.count < limit, form(entry).starts(with: text) {
      take(entry, form(entry).count == text.count ? .whole : .beginning)
      entry += 1
    }
    guard hits.count < limit else { return hits }
    var others: [Int] = []
    forEachPlace(of: text) { entry, isWord in
      if isWord { take(entry, .word) } else if others.last != entry { others.append(entry) }
      return hits.count < limit
    }
    for entry in others where hits.count < limit { take(entry, .anywhere) }
    return hits
  }

  private func form(_ entry: Int) -> ArraySlice<UInt8> {
    bytes[starts[entry]..<((entry + 1 < starts.count ? starts[entry + 1] : bytes.count) - 1)]
  }

  /// The first entry that does not come before a text.
  private func firstEntry(from text: [UInt8]) -> Int {
    var range = 0..<starts.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if form(middle).lexicographicallyPrecedes(text) {
        range = middle + 1..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    return range.lowerBound
  }

  /// Hands over where a text stands in names that do not begin with it, in order and up to the first word of each name
  /// that begins with it, until the body answers false.
  private func forEachPlace(of text: [UInt8], _ body: (_ entry: Int, _ isWord: Bool) -> Bool) {
    bytes.withUnsafeBufferPointer { bytes in
      var place = 0
      var entry = 0
      while let found = bytes.firstPlace(of: text, from: place) {
        while entry + 1 < starts.count, starts[entry + 1] <= found { entry += 1 }
        let isBeginning = starts[entry] == found
        let isWord = !isBeginning && bytes.beginsWord(at: found)
        if !isBeginning, !body(entry, isWord) { return }
        guard isBeginning || isWord else {
          place = found + 1
          continue
        }
        guard entry + 1 < starts.count else { return }
        place = starts[entry + 1]
      }
    }
  }
}

/// How well a text stands in a name, the best first.
enum NameRank: Int, Comparable {
  /// It is the name.
  case whole
  /// The name begins with it.
  case beginning
  /// A word of the name begins with it.
  case word
  /// It stands somewhere.
  case anywhere

  /// - Returns: nil if the text does not stand there.
  init?(of text: [UInt8], in form: [UInt8]) {
    if form.starts(with: text) {
      self = form.count == text.count ? .whole : .beginning
      return
    }
    var isThere = false
    let isWord = form.withUnsafeBufferPointer { form in
      var place = 0
      while let found = form.firstPlace(of: text, from: place) {
        isThere = true
        if form.beginsWord(at: found) { return true }
        place = found + 1
      }
      return false
    }
    guard isThere else { return nil }
    self = isWord ? .word : .anywhere
  }

  static func < (left: NameRank, right: NameRank) -> Bool { left.rawValue < right.rawValue }
}

extension UnsafeBufferPointer<UInt8> {
  /// Where other bytes stand first, from a place on.
  fileprivate func firstPlace(of part: [UInt8], from start: Int) -> Int? {
    guard start < count, let base = baseAddress, !part.isEmpty else { return nil }
    return part.withUnsafeBytes { part in
      guard let needle = part.baseAddress,
        let found = memo_find_bytes(base + start, count - start, needle, part.count)
      else { return nil }
      return found - UnsafeRawPointer(base)
    }
  }

  /// Whether what stands at a place behind the first has no letter, mark or digit before it.
  fileprivate func beginsWord(at place: Int) -> Bool {
    let last = self[place - 1]
    if last < 0x80 {
      // Forms have no capital letters.
      return !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(last)
        && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(last)
    }
    guard let scalar = String(decoding: self[Swift.max(0, place - 4)..<place], as: UTF8.self).unicodeScalars.last else {
      return true
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      return false
    default: return true
    }
  }
}
