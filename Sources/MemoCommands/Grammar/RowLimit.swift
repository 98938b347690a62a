/// The options `--limit` and `--all` for the number of rows. By default a terminal gets a page, and anything else all.
struct RowLimit: Sendable {
  private let limit: Option
  private let everything: Option

  /// More rows than there can be.
  static let unlimited = 1 << 31
  private static let page = 50

  /// Options for rows of these things, in the plural; `all` names all of them.
  init(_ things: String, all: String) {
    limit = Option(
      "--limit", "n", .number(1...1_000_000), "so many \(things) (default: \(Self.page) in a terminal, else all)")
    everything = Option("--all", "a", nil, all)
  }

  /// Both, in the order of the help.
  var options: [Option] { [limit, everything] }

  /// The limit in a command line whose rows go to this terminal.
  func value(_ arguments: Arguments, on terminal: Terminal) -> Int {
    if arguments.has(everything) { return Self.unlimited }
    return arguments.number(limit) ?? (terminal.columns == nil ? Self.unlimited : Self.page)
  }

  /// The remark where rows were left out.
  static func remark(_ shown: Int, of total: Int, _ things: String) -> String {
    shown < total ? "\(shown) of \(total) \(things); --all shows all\n" : ""
  }
}
