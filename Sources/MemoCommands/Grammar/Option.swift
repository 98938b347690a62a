/// Something on a command line that begins with dashes.
struct Option: Sendable {
  /// What must stand behind it.
  enum Value: Sendable, Equatable {
    /// Any text, called so in the help, and perhaps otherwise by who is told what it must be.
    case text(String, like: String? = nil)
    /// A memo's tag.
    case tag
    /// A number from a range, perhaps of something.
    case number(ClosedRange<Int>, of: String? = nil)
    /// One of these words.
    case choice([String])
    /// The path of a file or of a folder.
    case path(String)
  }

  /// The long form with its dashes.
  let name: String
  /// The letter of the short form, behind one dash.
  let letter: Character?
  /// What stands behind it; nil for a switch.
  let value: Value?
  /// What it does, for the help: no capital, no full stop.
  let summary: String
  /// Whether the command does nothing without it.
  let isRequired: Bool

  init(
    _ name: String, _ letter: Character? = nil, _ value: Value? = nil, _ summary: String, isRequired: Bool = false
  ) {
    self.name = name
    self.letter = letter
    self.value = value
    self.summary = summary
    self.isRequired = isRequired
  }

  /// What every command has.
  static let help = Option("--help", "h", nil, "print this")
  /// What a server has.
  static let version = Option("--version", "V", nil, "print the version")
  /// What every command on a store has.
  static let store = Option("--store", nil, .path("PATH"), "the database file, if it is not where a server looks")
  /// What commands have that change many memos at once.
  static let dryRun = Option("--dry-run", nil, nil, "tell what would be done, and do nothing")
  /// What every command that shows something has.
  static let json = Option("--json", nil, nil, "print one JSON document, with the shapes of the protocol")

  /// How it is written where there is little room: `--limit N`.
  var longForm: String { name + (value.map { " \($0.placeholder)" } ?? "") }

  /// Whether it is called so: by its name, or by its letter behind a dash.
  func isCalled(_ name: String) -> Bool { name == self.name || letter.map { "-\($0)" == name } ?? false }

  /// How it is written in the help of the program: `--log-level LEVEL`, `--help, -h`.
  var flagForm: String {
    let isChoice = if case .choice = value { true } else { false }
    let form = isChoice ? "\(name) \(name.split(separator: "-").last?.uppercased() ?? "")" : longForm
    return form + (letter.map { ", -\($0)" } ?? "")
  }

  /// Whether it is all there is to do: what stands behind it is not looked at.
  var isAll: Bool { [Option.help, .version].contains { $0.name == name } }

  /// How it is written in the help: `-n, --limit N`.
  var form: String { (letter.map { "-\($0), " } ?? "") + longForm }
}

extension Option.Value {
  /// What stands for it in the help.
  var placeholder: String {
    switch self {
    case .text(let name, _), .path(let name): name
    case .tag: "TAG"
    case .number: "N"
    case .choice(let words): words.joined(separator: "|")
    }
  }

  /// What a wrong one is told it must be.
  var expectation: String {
    switch self {
    case .text(let name, let words): words ?? name
    case .tag: "a tag, with or without # before it"
    case .path("FOLDER"): "the path of a folder"
    case .path: "the path of a file"
    case .number(let range, let unit):
      "a number \(unit.map { "of \($0) " } ?? "")from \(range.lowerBound) to \(range.upperBound)"
    case .choice(let words): words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
    }
  }

  /// What a text that is not blank says, if it is one; nil if not. Numbers are digits alone: `Int` would also take a
  /// plus sign.
  func reading(_ text: String) -> String? {
    switch self {
    case .text, .path: return text
    case .tag: return Tags.named(text)
    case .number(let range, _):
      guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text) else { return nil }
      return range.contains(number) ? text : nil
    case .choice(let words): return words.contains(text) ? text : nil
    }
  }
}
