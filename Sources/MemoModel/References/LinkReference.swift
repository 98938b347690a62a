/// A link from a memo's text to a memo.
public struct LinkReference: Sendable, Equatable {
  /// The name that it uses.
  public var target: LinkTarget
  /// The heading or block that it leads to; nil for the memo as a whole.
  public let fragment: LinkFragment?
  /// Its range in the text, in UTF-8 bytes.
  public let range: Range<Int>

  /// Creates a link.
  public init(target: LinkTarget, fragment: LinkFragment? = nil, range: Range<Int>) {
    self.target = target
    self.fragment = fragment
    self.range = range
  }
}

/// The name in a link: one value, however it was typed.
public struct LinkTarget: Hashable, Sendable {
  /// The name in the form in which names are compared.
  public let name: String
  /// The name as it was typed, if it could be an identifier: of several that differ only in case, the one written so is
  /// meant.
  public let identifier: MemoID?
  /// Whether it can only be an identifier, as in `memo:ID`.
  public let isIdentifier: Bool
  /// Whether it is the path of a file that can't be a memo's, such as a picture: if no memo has that name, the link is
  /// not broken.
  public let isFile: Bool
  /// The path of the folder of the text with the link, in the form in which names are compared; nil if the text is in
  /// no file.
  public let folder: String?

  /// Creates a target.
  public init(
    name: String, identifier: MemoID?, isIdentifier: Bool = false, isFile: Bool = false, folder: String? = nil
  ) {
    self.name = name
    self.identifier = identifier
    self.isIdentifier = isIdentifier
    self.isFile = isFile
    self.folder = folder
  }

  /// The same target from a text in another folder.
  public func from(_ folder: String?) -> LinkTarget {
    LinkTarget(
      name: name, identifier: identifier, isIdentifier: isIdentifier, isFile: isFile,
      folder: isOwn || isIdentifier ? nil : folder)
  }

  /// The same target from a text in no folder.
  public var anywhere: LinkTarget { folder == nil ? self : from(nil) }

  /// Whether it leads into the text that contains it.
  public var isOwn: Bool { name.isEmpty && !isIdentifier }

  /// Compares the names byte by byte: equal ones have one form.
  public static func == (one: LinkTarget, other: LinkTarget) -> Bool {
    one.name.utf8.elementsEqual(other.name.utf8) && one.identifier == other.identifier
      && one.isIdentifier == other.isIdentifier && one.isFile == other.isFile && one.folder == other.folder
  }

  /// Hashes the name's bytes, and the folder: many folders may have a link to their own `index.md`.
  public func hash(into hasher: inout Hasher) {
    var name = name
    name.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    if let folder { hasher.combine(folder) }
  }
}

/// The part of a link's target that names a heading or a block.
public struct LinkFragment: Hashable, Sendable {
  /// The text as it was typed, without `#`; a block's name with its `^`.
  public let text: String
  /// The form in which headings' texts are compared.
  public let form: String
  /// The slug that a heading with this text would have.
  public let slug: String

  /// Creates a fragment.
  public init(text: String, form: String, slug: String) {
    self.text = text
    self.form = form
    self.slug = slug
  }

  /// Whether it names a heading by its slug rather than by its text. Where both are written so, as `roof` is, it is the
  /// slug in an address, which other programs follow, too, and the text in a wiki link.
  ///
  /// - Parameter form: the form in which the heading's text is compared.
  public func isSlug(_ slug: String, ofHeading form: String, isAddress: Bool) -> Bool {
    self.form == form ? isAddress && text == slug : [text, self.form].contains(slug)
  }
}
