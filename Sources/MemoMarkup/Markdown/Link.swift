extension Outline {
  /// A link. All ranges are bytes of the text.
  package struct Link: Sendable, Equatable {
    /// The syntax of a link.
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

      /// Whether the target is an address, which other programs follow, too.
      package var isAddress: Bool {
        switch self {
        case .markdown, .image, .url: true
        case .wiki, .embed: false
        }
      }
    }

    /// The syntax.
    package let kind: Kind
    /// The name of its target, without the fragment; unescaped in a Markdown link. Empty if it leads within its memo.
    package let target: String
    /// The heading, or `^` and the name of the block, that it leads to; nil if it has none.
    package let fragment: String?
    /// The words that it shows, without markup; nil if it has none of its own.
    package let label: String?
    /// Its range, including all markup.
    package let range: Range<Int>
    /// The range of its target; of a reference link that is in the definition.
    package let targetRange: Range<Int>
    /// The range of its fragment, without `#`.
    package let fragmentRange: Range<Int>?
    /// Whether it leads to a memo, that is, has no URL scheme other than `file` or `memo`.
    package let namesMemo: Bool
    /// The index of the definition with its target; nil if it has a target itself.
    package var definition: Int?
  }

  /// A definition, `[label]: target`, of reference links' target.
  package struct Definition: Sendable, Equatable {
    /// Its label as written, without brackets, and the label's range.
    package let label: String, labelRange: Range<Int>
    /// The name of its target, without the fragment and without escapes.
    package let target: String
    /// The heading, or `^` and the name of the block, that it leads to; nil if it has none.
    package let fragment: String?
    /// The ranges of target and fragment.
    package let targetRange: Range<Int>, fragmentRange: Range<Int>?
    /// From its label's bracket to the end of its last line.
    package let range: Range<Int>
    /// Whether a link uses it.
    package let isUsed: Bool
  }
}
