/// Which words must be found: those that somebody wrote and nobody took away.
struct Words {
  private(set) var alive: Set<String> = []
  /// Those written since all was last at rest.
  private(set) var fresh: Set<String> = []
  private var count = 0

  /// A word that nobody has written yet.
  mutating func next() -> String {
    count += 1
    fresh.insert("w\(count)")
    return "w\(count)"
  }

  /// The words in a text.
  static func of(_ text: [UInt8]?) -> Set<String> {
    var words: Set<String> = []
    for part in (text ?? []).split(whereSeparator: { !isLetter($0) }) where part.first == UInt8(ascii: "w") {
      words.insert(String(decoding: part, as: UTF8.self))
    }
    return words
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  /// Records that somebody put one text in place of another, nil for none. Somebody else may have taken away what both
  /// have.
  mutating func replaced(_ old: [UInt8]?, by new: [UInt8]?) {
    let (old, new) = (Self.of(old), Self.of(new))
    alive.subtract(old.subtracting(new))
    alive.formUnion(new.subtracting(old))
  }

  /// Records that all is at rest, with these words in a memo's history only: they may go with it.
  mutating func rest(undone words: Set<String>) {
    alive.subtract(words)
    fresh = []
  }

  /// Records that somebody put something in place of a text that is elsewhere, too.
  mutating func covered(_ old: [UInt8]?, by new: [UInt8]?) { alive.subtract(Self.of(old).subtracting(Self.of(new))) }
}
