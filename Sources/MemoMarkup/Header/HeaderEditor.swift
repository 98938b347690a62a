package import MemoText

/// Makes a header say something else by changing no more than the words that say it, whatever it is written in: changes
/// what looks like them, and reads the header again. What would change anything else is not done.
package struct HeaderEditor {
  private let original: Header
  private var bytes: [UInt8]
  private var header: Header
  /// How many tags were changed, and titles.
  package private(set) var changes = 0

  /// Takes the header of a text; nil if it has none.
  package init?(_ text: Rope) {
    guard let header = Header(text) else { return nil }
    var bytes: [UInt8] = []
    text.forEachChunk(in: 0..<header.bounds.end) { bytes.append(contentsOf: $0) }
    (self.bytes, self.header, original) = (bytes, header, header)
  }

  /// What is to be done to the text; nil if nothing was changed.
  package var replacement: TextReplacement? {
    guard changes > 0 else { return nil }
    return TextReplacement(range: 0..<original.bounds.end, text: String(decoding: bytes, as: UTF8.self))
  }

  /// What the header means now.
  private var meaning: HeaderMeaning { HeaderMeaning(header) }

  /// Whether all it says is of these kinds.
  private func says(only name: HeaderName) -> Bool {
    header.problem == nil && header.members.allSatisfy { HeaderName($0.name) == name }
  }

  // MARK: Tags

  /// What becomes of a tag.
  package enum Fate {
    /// It stays.
    case kept
    /// It goes.
    case removed
    /// It is called so, without `#`.
    case renamed(String)
  }

  /// Changes tags. One that can't be changed alone stays; a header that would say nothing any more goes.
  package mutating func changeTags(_ fate: (String) -> Fate) {
    let tags = meaning.tags
    if !tags.isEmpty, says(only: .tags), tags.allSatisfy({ fate($0).isRemoval }) {
      bytes = Array(bytes.prefix(bytes.starts(with: HeaderBounds.byteOrderMark) ? 3 : 0))
      changes += tags.count
      return
    }
    // What is said twice may be spelled in several ways: each is seen once the one before it is changed. The longest
    // comes first, and what a tag is called from now on is done: `a` may become `a/b`, beside one that was `a/b`.
    var done: Set<String> = []
    while changes < Self.most,
      let tag = meaning.tags.filter({ !fate($0).keeps($0) && !done.contains($0) }).max(by: {
        $0.utf8.count < $1.utf8.count
      })
    {
      let name = fate(tag).name
      if changeTag(tag, to: name) { changes += 1 } else { done.insert(tag) }
      if let name { done.insert(name) }
    }
  }

  /// How many changes are made at most.
  private static let most = 1000

  /// - Parameter name: what it is called from now on; nil if it goes.
  /// - Returns: whether it is gone.
  private mutating func changeTag(_ tag: String, to name: String?) -> Bool {
    let forms = Set([tag, name ?? tag].map(\.tagForm))
    let others = meaning.tags.filter { !forms.contains($0.tagForm) }
    // What is there already need not stand twice.
    let isThere = name.map { name in meaning.tags.contains { $0.tagForm == name.tagForm } && forms.count > 1 } ?? true
    let isRight = { (meaning: HeaderMeaning) in
      meaning.tags.filter { !forms.contains($0.tagForm) } == others
        && (name.map { meaning.tags.contains($0) || isThere } ?? true)
    }
    let spans = HeaderSpans(bytes, header.bounds, of: .tags)
    if isThere, others.isEmpty, name == nil, take([bytes.replacing(spans.ranges) { _ in [] }], .tags, where: isRight) {
      return true
    }
    // From the end, so that what is still to be looked at stays where it is.
    for word in spans.words(tag, isStrict: false).suffix(Self.mostTried).reversed() {
      let texts = isThere ? [""] : [name ?? "", "\"\(name ?? "")\""]
      let range = isThere ? spans.removal(of: word) : word
      _ = take(texts.map { text in bytes.replacing([range]) { _ in Array(text.utf8) } }, .tags, where: isRight)
    }
    return !meaning.tags.contains(tag)
  }

  /// How many words are tried that may be one tag.
  private static let mostTried = 64

  // MARK: Title

  /// Gives another title.
  ///
  /// - Returns: false if the header has none, or none that can be changed alone.
  package mutating func changeTitle(to title: String) -> Bool {
    guard let old = meaning.title else { return false }
    let spans = HeaderSpans(bytes, header.bounds, of: .title)
    let quoted = title.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    var candidates: [[UInt8]] = []
    let word = Array(spans.words(old, isStrict: true).prefix(1))
    for text in [title, title.replacing("'", with: "''"), quoted, "\"\(quoted)\""] {
      candidates.append(bytes.replacing(word) { _ in Array(text.utf8) })
    }
    // However it was written before.
    let separator = header.bounds.syntax == .toml ? " = " : ": "
    candidates.append(
      bytes.replacing(spans.ranges) { range in
        let line = spans.name(of: range) + "\(separator)\"\(quoted)\"".utf8
        return line + (spans.lineEnd(of: range))
      })
    guard take(candidates, .title, where: { $0.title == title }) else { return false }
    changes += 1
    return true
  }

  /// Takes the first of several headers that says something else of one kind, what it is to say, and all else as this
  /// one does.
  private mutating func take(
    _ candidates: [[UInt8]], _ name: HeaderName, where isRight: (HeaderMeaning) -> Bool
  ) -> Bool {
    let others = header.members.filter { HeaderName($0.name) != name }
    for candidate in candidates where candidate != bytes {
      guard let read = Header(candidate), read.bounds.end == candidate.count,
        read.problem == nil || header.problem != nil,
        read.members != header.members, read.members.filter({ HeaderName($0.name) != name }) == others,
        isRight(HeaderMeaning(read))
      else { continue }
      (bytes, header) = (candidate, read)
      return true
    }
    return false
  }
}

extension HeaderEditor.Fate {
  fileprivate var isRemoval: Bool { if case .removed = self { true } else { false } }
  fileprivate var name: String? { if case .renamed(let name) = self { name } else { nil } }

  fileprivate func keeps(_ tag: String) -> Bool {
    switch self {
    case .kept: true
    case .removed: false
    case .renamed(let name): name.utf8.elementsEqual(tag.utf8)
    }
  }
}

extension [UInt8] {
  /// With something else in place of some stretches, which come in order.
  fileprivate func replacing(_ ranges: [Range<Int>], _ text: (Range<Int>) -> [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var rest = 0
    for range in ranges where range.lowerBound >= rest {
      result += self[rest..<range.lowerBound] + text(range)
      rest = range.upperBound
    }
    return result + self[rest...]
  }
}
