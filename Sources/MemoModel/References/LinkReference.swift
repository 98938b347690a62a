/// A link of a memo's text to a memo.
public struct LinkReference: Sendable, Equatable {
  /// What it leads by.
  public let target: LinkTarget
  /// The heading or block that it leads to there; nil if to the memo as a whole.
  public let fragment: LinkFragment?
  /// Where it stands in the text, in UTF-8 bytes.
  public let range: Range<Int>

  /// Creates a link.
  public init(target: LinkTarget, fragment: LinkFragment? = nil, range: Range<Int>) {
    self.target = target
    self.fragment = fragment
    self.range = range
  }
}

/// What a link leads by: one name, however it was typed.
public struct LinkTarget: Hashable, Sendable {
  /// The name in the form in which names are compared.
  public let name: String
  /// The name as it was typed, if a memo's identifier could be written so: of several that differ in case alone, the
  /// one that is written so is meant.
  public let identifier: MemoID?
  /// Whether it can be nothing but an identifier, as in `memo:ID`.
  public let isIdentifier: Bool
  /// Whether it is written as the path of a file that is no memo's, as of a picture: if no memo is called so, nothing
  /// is wrong with it.
  public let isFile: Bool

  /// Creates a target.
  public init(name: String, identifier: MemoID?, isIdentifier: Bool = false, isFile: Bool = false) {
    self.name = name
    self.identifier = identifier
    self.isIdentifier = isIdentifier
    self.isFile = isFile
  }

  /// Whether it leads into the text that it stands in.
  public var isOwn: Bool { name.isEmpty && !isIdentifier }
}

/// The part of a link's target that names a heading or a block.
public struct LinkFragment: Hashable, Sendable {
  /// As it was typed, without `#`; a block's name with its `^`.
  public let text: String
  /// The form in which texts of headings are compared.
  public let form: String
  /// The slug that a heading of this text would have.
  public let slug: String

  /// Creates a fragment.
  public init(text: String, form: String, slug: String) {
    self.text = text
    self.form = form
    self.slug = slug
  }
}
