import MemoModel
import MemoText

/// What a search asks of a memo besides its text.
struct SearchTraits: OptionSet {
  let rawValue: UInt16

  static let trashed = SearchTraits(rawValue: 1)
  /// Changed or destroyed since.
  static let outdated = SearchTraits(rawValue: 2)
  /// An unsaved state is laid over it.
  static let hidden = SearchTraits(rawValue: 4)
  /// All that are no flags of the memo's own.
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

/// Some memos' texts in search form, side by side in memory, and what else a search asks of them. Texts are only added;
/// what is removed leaves a gap until the chunk is made anew.
struct SearchChunk {
  /// How many bytes of texts go into a chunk; a longer text has one of its own.
  static let capacity = 4 << 20
  /// Stands behind each text, and in none: no byte of UTF-8, so that no term is found across the border.
  private static let border: UInt8 = 0xFF

  // By the memo's number, each by itself, so that what is looked at together lies together.
  private(set) var ids: [MemoID] = []
  private(set) var modifiedAt: [Timestamp] = []
  private(set) var createdAt: [Timestamp] = []
  var traits: [SearchTraits] = []
  /// Where each memo's text ends, its border not counted; the next one's begins behind that.
  private var ends: [Int] = []
  private var bytes: [UInt8] = []
  private(set) var outdatedBytes = 0

  var count: Int { bytes.count }

  /// Whether a text of so many bytes fits.
  func hasRoom(for count: Int) -> Bool { bytes.isEmpty || bytes.count + count < Self.capacity }

  /// Adds a memo, and gives its number.
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

  /// The same without the gaps.
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

  /// The numbers of the memos whose texts have all the terms, the rarest term first.
  func matches(_ terms: [SearchTerm]) -> [Int] {
    guard let first = terms.first else { return Array(ids.indices) }
    let others = terms.dropFirst()
    var matches: [Int] = []
    bytes.withUnsafeBufferPointer { bytes in
      ends.withUnsafeBufferPointer { ends in
        var (number, place) = (0, 0)
        // The whole chunk is looked through as one text.
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
