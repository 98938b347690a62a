/// A block that holds words: a heading, a paragraph or a table's cell.
struct TextBlock {
  /// What it is.
  enum Kind {
    /// A heading: its level, and its lines in the text, its underline too, without the last line's end.
    case heading(level: Int, range: Range<Int>)
    /// A paragraph, and whether it is the first thing in an item of a list.
    case paragraph(beginsItem: Bool)
    /// A cell of a table, in which `\|` is a `|`.
    case cell
  }

  /// What it is.
  let kind: Kind
  /// Its words in the text, line by line, without what stands before and behind them.
  var lines: [Range<Int>]
}
