public import MemoModel
import MemoText

/// What memos are searched for: words that must all occur, and conditions that must all hold.
public struct SearchQuery: Sendable {
  /// The terms in search form, each once; every one occurs in a memo that is found.
  public internal(set) var terms: [[UInt8]] = []
  /// What the words of a memo that is found say besides, each once.
  public internal(set) var references: [ReferenceFilter] = []
  /// The flags that a memo that is found has, and those that it has not.
  var (set, unset): (SearchTraits, SearchTraits) = ([], [])
  /// When a memo that is found was last changed.
  public var modified = TimeBounds()
  /// When a memo that is found was made.
  public var created = TimeBounds()

  /// Creates a query that asks for nothing.
  public init() {}

  /// Asks for a tag, too.
  public mutating func add(tag: some StringProtocol) {
    add(.tagged(tag.tagForm))
  }

  mutating func add(_ filter: ReferenceFilter) {
    if !references.contains(filter) { references.append(filter) }
  }

  /// Whether nothing is asked for.
  public var isEmpty: Bool {
    terms.isEmpty && references.isEmpty && set.isEmpty && unset.isEmpty && modified.isEverything && created.isEverything
  }

  /// What a flag, such as `pinned`, must be of a memo that is found; nil if that doesn't matter.
  public func value(ofFlag name: String) -> Bool? {
    guard let index = KnownProperties.flags.firstIndex(where: { $0.name == name }) else { return nil }
    return set.contains(.flag(index)) ? true : unset.contains(.flag(index)) ? false : nil
  }

  /// Whether the conditions hold that metadata tell of.
  @inline(__always)
  func admits(_ modifiedAt: Timestamp, _ createdAt: Timestamp, _ traits: SearchTraits) -> Bool {
    modified.contains(modifiedAt) && created.contains(createdAt) && traits.isSuperset(of: set)
      && traits.isDisjoint(with: unset)
  }
}
