import MemoEngine

/// The difference between two texts in the unified format of `diff -u` and `git`.
struct UnifiedDiff {
  /// The number of unchanged lines around a change.
  private static let context = 3

  private let old: Rope
  private let new: Rope
  private let changes: LineChanges

  init(from old: Rope, to new: Rope) {
    (self.old, self.new) = (old, new)
    changes = LineChanges(from: old, to: new)
  }

  /// The lines, after two that name the texts; none if they are the same.
  func lines(from oldName: String, to newName: String, for terminal: Terminal) -> String {
    var groups: [[LineHunk]] = []
    for hunk in changes.hunks {
      if let last = groups.last?.last, hunk.old.lowerBound - last.old.upperBound <= 2 * Self.context {
        groups[groups.count - 1].append(hunk)
      } else {
        groups.append([hunk])
      }
    }
    guard !groups.isEmpty else { return "" }
    let head = ["--- \(oldName)", "+++ \(newName)"].map(TerminalSanitizer.line).joined(separator: "\n") + "\n"
    return head + groups.map { lines(of: $0, terminal) }.joined()
  }

  private func lines(of hunks: [LineHunk], _ terminal: Terminal) -> String {
    guard let first = hunks.first, let last = hunks.last else { return "" }
    let lead = min(Self.context, first.old.lowerBound)
    let end = min(old.filledLineCount, last.old.upperBound + Self.context)
    let oldLines = (first.old.lowerBound - lead)..<end
    let newLines = (first.new.lowerBound - lead)..<(last.new.upperBound + end - last.old.upperBound)
    var text = Paint.cyan.on("@@ -\(Self.range(oldLines)) +\(Self.range(newLines)) @@", terminal) + "\n"
    var place = oldLines.lowerBound
    for hunk in hunks {
      for line in place..<hunk.old.lowerBound { text += self.line(" ", old.line(line), nil, terminal) }
      for line in hunk.old { text += self.line("-", old.line(line), .red, terminal) }
      for line in hunk.new { text += self.line("+", new.line(line), .green, terminal) }
      place = hunk.old.upperBound
    }
    for line in place..<end { text += self.line(" ", old.line(line), nil, terminal) }
    return text
  }

  private func line(_ mark: String, _ line: String, _ paint: Paint?, _ terminal: Terminal) -> String {
    let end = line.unicodeScalars.last.map { $0 == "\n" || $0 == "\r" } ?? false ? line.unicodeScalars.last : nil
    let isEnded = end != nil
    // The line end is the diff's own; a carriage return before it is part of the change.
    let content = mark + (end == "\n" ? String(line.unicodeScalars.dropLast()) : line)
    let shown = terminal.columns == nil ? content : TerminalSanitizer.line(content)
    return (paint?.on(shown, terminal) ?? shown) + "\n" + (isEnded ? "" : "\\ No newline at end of file\n")
  }

  /// The first line, from 1, and the number of lines; for an empty range, the line before it.
  private static func range(_ lines: Range<Int>) -> String {
    let start = lines.isEmpty ? lines.lowerBound : lines.lowerBound + 1
    return lines.count == 1 ? "\(start)" : "\(start),\(lines.count)"
  }
}
