import MemoEngine

extension MemoName {
  /// What ID means in the help of commands.
  static let explanation =
    "ID is a memo's id, or its title in quotes, or 4 characters or more of the id's beginning or end, if they are no "
    + "other's."
}

extension MemoSnapshot {
  /// Fewer columns of a title tell nobody which memo it is, so the id is shortened first.
  private static let leastTitle = 20

  /// The memo's title as a person reads it, in one line.
  private var shownTitle: String {
    let title = TerminalSanitizer.line(text.displayTitle)
    return title.isEmpty ? "(empty)" : title
  }

  /// The memo's id and title.
  var named: String { "\(metadata.id)  \(shownTitle)" }

  /// A line about the memo: what became of it, its id and its title. A terminal without room for all of that has the
  /// id's end and then, if need be, none of it, and the title is cut.
  func line(_ verb: String, on terminal: Terminal) -> String {
    guard let columns = terminal.columns else { return "\(verb) \(named)\n" }
    let needed = min(Self.leastTitle, DisplayWidth.of(shownTitle))
    let starts = ["\(verb) \(metadata.id)  ", "\(verb) \(MemoName.short(metadata.id))  ", "\(verb) ", ""]
    let start = starts.first { columns - $0.count >= needed } ?? ""
    return start + DisplayWidth.cut(shownTitle, to: columns - start.count) + "\n"
  }
}
