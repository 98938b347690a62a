/// A tag, and how much it is used.
public struct TagUse: Sendable, Equatable {
  /// The tag as it is written most often, without `#`; of several equally often written, the first in code point order.
  public let name: String
  /// The form in which it is compared.
  public let form: String
  /// How many memos have it, or one that is in it.
  public let memos: Int

  /// Creates one.
  public init(name: String, form: String, memos: Int) {
    self.name = name
    self.form = form
    self.memos = memos
  }

  /// Where it stands among all.
  public var place: TagPlace { TagPlace(memos: memos, form: form) }
}

/// A tag's place among all, the most used first.
public struct TagPlace: Sendable, Equatable {
  /// How many memos have the tag.
  public let memos: Int
  /// The form in which it is compared, which orders equally used ones by its UTF-8 bytes.
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
  /// At most as many as were asked for.
  public let tags: [TagUse]
  /// How many there are on all pages.
  public let total: Int

  /// Creates a page.
  public init(tags: [TagUse], total: Int) {
    self.tags = tags
    self.total = total
  }
}
