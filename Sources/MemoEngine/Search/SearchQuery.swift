public import MemoModel
import MemoText

/// A query: words that must all occur, and conditions that must all hold.
public struct SearchQuery: Sendable {
  /// The terms in search form, each once; a memo must contain every one.
  public internal(set) var terms: [[UInt8]] = []
  /// The filters on memos' references, each once.
  public internal(set) var references: [ReferenceFilter] = []
  /// The flags that a memo must have, and those that it must not have.
  var (set, unset): (SearchTraits, SearchTraits) = ([], [])
  /// The time when memos were last changed.
  public var modified = TimeBounds()
  /// The time when memos were created.
  public var created = TimeBounds()

  /// Creates a query without conditions.
  public init() {}

  /// Adds a tag.
  public mutating func add(tag: some StringProtocol) {
    add(.tagged(tag.tagForm))
  }

  mutating func add(_ filter: ReferenceFilter) {
    if !references.contains(filter) { references.append(filter) }
  }

  /// Whether it has no conditions.
  public var isEmpty: Bool {
    terms.isEmpty && references.isEmpty && set.isEmpty && unset.isEmpty && modified.isEverything && created.isEverything
  }

  /// The required value of a flag such as `pinned`; nil if either will do.
  public func value(ofFlag name: String) -> Bool? {
    guard let index = KnownProperties.flags.firstIndex(where: { $0.name == name }) else { return nil }
    return set.contains(.flag(index)) ? true : unset.contains(.flag(index)) ? false : nil
  }

  /// Whether the conditions on metadata hold.
  @inline(__always)
  func admits(_ modifiedAt: Timestamp, _ createdAt: Timestamp, _ traits: SearchTraits) -> Bool {
    modified.contains(modifiedAt) && created.contains(createdAt) && traits.isSuperset(of: set)
      && traits.isDisjoint(with: unset)
  }
}
