import MemoModel
import MemoText

/// The flags of a memo that a search filters by.
struct SearchTraits: OptionSet {
  let rawValue: UInt16

  static let trashed = SearchTraits(rawValue: 1)
  /// It was changed or destroyed since.
  static let outdated = SearchTraits(rawValue: 2)
  /// An unsaved state overlays it.
  static let hidden = SearchTraits(rawValue: 4)
  /// All flags but those of the memo's properties.
  static let standing: SearchTraits = [.trashed, .outdated, .hidden]

  /// The flag at an index in ``KnownProperties/flags``.
  static func flag(_ index: Int) -> SearchTraits { SearchTraits(rawValue: 8 << index) }

  init(rawValue: UInt16) { self.rawValue = rawValue }

  init(_ metadata: MemoMetadata) {
    self = []
    if metadata.isTrashed { insert(.trashed) }
    for (index, flag) in KnownProperties.flags.enumerated() where metadata.properties.isSet(flag.name) {
      insert(.flag(index))
    }
  }
}

/// Some memos' texts in search form, side by side in memory, and what else a search filters by. Texts are only added; a
/// removed one leaves a gap until the chunk is compacted.
struct SearchChunk {
  /// The bytes of texts that go into a chunk; a longer text has one of its own.
  static let capacity = 4 << 20
  /// A byte after each text that is in none: not UTF-8, so that no term matches across the border.
  private static let border: UInt8 = 0xFF

  // By the memo's number, in separate arrays, so that what is scanned together is stored together.
  private(set) var ids: [MemoID] = []
  private(set) var modifiedAt: [Timestamp] = []
  private(set) var createdAt: [Timestamp] = []
  var traits: [SearchTraits] = []
  /// The end of each memo's text, without its border; the next text begins after that.
  private var ends: [Int] = []
  private var bytes: [UInt8] = []
  private(set) var outdatedBytes = 0
  /// The lines that may be headings, with their memos' numbers, and how many memos were looked at for that.
  private var headings: [(memo: Int, line: Range<Int>)] = []
  private var memosWithHeadings = 0

  var count: Int { bytes.count }

  /// Whether a text of this many bytes fits.
  func hasRoom(for count: Int) -> Bool { bytes.isEmpty || bytes.count + count < Self.capacity }

  /// Adds a memo, and returns its number.
  mutating func add(_ memo: MemoMetadata, _ form: some Collection<UInt8>) -> Int {
    add(memo.id, (memo.modifiedAt, memo.createdAt), SearchTraits(memo), form)
  }

  private mutating func add(
    _ id: MemoID, _ times: (modifiedAt: Timestamp, createdAt: Timestamp), _ traits: SearchTraits,
    _ form: some Collection<UInt8>
  ) -> Int {
    let number = ids.count
    ids.append(id)
    modifiedAt.append(times.modifiedAt)
    createdAt.append(times.createdAt)
    self.traits.append(traits)
    bytes.append(contentsOf: form)
    ends.append(bytes.count)
    bytes.append(Self.border)
    return number
  }

  mutating func remove(_ number: Int) {
    traits[number].insert(.outdated)
    outdatedBytes += range(number).count + 1
  }

  /// The chunk without the gaps.
  var compacted: SearchChunk {
    var chunk = SearchChunk()
    for number in ids.indices where !traits[number].contains(.outdated) {
      let times = (modifiedAt[number], createdAt[number])
      _ = chunk.add(ids[number], times, traits[number], form(number))
    }
    return chunk
  }

  /// A memo's text in search form.
  func form(_ number: Int) -> ArraySlice<UInt8> { bytes[range(number)] }

  private func range(_ number: Int) -> Range<Int> { (number == 0 ? 0 : ends[number - 1] + 1)..<ends[number] }

  /// Finds the lines that may be headings in the texts that were added since the last time.
  mutating func readHeadings() {
    bytes.withUnsafeBufferPointer { bytes in
      for memo in memosWithHeadings..<ids.count where !traits[memo].contains(.outdated) {
        let text = range(memo)
        for line in HeadingLines(UnsafeBufferPointer(rebasing: bytes[text])).ranges {
          headings.append((memo, text.lowerBound + line.lowerBound..<text.lowerBound + line.upperBound))
        }
      }
    }
    memosWithHeadings = ids.count
  }

  /// The numbers of the memos with a line that may be a heading and has all the terms, as far as texts were looked at.
  func headingMatches(_ terms: [SearchTerm]) -> [Int] {
    var matches: [Int] = []
    bytes.withUnsafeBufferPointer { bytes in
      for (memo, line) in headings where matches.last != memo {
        let line = UnsafeBufferPointer(rebasing: bytes[line])
        if terms.allSatisfy({ $0.occurs(in: line) }) { matches.append(memo) }
      }
    }
    return matches
  }

  /// The numbers of the memos whose texts have all the terms, the rarest term first.
  func matches(_ terms: [SearchTerm]) -> [Int] {
    guard let first = terms.first else { return Array(ids.indices) }
    let others = terms.dropFirst()
    var matches: [Int] = []
    bytes.withUnsafeBufferPointer { bytes in
      ends.withUnsafeBufferPointer { ends in
        var (number, place) = (0, 0)
        // The whole chunk is scanned as one text.
        while let found = first.next(in: bytes, from: place) {
          while ends[number] < found { number += 1 }
          let start = number == 0 ? 0 : ends[number - 1] + 1
          let text = UnsafeBufferPointer(rebasing: bytes[start..<ends[number]])
          if others.allSatisfy({ $0.occurs(in: text) }) { matches.append(number) }
          place = ends[number] + 1
          number += 1
        }
      }
    }
    return matches
  }
}
