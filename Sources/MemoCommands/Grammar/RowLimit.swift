/// How many rows a command shows: its options `--limit` and `--all`. Without them a terminal gets a page, and anything
/// else all.
struct RowLimit: Sendable {
  private let limit: Option
  private let everything: Option

  /// More rows than there are of anything.
  static let unlimited = 1 << 31
  private static let page = 50

  /// Options for rows of such things, in the plural; `all` is what all of them are.
  init(_ things: String, all: String) {
    limit = Option(
      "--limit", "n", .number(1...1_000_000), "so many \(things) (default: \(Self.page) in a terminal, else all)")
    everything = Option("--all", "a", nil, all)
  }

  /// Both, in the order of the help.
  var options: [Option] { [limit, everything] }

  /// What a command line says, whose rows go to this terminal.
  func value(_ arguments: Arguments, on terminal: Terminal) -> Int {
    if arguments.has(everything) { return Self.unlimited }
    return arguments.number(limit) ?? (terminal.columns == nil ? Self.unlimited : Self.page)
  }

  /// What is said where rows were left out.
  static func remark(_ shown: Int, of total: Int, _ things: String) -> String {
    shown < total ? "\(shown) of \(total) \(things); --all shows all\n" : ""
  }
}
