/// Revisions for people: number, date, size, changes and title in a line or, if that would leave no room for the
/// changes, in two.
struct RevisionTable {
  /// The least columns for everything in one line: number, date and size take about 40.
  private static let leastColumns = 72
  private static let indent = "    "
  private static let name = [Table.Column(paint: .yellow), Table.Column(paint: .cyan)]
  private static let words = [Table.Column(paint: .green, share: 0.3), Table.Column(share: 0.7)]

  private var rows: [[String]] = []

  /// Adds a revision's five cells.
  mutating func add(_ cells: [String]) { rows.append(cells) }

  /// The lines for a terminal.
  func lines(for terminal: Terminal) -> String {
    guard let columns = terminal.columns, columns < Self.leastColumns else {
      return lines(of: rows, Self.name + [Table.Column(isNumber: true)] + Self.words, terminal).joined()
    }
    var rest = terminal
    rest.columns = max(1, columns - Self.indent.count)
    // The size gives way to the date.
    let size = Table.Column(isNumber: true, share: 1)
    let firsts = lines(of: rows.map { Array($0.prefix(3)) }, Self.name + [size], terminal)
    let seconds = lines(of: rows.map { Array($0.dropFirst(3)) }, Self.words, rest)
    return zip(firsts, seconds).map { $0 + Self.indent + $1 }.joined()
  }

  private func lines(of rows: [[String]], _ columns: [Table.Column], _ terminal: Terminal) -> [String] {
    var table = Table(columns)
    for row in rows { table.add(row) }
    return table.lines(for: terminal).split(separator: "\n", omittingEmptySubsequences: false).dropLast().map {
      "\($0)\n"
    }
  }
}
