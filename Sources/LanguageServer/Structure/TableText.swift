import MemoText

/// The lines of a table.
struct TableText {
  private enum Alignment { case none, left, right, center }

  private struct Row {
    /// The text before the first cell: spaces, marks of quotations and, in the first row, of items.
    let indent: String
    let cells: [String]
  }

  /// Words above the table, which its block has too.
  private let before: [String]
  private let rows: [Row]
  private let alignments: [Alignment]
  private let lineEnd: String

  /// Reads a table; nil if it is none, or one of which it can't be told what is in a cell.
  ///
  /// - Parameter items: the number of items that begin in its first line.
  init?(_ text: String, beginning items: Int) {
    lineEnd = text.contains("\r\n") ? "\r\n" : "\n"
    let lines = Self.lines(of: text)
    guard let rule = Self.rule(in: lines) else { return nil }
    // What looks like an item's mark may be words in a cell, and a task's box is in none.
    let first = LineMargin(of: lines[rule - 1][...])
    guard first.items == (rule == 1 ? items : 0), first.rest.prefixMatch(of: #/\[[ xX]\]\s/#) == nil else { return nil }
    before = Array(lines[..<(rule - 1)])
    let columns = Self.row(lines[rule]).cells.count
    rows = lines[(rule - 1)...].enumerated().map { index, line in
      let row = Self.row(line, behind: index == 0 ? first.marks : nil)
      return Row(indent: row.indent, cells: row.cells + Array(repeating: "", count: max(0, columns - row.cells.count)))
    }
    // A row of more cells than the first has loses them where it is shown: it is left as it is.
    guard rows.allSatisfy({ $0.cells.count == columns }) else { return nil }
    alignments = rows[1].cells.map { cell in
      switch (cell.hasPrefix(":"), cell.hasSuffix(":") && cell.count > 1) {
      case (true, true): .center
      case (true, false): .left
      case (false, true): .right
      case (false, false): .none
      }
    }
  }

  /// The offset of the first row in the text of a table's block, in bytes; nil if it is none.
  static func firstRow(of text: String) -> Int? {
    let lines = lines(of: text)
    let lineEnd = text.contains("\r\n") ? 2 : 1
    return rule(in: lines).map { lines[..<($0 - 1)].reduce(0) { $0 + $1.utf8.count + lineEnd } }
  }

  private static func lines(of text: String) -> [String] {
    text.split(separator: text.contains("\r\n") ? "\r\n" : "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The line below the first row.
  private static func rule(in lines: [String]) -> Int? { lines.indices.dropFirst().first { isRule(lines[$0]) } }

  private static func isRule(_ line: String) -> Bool {
    let cells = row(line).cells
    return line.contains("-")
      && cells.allSatisfy { cell in
        let dashes = cell.drop { $0 == ":" }.reversed().drop { $0 == ":" }
        return !dashes.isEmpty && dashes.allSatisfy { $0 == "-" } && cell.count { $0 == ":" } <= 2
      }
  }

  /// The cells of a line, between `|` that are not escaped.
  ///
  /// - Parameter indent: what stands before the cells; nil for spaces and marks of quotations.
  private static func row(_ line: String, behind indent: Substring? = nil) -> Row {
    let indent = indent ?? line.prefix { $0 == " " || $0 == "\t" || $0 == ">" }
    var cells: [String] = [""]
    var isEscaped = false
    for character in line.dropFirst(indent.count) {
      if character == "|", !isEscaped { cells.append("") } else { cells[cells.count - 1].append(character) }
      isEscaped = character == "\\" && !isEscaped
    }
    cells = cells.map(\.trimmed)
    if cells.count > 1, cells[0].isEmpty { cells.removeFirst() }
    if cells.count > 1, cells[cells.count - 1].isEmpty { cells.removeLast() }
    return Row(indent: String(indent), cells: cells)
  }

  /// The table with its columns as wide as their widest cell.
  var aligned: String {
    let widths = alignments.indices.map { column in
      max(3, rows.enumerated().map { $0.offset == 1 ? 0 : DisplayWidth.of($0.element.cells[column]) }.max() ?? 0)
    }
    let lines = rows.enumerated().map { index, row in
      let cells = row.cells.enumerated().map { column, cell in
        index == 1 ? rule(column, widths[column]) : padded(cell, column, widths[column])
      }
      return "\(row.indent)| \(cells.joined(separator: " | ")) |"
    }
    return (before + lines).joined(separator: lineEnd)
  }

  private func rule(_ column: Int, _ width: Int) -> String {
    let (left, right) =
      switch alignments[column] {
      case .none: ("-", "-")
      case .left: (":", "-")
      case .right: ("-", ":")
      case .center: (":", ":")
      }
    return left + String(repeating: "-", count: width - 2) + right
  }

  private func padded(_ cell: String, _ column: Int, _ width: Int) -> String {
    let room = max(0, width - DisplayWidth.of(cell))
    let before = alignments[column] == .right ? room : alignments[column] == .center ? room / 2 : 0
    return String(repeating: " ", count: before) + cell + String(repeating: " ", count: room - before)
  }
}

extension String {
  /// The string without spaces and tabs at its ends: other white space is seen, and was typed on purpose.
  fileprivate var trimmed: String {
    func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }
    return String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }
}
