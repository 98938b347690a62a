import CMarkdown
import MemoText

/// What Markdown reads in the line of a title and behind it, up to a blank line, except the title's words: its blocks,
/// and the words in other lines.
struct TitleSurroundings: Equatable {
  private var marks = ""
  /// Whether the line begins what Markdown itself doesn't know.
  private let isOpener: Bool

  /// The most bytes to read behind a title: more than it has to do with.
  private static let most = 64 << 10

  /// Reads a text from the start of the title's line on, as far behind the title as for any other in its place.
  init(of text: Rope, from line: Int, behind title: Int) {
    var bytes: [UInt8] = []
    text.forEachChunk(in: line..<min(text.summary.utf8, title + Self.most)) { bytes.append(contentsOf: $0) }
    let end = HeaderLines(bytes).first { $0.isBlank }?.range.lowerBound ?? bytes.count
    let words = bytes[..<end].drop { $0 == UInt8(ascii: " ") }
    isOpener =
      ["$$", "%%", ":::"].contains { words.starts(with: $0.utf8) }
      || words.starts(with: "[^".utf8) && words.footnoteLabelEnds
    let tree = MarkdownTree([.table, .strikethrough]) { feed in bytes[..<end].withUnsafeBufferPointer(feed) }
    var isBehind = false
    tree?.visit { node, isEntering in
      if isBehind {
        marks += node.isText ? node.literal : node.mark(isEntering) + node.literal
      } else if node.isBlock {
        marks += node.mark(isEntering) + node.literal.drop { !$0.isNewline }
        isBehind = !isEntering || !node.literal.isEmpty
      } else {
        isBehind = node.endsLine
      }
    }
  }
}

extension MarkdownNode {
  fileprivate var isText: Bool { type == CMARK_NODE_TEXT }
  fileprivate var endsLine: Bool { type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK }

  fileprivate func mark(_ isEntering: Bool) -> String { "<\(isEntering ? "" : "/")\(name) \(level) \(url)>" }
}

extension ArraySlice<UInt8> {
  /// Whether the first `]` is followed by a colon.
  fileprivate var footnoteLabelEnds: Bool { drop { $0 != UInt8(ascii: "]") }.dropFirst().first == UInt8(ascii: ":") }
}
