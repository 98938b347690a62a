/// An option: an argument that begins with dashes.
struct Option: Sendable {
  /// The kind of value that must follow it.
  enum Value: Sendable, Equatable {
    /// Any text, by its placeholder in the help, and perhaps another description for errors.
    case text(String, like: String? = nil)
    /// A memo's tag.
    case tag
    /// The id or a name of a template.
    case template
    /// A number from a range, perhaps with a unit.
    case number(ClosedRange<Int>, of: String? = nil)
    /// One of these words.
    case choice([String])
    /// The path of a file or of a folder.
    case path(String)
  }

  /// The long form with its dashes.
  let name: String
  /// The letter of the short form, without its dash.
  let letter: Character?
  /// The value that follows it; nil for a switch.
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

  /// The option of every command.
  static let help = Option("--help", "h", nil, "print this")
  /// The option of servers.
  static let version = Option("--version", "V", nil, "print the version")
  /// The option of every command that uses a store.
  static let store = Option("--store", nil, .path("PATH"), "the database file, if it is not where a server looks")
  /// The option of every command that uses a store and can be called in, or for, a folder of notes.
  static let folder = Option(
    "--folder", nil, .path("FOLDER"), "the attached folder, if it is not the one that this is called in")
  /// The options that choose a command's store.
  static let place = [store, folder]
  /// The option of commands that change many memos at once.
  static let dryRun = Option("--dry-run", nil, nil, "tell what would be done, and do nothing")
  /// The option of every command that shows something.
  static let json = Option("--json", nil, nil, "print one JSON document, with the shapes of the protocol")

  /// Its form where there is little room: `--limit N`.
  var longForm: String { name + (value.map { " \($0.placeholder)" } ?? "") }

  /// Whether a text is its name, or its letter after a dash.
  func isCalled(_ name: String) -> Bool { name == self.name || letter.map { "-\($0)" == name } ?? false }

  /// Its form in the help of the program: `--log-level LEVEL`, `--help, -h`.
  var flagForm: String {
    let isChoice = if case .choice = value { true } else { false }
    let form = isChoice ? "\(name) \(name.split(separator: "-").last?.uppercased() ?? "")" : longForm
    return form + (letter.map { ", -\($0)" } ?? "")
  }

  /// Whether it stands for the whole command: later arguments are ignored.
  var isAll: Bool { [Option.help, .version].contains { $0.name == name } }

  /// Its form in the help: `-n, --limit N`.
  var form: String { (letter.map { "-\($0), " } ?? "") + longForm }
}

extension Option.Value {
  /// Its placeholder in the help.
  var placeholder: String {
    switch self {
    case .text(let name, _), .path(let name): name
    case .tag: "TAG"
    case .template: "MEMO"
    case .number: "N"
    case .choice(let words): words.joined(separator: "|")
    }
  }

  /// What it must be, for the error about a wrong value.
  var expectation: String {
    switch self {
    case .text(let name, let words): words ?? name
    case .tag: "a tag, with or without # before it"
    case .template: "MEMO"
    case .path("FOLDER"): "the path of a folder"
    case .path: "the path of a file"
    case .number(let range, let unit):
      "a number \(unit.map { "of \($0) " } ?? "")from \(range.lowerBound) to \(range.upperBound)"
    case .choice(let words): words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
    }
  }

  /// The value in a text that is not blank; nil if invalid. Numbers are only digits: `Int` would also take a plus sign.
  func reading(_ text: String) -> String? {
    switch self {
    case .text, .path, .template: return text
    case .tag: return Tags.named(text)
    case .number(let range, _):
      guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text) else { return nil }
      return range.contains(number) ? text : nil
    case .choice(let words): return words.contains(text) ? text : nil
    }
  }
}
