import MemoEngine

/// A heading or a task of a text.
struct OutlineItem: Sendable {
  /// The kind of item.
  enum Kind: String, Sendable { case heading, task, done }

  let kind: Kind
  /// The line that it begins in, from 1.
  let line: Int
  /// A heading's level, from 1 to 6; for a task that of the heading above it, or 0.
  let level: Int
  /// Its words without markup.
  let text: String

  /// All items of a text, in its order.
  static func items(of outline: Outline, in text: Rope) -> [OutlineItem] {
    let line = { (offset: Int) in text.position(at: offset, in: .utf8).line + 1 }
    var items: [OutlineItem] = []
    var headings = outline.headings[...]
    var level = 0
    func takeHeadings(before offset: Int) {
      while let heading = headings.first, heading.range.lowerBound < offset {
        headings.removeFirst()
        level = heading.level
        items.append(
          OutlineItem(kind: .heading, line: line(heading.range.lowerBound), level: level, text: heading.text))
      }
    }
    for task in outline.tasks {
      takeHeadings(before: task.range.lowerBound)
      items.append(
        OutlineItem(
          kind: task.isDone ? .done : .task, line: line(task.range.lowerBound), level: level, text: task.text))
    }
    takeHeadings(before: .max)
    return items
  }

  /// Fields for other programs, in the order of the help.
  static let names = ["line", "kind", "level", "text"]

  /// The value of a field.
  func field(_ name: String) -> String {
    switch name {
    case "line": "\(line)"
    case "kind": kind.rawValue
    case "level": "\(level)"
    default: text
    }
  }

  /// Items for people: the line's number and the words, indented by level relative to the highest one.
  static func lines(_ items: [OutlineItem], _ terminal: Terminal) -> String {
    let least = items.filter { $0.kind == .heading }.map(\.level).min() ?? 1
    var table = Table([Table.Column(paint: .cyan, isNumber: true), Table.Column(share: 1)])
    for item in items {
      let depth = max(0, item.level - least + (item.kind == .heading || item.level < least ? 0 : 1))
      let mark = item.kind == .heading ? "" : item.kind == .done ? "[x] " : "[ ] "
      table.add(["\(item.line)", String(repeating: "  ", count: depth) + mark + item.text])
    }
    return table.lines(for: terminal)
  }
}
