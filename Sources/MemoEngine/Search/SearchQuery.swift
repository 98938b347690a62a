public import MemoModel
import MemoText

/// What memos are searched for: words that must all occur, and conditions that must all hold.
public struct SearchQuery: Sendable {
  /// The terms in search form, each once; every one occurs in a memo that is found.
  public internal(set) var terms: [[UInt8]] = []
  /// Tags in search form; a memo that is found has all of them.
  public internal(set) var tags: [[UInt8]] = []
  /// The flags that a memo that is found has, and those that it has not.
  var (set, unset): (SearchTraits, SearchTraits) = ([], [])
  /// When a memo that is found was last changed.
  public var modified = TimeBounds()
  /// When a memo that is found was made.
  public var created = TimeBounds()
  /// What contradicts itself finds nothing.
  public var isContradictory: Bool { !set.isDisjoint(with: unset) }

  /// Creates a query that asks for nothing.
  public init() {}

  /// Asks for a tag, too.
  public mutating func add(tag: some StringProtocol) {
    let form = SearchForm.of(tag.withoutTagMark)
    if !tags.contains(form) { tags.append(form) }
  }

  /// Whether nothing is asked for.
  public var isEmpty: Bool {
    terms.isEmpty && tags.isEmpty && set.isEmpty && unset.isEmpty && modified.isEverything && created.isEverything
  }

  /// What a flag, such as `pinned`, must be of a memo that is found; nil if that doesn't matter.
  public func value(ofFlag name: String) -> Bool? {
    guard let index = KnownProperties.flags.firstIndex(where: { $0.name == name }) else { return nil }
    return set.contains(.flag(index)) ? true : unset.contains(.flag(index)) ? false : nil
  }

  /// Whether the conditions hold, the words aside.
  ///
  /// - Parameter tags: asked only if need be.
  @inline(__always)
  func admits(
    _ modifiedAt: Timestamp, _ createdAt: Timestamp, _ traits: SearchTraits, tags: () -> [[UInt8]]
  ) -> Bool {
    if !modified.contains(modifiedAt) || !created.contains(createdAt) { return false }
    if !traits.isSuperset(of: set) || !traits.isDisjoint(with: unset) { return false }
    return self.tags.isEmpty || self.tags.allSatisfy(tags().contains)
  }
}

extension MemoMetadata {
  /// The memo's tags in search form, without a mark.
  var searchTags: [[UInt8]] { properties.tags.map { SearchForm.of($0.withoutTagMark) } }
}
