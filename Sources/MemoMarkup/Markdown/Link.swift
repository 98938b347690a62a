extension Outline {
  /// A link. All ranges are bytes of the text.
  package struct Link: Sendable, Equatable {
    /// How it is written.
    package enum Kind: String, Sendable {
      /// `[[target]]`.
      case wiki
      /// `![[target]]`.
      case embed
      /// `[label](target)`, `[label][definition]`.
      case markdown
      /// `![label](target)`, `![label][definition]`.
      case image
      /// `<https://target>`.
      case url
    }

    /// How it is written.
    package let kind: Kind
    /// What it leads by, without the fragment; of a Markdown link without escapes. Empty if it leads within its memo.
    package let target: String
    /// The heading, or `^` and the name of the block, that it leads to; nil if it has none.
    package let fragment: String?
    /// What it shows, without marks; nil if it says nothing of that.
    package let label: String?
    /// Where it stands, all its marks included.
    package let range: Range<Int>
    /// Where its target is written; of a link by reference that is in the definition.
    package let targetRange: Range<Int>
    /// Where its fragment is written, without `#`.
    package let fragmentRange: Range<Int>?
    /// Whether it leads to a memo: not if it is a URL with a scheme other than `file` or `memo`.
    package let namesMemo: Bool
  }
}
