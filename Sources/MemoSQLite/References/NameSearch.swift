/// Finds a text in names one after the other, by the algorithm of Knuth, Morris and Pratt: so the beginning that a name
/// shares with the one before is searched once for both.
struct NameSearch: ~Copyable {
  /// The text, and behind it a byte that no name has.
  private let text: UnsafeMutableBufferPointer<UInt8>
  /// For each beginning of the text, the length of the longest other one that it ends with.
  private let shorter: UnsafeMutableBufferPointer<Int>
  /// For each place in the last name, the length of the longest beginning of the text that ends there.
  private let matched: UnsafeMutableBufferPointer<Int>
  /// The ends of the first match in the last name that isn't its beginning, and of the first that begins a word.
  private var (first, firstWord) = (Int.max, Int.max)

  /// - Parameters:
  ///   - text: what to find.
  ///   - longest: the size in bytes of the longest name.
  init(_ text: [UInt8], longest: Int) {
    self.text = .allocate(capacity: text.count + 1)
    _ = self.text.initialize(from: text + [0xFF])
    shorter = .allocate(capacity: text.count + 1)
    shorter.initialize(repeating: 0)
    for end in text.indices.dropFirst() {
      var length = shorter[end]
      while length > 0, text[length] != text[end] { length = shorter[length] }
      shorter[end + 1] = text[length] == text[end] ? length + 1 : 0
    }
    matched = .allocate(capacity: longest + 1)
    matched.initialize(repeating: 0)
  }

  deinit {
    text.deallocate()
    shorter.deallocate()
    matched.deallocate()
  }

  /// How the text stands in a name; nil if it doesn't, or also where it begins.
  mutating func rank(in name: NameList.Name) -> NameRank? {
    let whole = text.count - 1
    if first > name.shared { first = .max }
    if firstWord > name.shared { firstWord = .max }
    var length = matched[name.shared]
    for place in name.shared..<name.form.count {
      let byte = name.form[place]
      while text[length] != byte, length > 0 { length = shorter[length] }
      if text[length] == byte { length += 1 }
      matched[place + 1] = length
      if length == whole, place + 1 > whole { note(matchEndingAt: place + 1, in: name) }
    }
    if first == .max || name.form.count >= whole && matched[whole] == whole { return nil }
    return firstWord == .max ? .anywhere : .word
  }

  private mutating func note(matchEndingAt end: Int, in name: NameList.Name) {
    first = min(first, end)
    if firstWord == .max, name.form.beginsWord(at: end - text.count + 1) { firstWord = end }
  }
}
