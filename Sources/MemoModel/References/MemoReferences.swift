/// What a memo's text says that others can name, count or look for. A store keeps it with the text.
public struct MemoReferences: Sendable, Equatable {
  /// The display title.
  public var title: String
  /// What the title is called in addresses; nil if it has no such name.
  public var slug: String?
  /// The other names that the text gives itself, as written.
  public var aliases: [String]
  /// Its links to other memos, in the order of the text, and with them those to a heading or block of the text itself
  /// that is not there.
  public var links: [LinkReference]
  /// Its headings, in the order of the text.
  public var headings: [HeadingReference]
  /// The names of its blocks, without `^`.
  public var blocks: [String]
  /// The tags of the text and of its front matter, as written but without `#`. Those of the properties are not here.
  public var tags: [String]
  /// Whether it has tasks, done or not.
  public var hasTasks: Bool

  /// Creates references from all their parts.
  public init(
    title: String, slug: String? = nil, aliases: [String] = [], links: [LinkReference] = [],
    headings: [HeadingReference] = [], blocks: [String] = [], tags: [String] = [], hasTasks: Bool = false
  ) {
    self.title = title
    self.slug = slug
    self.aliases = aliases
    self.links = links
    self.headings = headings
    self.blocks = blocks
    self.tags = tags
    self.hasTasks = hasTasks
  }
}

/// A heading that a link can name.
public struct HeadingReference: Sendable, Equatable {
  /// 1 to 6.
  public let level: Int
  /// Its text without marks.
  public let text: String
  /// The form in which texts of headings are compared.
  public let form: String
  /// What it is called in addresses, with the number that tells it from headings of the same text.
  public let slug: String

  /// Creates a heading.
  public init(level: Int, text: String, form: String, slug: String) {
    self.level = level
    self.text = text
    self.form = form
    self.slug = slug
  }
}
