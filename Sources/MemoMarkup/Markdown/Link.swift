extension Outline {
  /// A link. All ranges are bytes of the text.
  package struct Link: Sendable, Equatable {
    /// How it is written.
    package enum Kind: String, Sendable {
      /// `[[target]]`.
      case wiki
      /// `![[target]]`.
      case embed
      /// `[label](target)`, `[label][definition]`, `<memo:target>`, `<file:target>`.
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
    /// Which of the definitions it has its target from; nil if it has that itself.
    package var definition: Int?
  }

  /// A definition, `[label]: target`, which links by reference have their targets from.
  package struct Definition: Sendable, Equatable {
    /// Its label as written, without brackets, and where that stands.
    package let label: String, labelRange: Range<Int>
    /// What it leads by, without the fragment and without escapes.
    package let target: String
    /// The heading, or `^` and the name of the block, that it leads to; nil if it has none.
    package let fragment: String?
    /// Where target and fragment are written.
    package let targetRange: Range<Int>, fragmentRange: Range<Int>?
    /// From its label's bracket to the end of its last line.
    package let range: Range<Int>
    /// Whether a link has its target from it.
    package let isUsed: Bool
  }
}
