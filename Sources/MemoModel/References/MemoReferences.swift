/// What others can name, count or look for in a memo's text. A store keeps it with the text.
public struct MemoReferences: Sendable, Equatable {
  /// The display title.
  public var title: String
  /// The slug of the title; nil if it has none.
  public var slug: String?
  /// The other names that the text gives itself, as written.
  public var aliases: [String]
  /// Its links to other memos, in the order of the text, and those to a missing heading or block of the text itself.
  public var links: [LinkReference]
  /// Its headings, in the order of the text.
  public var headings: [HeadingReference]
  /// The names of its blocks, without `^`.
  public var blocks: [String]
  /// The tags of the text and of its front matter, as written but without `#`; the properties' tags are not included.
  public var tags: [String]
  /// Whether it has tasks, done or not.
  public var hasTasks: Bool
  /// The path of the memo's file, by which links name it, too; nil if it has none.
  public var path: String?

  /// Creates references from their parts.
  public init(
    title: String, slug: String? = nil, aliases: [String] = [], links: [LinkReference] = [],
    headings: [HeadingReference] = [], blocks: [String] = [], tags: [String] = [], hasTasks: Bool = false,
    path: String? = nil
  ) {
    self.title = title
    self.slug = slug
    self.aliases = aliases
    self.links = links
    self.headings = headings
    self.blocks = blocks
    self.tags = tags
    self.hasTasks = hasTasks
    self.path = path
  }
}

/// A heading that a link can name.
public struct HeadingReference: Sendable, Equatable {
  /// 1 to 6.
  public let level: Int
  /// Its text without markup.
  public let text: String
  /// The form in which headings' texts are compared.
  public let form: String
  /// Its slug, with the number that tells it from headings with the same text.
  public let slug: String

  /// Creates a heading.
  public init(level: Int, text: String, form: String, slug: String) {
    self.level = level
    self.text = text
    self.form = form
    self.slug = slug
  }
}
