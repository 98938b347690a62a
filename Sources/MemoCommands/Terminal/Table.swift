import MemoEngine

/// Rows with aligned columns, two spaces apart.
struct Table {
  /// A column.
  struct Column {
    /// The colour of its cells.
    var paint: Paint?
    /// Whether its cells are aligned at their ends: numbers.
    var isNumber = false
    /// Its share, from 0 to 1, of the room for all columns that may be cut; nil if it must not be cut.
    var share: Double?
  }

  /// The least columns of a text that make sense.
  private static let leastPart = 4

  private let columns: [Column]
  private var rows: [[String]] = []

  init(_ columns: [Column]) { self.columns = columns }

  /// Adds a row, one cell for each column. Cells may hold anything; they are made safe for a terminal.
  mutating func add(_ cells: [String]) { rows.append(cells.map(TerminalSanitizer.line)) }

  /// The rows as lines. A column without any text takes no room. On a terminal no line is wider than that, as long as
  /// the columns that can't be cut leave room.
  func lines(for terminal: Terminal) -> String {
    let widths = columns.indices.map { index in rows.lazy.map { DisplayWidth.of($0[index]) }.max() ?? 0 }
    let fitted = terminal.columns.map { fit(widths, into: $0) } ?? widths
    let shown = columns.indices.filter { fitted[$0] > 0 }
    return rows.map { row in
      let last = shown.last { !row[$0].isEmpty } ?? -1
      let cells = shown.filter { $0 <= last }.map { index in
        cell(row[index], index, width: fitted[index], isLast: index == last, terminal)
      }
      return cells.joined(separator: "  ") + "\n"
    }.joined()
  }

  private func cell(_ text: String, _ index: Int, width: Int, isLast: Bool, _ terminal: Terminal) -> String {
    let column = columns[index]
    let text = terminal.columns == nil ? text : DisplayWidth.cut(text, to: width)
    let room = String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))
    let painted = column.paint?.on(text, terminal) ?? text
    if column.isNumber { return room + painted }
    return isLast ? painted : painted + room
  }

  /// Narrows the columns that may be cut until all fit: those with more than their share, the last of them first. The
  /// rest of the last one must be worth its room.
  private func fit(_ given: [Int], into width: Int) -> [Int] {
    let shown = columns.indices.filter { given[$0] > 0 }
    var widths = given
    var excess = shown.reduce(2 * max(0, shown.count - 1)) { $0 + widths[$1] } - width
    let cuttable = shown.filter { columns[$0].share != nil }
    let room = Double(max(0, cuttable.reduce(0) { $0 + widths[$1] } - excess))
    for index in cuttable.reversed() where excess > 0 {
      let least = max(1, Int(room * (columns[index].share ?? 1)))
      let taken = min(excess, max(0, widths[index] - least))
      widths[index] -= taken
      excess -= taken
    }
    guard let last = cuttable.dropFirst().last, widths[last] < Self.leastPart, widths[last] < given[last] else {
      return widths
    }
    var others = given
    others[last] = 0
    return fit(others, into: width)
  }
}
