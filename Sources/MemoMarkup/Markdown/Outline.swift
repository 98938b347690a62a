package import MemoText
import Platform

/// The structure of a text as Markdown (CommonMark 0.31.2, with GitHub's tables, strikethrough and tasks), with wiki
/// links, tags and block names, each in the order of the text. All ranges are bytes of the text's UTF-8.
package struct Outline: Sendable {
  /// A heading.
  package struct Heading: Sendable, Equatable {
    /// From 1 to 6.
    package let level: Int
    /// Its words without markup and the name of its block, on one line; a wiki link counts as the words it shows.
    package let text: String
    /// Its name in addresses, see ``Slug``.
    package let slug: String
    /// Its lines, without the last line's end.
    package let range: Range<Int>
  }

  /// A tag.
  package struct Tag: Sendable, Equatable {
    /// The name as written, without `#`.
    package let name: String
    /// Its range, including `#`.
    package let range: Range<Int>
  }

  /// A list item that is a task.
  package struct TaskItem: Sendable, Equatable {
    /// Whether it is done.
    package let isDone: Bool
    /// The words of its first paragraph without markup and the name of its block, on one line.
    package let text: String
    /// The range of its `[ ]`.
    package let range: Range<Int>
  }

  /// The name of a block, `^name` at its end.
  package struct BlockName: Sendable, Equatable {
    /// The name without `^`.
    package let name: String
    /// Its range, including `^`.
    package let range: Range<Int>
  }

  /// Code: a span within words, or a block.
  package struct Code: Sendable, Equatable {
    /// The code itself, a span's lines joined.
    package let text: String
    /// Its range: a span with its marks, a block from its first line of code to its last one.
    package let range: Range<Int>
  }

  /// Parts of the text that CommonMark does not render.
  struct Unshown: Sendable {
    /// Definitions that no link uses.
    var definitions: [LinkDefinition] = []
    /// Surplus cells of tables' rows behind the last column.
    var cells: [Range<Int>] = []
  }

  /// The title that lists show, see ``Excerpts``.
  package let title: String
  let titleInFile: String?
  /// The places among the headings of the one that is the title, or equals the header's title: of a text in no file,
  /// and of one in a file, where that is a heading of level 1; nil if there is none.
  private let (titleHeading, titleHeadingInFile): (Int?, Int?)
  /// The header's other titles and its tags, as written, tags without `#`.
  package let aliases: [String], headerTags: [String]
  /// The headings.
  package let headings: [Heading]
  /// The links.
  package let links: [Link]
  /// The definitions of reference links; of two with one label the first counts.
  package let definitions: [Definition]
  /// The tags of the text.
  package let tags: [Tag]
  /// The tasks.
  package let tasks: [TaskItem]
  /// The names of blocks.
  package let blocks: [BlockName]
  /// The code. No link, tag or name of a block is in it.
  package let code: [Code]
  /// The header's title; nil if it has none.
  package let headerTitle: String?
  /// Whether the first heading equals the header's title.
  let firstHeadingIsTitle: Bool
  /// The start of the text behind its header, in bytes of UTF-8.
  package let start: Int
  /// Parts of the text that CommonMark does not render.
  let unshown: Unshown
  /// Bytes of words that the parser takes for the start of another block.
  let misread: [Int]
  /// Whether the text has more blocks or signs than are read, see ``mostRead(inBytes:)``: the last ones are missing.
  package let isCut: Bool
  /// The length in bytes of the longest paragraph, heading or table row, and of the longest definition.
  let longestBlock: Int, longestDefinition: Int

  /// The title of the text in a file.
  ///
  /// - Parameter name: the file's name, without the extension; nil if the text is in none.
  package func title(inFile name: String?) -> String { name.map { titleInFile ?? Excerpts.shown($0) } ?? title }

  /// The place among the headings of the one that is the title, or equals the header's title; nil if there is none.
  ///
  /// - Parameter isInFile: whether the text is in a file, where only a heading of level 1 is the title.
  package func titleHeading(inFile isInFile: Bool) -> Int? { isInFile ? titleHeadingInFile : titleHeading }

  /// The number of words behind the header of the text, separated by white space. O(n).
  package func wordCount(of text: Rope) -> Int { text.wordCount(from: start) }

  /// The length in bytes from which on the memory for reading a text is worth returning.
  private static let large = 256 << 10

  /// Reads a text. O(n); the header is read as ``Header`` does.
  ///
  /// - Parameter isUrgent: whether somebody waits for it, so that all cores read a long text.
  package init(of text: Rope, isUrgent: Bool = false) {
    self.init(reading: text, isUrgent: isUrgent)
    // Reading took several times the text's own length, which the process would keep.
    if text.summary.utf8 > Self.large { Memory.giveBackSoon() }
  }

  private init(reading text: Rope, isUrgent: Bool) {
    let header = Header(text)
    let meaning = header.map(HeaderMeaning.init)
    let excerpts = Excerpts(of: text)
    (title, titleInFile) = (excerpts.title, excerpts.titleInFile)
    (aliases, headerTags) = (meaning?.aliases ?? [], meaning?.tags ?? [])
    start = text.startOfWords(behind: header)
    headerTitle = meaning?.title
    let parts = withExtendedLifetime(SparseText(text)) { [start] in
      OutlineReader($0, from: start, isUrgent: isUrgent)
    }
    let headings = parts.headings
    firstHeadingIsTitle = meaning?.title.map { headings.first?.text.nameForm == $0.nameForm } ?? false
    func place(of words: Int?, _ equal: Int?) -> Int? {
      words.map { words in headings.firstIndex { $0.range.contains(words) } } ?? equal
    }
    let equal = firstHeadingIsTitle ? 0 : nil
    titleHeading = place(of: excerpts.heading, equal)
    titleHeadingInFile = place(of: excerpts.headingInFile, headings.first?.level == 1 ? equal : nil)
    (self.headings, links, tags) = (headings, parts.links, parts.tags)
    definitions = parts.definitions
    (tasks, blocks, code) = (parts.tasks, parts.blocks, parts.code)
    (longestBlock, longestDefinition, unshown) = (parts.longestBlock, parts.longestDefinition, parts.unshown)
    (misread, isCut) = (parts.misread, parts.isCut)
  }

  /// The most blocks, and the most signs such as `[`, `#` and `` ` ``, that are read of a text of some length.
  package static func mostRead(inBytes bytes: Int) -> Int { ReadingLimits(bytes: bytes).most }
}
