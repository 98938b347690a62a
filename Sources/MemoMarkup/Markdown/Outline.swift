package import MemoText
import Platform

/// What a text says as Markdown (CommonMark 0.31.2, with tables, strikethrough and tasks as GitHub has them), with wiki
/// links, tags and block names, each in the order of the text. All ranges are bytes of the text's UTF-8.
package struct Outline: Sendable {
  /// A heading.
  package struct Heading: Sendable, Equatable {
    /// From 1 to 6.
    package let level: Int
    /// Its words without marks, on one line; of a wiki link what it shows.
    package let text: String
    /// How links name it, see ``Slug``.
    package let slug: String
    /// Its lines, without the last one's end.
    package let range: Range<Int>
  }

  /// A tag.
  package struct Tag: Sendable, Equatable {
    /// The name as written, without `#`.
    package let name: String
    /// Where it stands, `#` included.
    package let range: Range<Int>
  }

  /// An item of a list that is to be done.
  package struct TaskItem: Sendable, Equatable {
    /// Whether it is done.
    package let isDone: Bool
    /// Its first paragraph's words without marks, on one line.
    package let text: String
    /// Where its `[ ]` stands.
    package let range: Range<Int>
  }

  /// The name of a block, `^name` at its end.
  package struct BlockName: Sendable, Equatable {
    /// The name without `^`.
    package let name: String
    /// Where it stands, `^` included.
    package let range: Range<Int>
  }

  /// Code: a span within a line of words, or a block.
  package struct Code: Sendable, Equatable {
    /// What it says, the lines of a span as one.
    package let text: String
    /// Where it stands: a span with its marks, a block from its first line of code to its last one.
    package let range: Range<Int>
  }

  /// What CommonMark shows nowhere.
  struct Unshown: Sendable {
    /// Definitions that no link has.
    var definitions: [LinkDefinition] = []
    /// What stands in rows of tables behind their last column.
    var cells: [Range<Int>] = []
  }

  /// The title that lists show, see ``Excerpts``.
  package let title: String
  /// Other titles and the tags that the header has, as written, tags without `#`.
  package let aliases: [String], headerTags: [String]
  /// The headings.
  package let headings: [Heading]
  /// The links.
  package let links: [Link]
  /// What links by reference have their targets from; of two with one label the first counts.
  package let definitions: [Definition]
  /// The tags of the text.
  package let tags: [Tag]
  /// The tasks.
  package let tasks: [TaskItem]
  /// The names of blocks.
  package let blocks: [BlockName]
  /// The code. No link, tag or name of a block is in it.
  package let code: [Code]
  /// How many runs between white space there are behind the header.
  package let words: Int
  /// The title that the header has; nil if it has none.
  let headerTitle: String?
  /// Whether the first heading says the title that the header has.
  var firstHeadingIsTitle: Bool { headerTitle.map { headings.first?.text.nameForm == $0.nameForm } ?? false }
  /// Where the text begins behind its header.
  let start: Int
  /// What CommonMark shows nowhere.
  let unshown: Unshown
  /// How many bytes the longest paragraph, heading or row of a table has, and the longest definition of a link.
  let longestBlock: Int, longestDefinition: Int

  /// From so many bytes on, reading a text takes memory that is worth giving back at once.
  private static let large = 256 << 10

  /// Reads a text. O(n); what is in its header is read as ``Header`` does.
  package init(of text: Rope) {
    self.init(reading: text)
    // Several times the text's own length was needed, which would stay with the process.
    if text.summary.utf8 > Self.large { Memory.giveBack() }
  }

  private init(reading text: Rope) {
    let header = Header(text)
    let meaning = header.map(HeaderMeaning.init)
    title = Excerpts(of: text).title
    (aliases, headerTags) = (meaning?.aliases ?? [], meaning?.tags ?? [])
    start = text.startOfWords(behind: header)
    headerTitle = meaning?.title
    let parts = withExtendedLifetime(SparseText(text)) { [start] in OutlineReader($0, from: start) }
    (headings, links, tags) = (parts.headings, parts.links, parts.tags)
    definitions = parts.definitions
    (tasks, blocks, code) = (parts.tasks, parts.blocks, parts.code)
    words = text.wordCount(from: start)
    (longestBlock, longestDefinition, unshown) = (parts.longestBlock, parts.longestDefinition, parts.unshown)
  }
}
