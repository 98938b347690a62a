/// A block that holds words: a heading, a paragraph or a table's cell.
struct TextBlock {
  /// The kind of block.
  enum Kind {
    /// A heading: its level, and its lines in the text, including an underline, without the last line's end.
    case heading(level: Int, range: Range<Int>)
    /// A paragraph, and whether it is the first block of a list item.
    case paragraph(beginsItem: Bool)
    /// A cell of a table, in which `\|` is a `|`.
    case cell

    /// Whether it is a cell.
    var isCell: Bool { if case .cell = self { true } else { false } }
  }

  /// The kind.
  let kind: Kind
  /// Its words in the text, line by line, without markup before and after them.
  var lines: [Range<Int>]
}
