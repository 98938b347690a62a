import MemoEngine

extension MemoName {
  /// The meaning of ID in the help of commands.
  static let explanation =
    "ID is a memo's id, or its title in quotes, or an alias, or 4 characters or more of the id's beginning or end, if "
    + "they are no other's; in an attached folder it may be the path of its file."
}

extension MemoSnapshot {
  /// The least columns that identify a title: before it is cut further, the id is shortened.
  private static let leastTitle = 20

  /// The memo's title as a person reads it, in one line.
  private var shownTitle: String {
    let title = TerminalSanitizer.line(displayTitle)
    return title.isEmpty ? "(empty)" : title
  }

  /// The memo's id and title.
  var named: String { "\(metadata.id)  \(shownTitle)" }

  /// A line about the memo: what was done to it, its id and its title. In a narrow terminal the id is cut to its end or
  /// left out, and the title is cut.
  func line(_ verb: String, on terminal: Terminal) -> String {
    guard let columns = terminal.columns else { return "\(verb) \(named)\n" }
    let needed = min(Self.leastTitle, DisplayWidth.of(shownTitle))
    let starts = ["\(verb) \(metadata.id)  ", "\(verb) \(MemoName.short(metadata.id))  ", "\(verb) ", ""]
    let start = starts.first { columns - $0.count >= needed } ?? ""
    return start + DisplayWidth.cut(shownTitle, to: columns - start.count) + "\n"
  }
}
