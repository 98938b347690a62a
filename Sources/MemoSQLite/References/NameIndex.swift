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
    var anywhere: [Int] = []
    forEachEntry(with: text) { entry, rank in
      switch rank {
      case .word: take(entry, rank)
      case .anywhere: anywhere.append(entry)
      case .whole, .beginning: break
      }
      return hits.count < limit
    }
    for entry in anywhere where hits.count < limit { take(entry, .anywhere) }
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

  /// Hands over the entries in which a text stands, with how well, until the body answers false.
  private func forEachEntry(with text: [UInt8], _ body: (Int, NameRank) -> Bool) {
    var place = 0
    var entry = 0
    while let found = bytes.firstPlace(of: text, from: place) {
      entry = self.entry(at: found, from: entry)
      let form = form(entry)
      if let rank = NameRank(of: text, in: form), !body(entry, rank) { return }
      place = form.endIndex + 1
    }
  }

  /// The entry that a byte belongs to.
  private func entry(at place: Int, from first: Int) -> Int {
    var range = first..<starts.count
    while range.count > 1 {
      let middle = range.lowerBound + range.count / 2
      range = starts[middle] <= place ? middle..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
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
  init?(of text: [UInt8], in form: some RandomAccessCollection<UInt8>) {
    let form = Array(form)
    if form.starts(with: text) {
      self = form.count == text.count ? .whole : .beginning
      return
    }
    guard var place = form.firstPlace(of: text, from: 0) else { return nil }
    while true {
      if form.beginsWord(at: place) {
        self = .word
        return
      }
      guard let next = form.firstPlace(of: text, from: place + 1) else { break }
      place = next
    }
    self = .anywhere
  }

  static func < (left: NameRank, right: NameRank) -> Bool { left.rawValue < right.rawValue }
}

extension [UInt8] {
  /// Where other bytes stand first, from a place on.
  fileprivate func firstPlace(of part: [UInt8], from start: Int) -> Int? {
    guard start < count, !part.isEmpty else { return nil }
    return withUnsafeBytes { all in
      part.withUnsafeBytes { part in
        guard let base = all.baseAddress, let needle = part.baseAddress,
          let found = memo_find_bytes(base + start, all.count - start, needle, part.count)
        else { return nil }
        return found - base
      }
    }
  }

  /// Whether what stands at a place has no letter, mark or digit before it.
  fileprivate func beginsWord(at place: Int) -> Bool {
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
