/// A tag and its number of uses.
public struct TagUse: Sendable, Equatable {
  /// The tag in its most frequent spelling, without `#`; of several equally frequent, the first in code point order.
  public let name: String
  /// The form in which it is compared.
  public let form: String
  /// The number of memos that have it, or a tag below it.
  public let memos: Int

  /// Creates a tag's use.
  public init(name: String, form: String, memos: Int) {
    self.name = name
    self.form = form
    self.memos = memos
  }

  /// Its place among all tags.
  public var place: TagPlace { TagPlace(memos: memos, form: form) }
}

/// A tag's place among all, the most used first.
public struct TagPlace: Sendable, Equatable {
  /// The number of memos that have the tag.
  public let memos: Int
  /// The form in which it is compared; ties are ordered by its UTF-8 bytes.
  public let form: String

  /// Creates a place.
  public init(memos: Int, form: String) {
    self.memos = memos
    self.form = form
  }

  /// Whether this place comes before another.
  public func precedes(_ other: TagPlace) -> Bool {
    memos == other.memos ? form.utf8.lexicographicallyPrecedes(other.form.utf8) : memos > other.memos
  }
}

/// A page of tags.
public struct TagPage: Sendable, Equatable {
  /// The tags, at most as many as were asked for.
  public let tags: [TagUse]
  /// The number of tags on all pages.
  public let total: Int

  /// Creates a page.
  public init(tags: [TagUse], total: Int) {
    self.tags = tags
    self.total = total
  }
}
