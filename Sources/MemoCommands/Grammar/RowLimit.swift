/// How many rows a command shows: its options `--limit` and `--all`.
struct RowLimit: Sendable {
  private let limit: Option
  private let everything: Option

  /// More rows than there are of anything.
  static let unlimited = 1 << 31

  /// Options for rows of such things, in the plural; `all` is what all of them are.
  init(_ things: String, all: String) {
    limit = Option("--limit", "n", .number(1...1_000_000), "so many \(things) (default 50)")
    everything = Option("--all", "a", nil, all)
  }

  /// Both, in the order of the help.
  var options: [Option] { [limit, everything] }

  /// What a command line says.
  func value(_ arguments: Arguments) -> Int {
    arguments.has(everything) ? Self.unlimited : arguments[limit].flatMap(Int.init) ?? 50
  }
}
