import MemoHost

/// A flag of the server's command line. Its parser, its help, the completions and the manual all go by this.
package struct ServerFlag: Sendable {
  /// What a flag does.
  enum Action: Sendable {
    /// Takes a value, called so in the help and by an error; false means that the value is none of its own.
    case take(placeholder: String, expectation: String, @Sendable (String, inout Options) -> Bool)
    /// Sets something.
    case set(@Sendable (inout Options) -> Void)
    /// Prints a text and ends.
    case print(String)
    /// Prints the help and ends.
    case help
  }

  /// With its dashes.
  package let name: String
  /// The letter of the short form, behind one dash.
  package var letter: Character?
  /// What it does: no capital, no full stop.
  package let summary: String
  let action: Action

  /// What stands for its value in the help; nil for a switch.
  package var placeholder: String? { if case .take(let placeholder, _, _) = action { placeholder } else { nil } }

  /// The flags, in the order of the help.
  package static let all: [ServerFlag] = [
    ServerFlag(
      name: "--store",
      summary:
        "the database file, made with its folder if missing (default: $MEMO_LS_STORE, then memo-ls/memos.sqlite in "
        + "$XDG_DATA_HOME or ~/.local/share, on macOS in ~/Library/Application Support)",
      action: .take(placeholder: "PATH", expectation: "the path of a file") { value, options in
        options.store = value
        return !value.isEmpty
      }),
    ServerFlag(
      name: "--autosave-delay-ms", summary: "save this long after the last change (default 500)",
      action: number("milliseconds", in: 0...86_400_000) { $1.autosaveDelayMs = $0 }),
    ServerFlag(
      name: "--autosave-max-delay-ms", summary: "and at the latest this long after the first (default 2000)",
      action: number("milliseconds", in: 0...86_400_000) { $1.autosaveMaxDelayMs = $0 }),
    ServerFlag(
      name: "--max-message-bytes", summary: "the longest message that is read (default 67108864)",
      action: number("bytes", in: 1...(1 << 30)) { $1.maxMessageBytes = $0 }),
    ServerFlag(
      name: "--max-memo-bytes", summary: "the longest text a memo may have (default 268435456)",
      action: number("bytes", in: 1...900_000_000) { $1.maxMemoBytes = $0 }),
    ServerFlag(
      name: "--weather-command",
      summary:
        "a shell command that prints the weather at {latitude} {longitude} as OpenWeather does; it is filled into "
        + "memos with a location",
      action: .take(
        placeholder: "CMD", expectation: "a shell command such as 'curl … lat={latitude}&lon={longitude}'"
      ) { value, options in
        options.weatherCommand = value
        return !value.isEmpty
      }),
    ServerFlag(
      name: "--log-level", summary: "error, warning, info or debug, to stderr (default warning)",
      action: .take(placeholder: "LEVEL", expectation: "error, warning, info or debug") { value, options in
        guard let level = LogLevel.allCases.first(where: { $0.name == value }) else { return false }
        options.logLevel = level
        return true
      }),
    ServerFlag(
      name: "--virtual-clock", summary: "time stands still until $/advanceClock moves it, for tests",
      action: .set { $0.virtualClock = true }),
    ServerFlag(
      name: "--version", letter: "V", summary: "print the version", action: .print("memo-ls \(Server.version)\n")),
    ServerFlag(name: "--help", letter: "h", summary: "print this", action: .help),
  ]

  private static func number(
    _ unit: String, in range: ClosedRange<Int>, _ set: @escaping @Sendable (Int, inout Options) -> Void
  ) -> Action {
    let expectation = "a number of \(unit) from \(range.lowerBound) to \(range.upperBound)"
    return .take(placeholder: "N", expectation: expectation) { value, options in
      // Digits alone: `Int` would also take a plus sign.
      guard value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(value), range.contains(number)
      else {
        return false
      }
      set(number, &options)
      return true
    }
  }

  /// How it is written in the help.
  var form: String { name + (placeholder.map { " \($0)" } ?? "") + (letter.map { ", -\($0)" } ?? "") }

  /// Whether it is called so: by its name, or by its letter behind a dash.
  func isCalled(_ name: String) -> Bool { name == self.name || letter.map { "-\($0)" == name } ?? false }
}
