import MemoMarkup
import MemoText

extension TextState {
  /// Whether a place is in a row of a table, where a bare `|` ends a cell.
  func isInCell(_ offset: Int) async -> Bool {
    await blocks.contains { block in
      guard block.kind == .table, block.range.lowerBound <= offset, offset <= block.range.upperBound,
        let start = TableText.firstRow(of: text.string(in: block.range))
      else { return false }
      return block.range.lowerBound + start <= offset
    }
  }
}

extension String {
  /// The string as it is written in a table's cell.
  var withBarsEscaped: String { replacing("|", with: "\\|") }
}
