import MemoEngine
import MemoHost

/// `memo-ls serve`, and `memo-ls` without a command: serves an editor.
struct ServeCommand: ServingCommand {
  static let store = Option(
    "--store", nil, .path("PATH"),
    "the database file, made with its folder if missing (default: $MEMO_LS_STORE, then memo-ls/memos.sqlite in "
      + "$XDG_DATA_HOME or ~/.local/share, on macOS in ~/Library/Application Support)")
  static let folder = Option(
    "--folder", nil, .path("FOLDER"),
    "a folder that memo-ls folder attach has prepared: its files are the memos, and both are kept equal")
  private static let delay = Option(
    "--autosave-delay-ms", nil, .number(0...86_400_000, of: "milliseconds"),
    "save this long after the last change (default 500)")
  private static let maximumDelay = Option(
    "--autosave-max-delay-ms", nil, .number(0...86_400_000, of: "milliseconds"),
    "and at the latest this long after the first (default 2000)")
  static let messageBytes = Option(
    "--max-message-bytes", nil, .number(1...(1 << 30), of: "bytes"),
    "the longest message that is read (default 67108864)")
  static let memoBytes = Option(
    "--max-memo-bytes", nil, .number(1...900_000_000, of: "bytes"),
    "the longest text a memo may have (default 268435456)")
  private static let weather = Option(
    "--weather-command", nil,
    .text("CMD", like: "a shell command such as 'curl … lat={latitude}&lon={longitude}'"),
    "a shell command that prints the weather at {latitude} {longitude} as OpenWeather does; it is filled into memos "
      + "with a location")
  static let dailyFormat = Option(
    "--daily-format", nil, .text("FORMAT", like: "a date in the format of strftime, such as %Y-%m-%d"),
    "how the title of a day's memo is written (default: $MEMO_LS_DAILY_FORMAT, then %Y-%m-%d); in a folder "
      + "Days/%Y-%m-%d says where its file lies, too")
  private static let sync = Option(
    "--sync", nil, nil, "exchange memos with other devices meanwhile, as memo-ls sync --watch does")
  static let logLevel = Option(
    "--log-level", nil, .choice(LogLevel.allCases.map(\.name)),
    "error, warning, info or debug, to stderr (default warning)")
  private static let virtualClock = Option(
    "--virtual-clock", nil, nil, "time stands still until $/advanceClock moves it, for tests")

  static let usage = CommandUsage(
    "serve", "serve an editor; the same as no command at all",
    options: [
      store, folder, delay, maximumDelay, messageBytes, memoBytes, weather, dailyFormat, sync, logLevel, virtualClock,
      .version,
    ],
    details: [
      "Speaks JSON-RPC 2.0 on stdin and stdout, one JSON object a line, or with Content-Length headers as in LSP. An "
        + "editor's plugin starts it."
    ],
    success: "the editor has ended it", failure: "it was ended otherwise, or not all could be saved")

  let arguments: Arguments

  func run(in environment: CommandEnvironment) throws(CommandError) -> Int32 {
    if arguments.has(.version) {
      environment.print("memo-ls \(MemoHost.version)\n")
      return 0
    }
    return environment.serve(try settings(in: environment))
  }

  /// The settings in the command line.
  func settings(in environment: CommandEnvironment) throws(CommandError) -> ServeSettings {
    var settings = try ServeSettings(arguments, in: environment)
    if let delay = arguments.number(Self.delay) { settings.engine.autosave.idle = .milliseconds(delay) }
    if let delay = arguments.number(Self.maximumDelay) { settings.engine.autosave.maximum = .milliseconds(delay) }
    settings.weatherCommand = arguments[Self.weather]
    settings.isSynced = arguments.has(Self.sync)
    settings.hasVirtualClock = arguments.has(Self.virtualClock)
    if arguments.isEmpty, environment.terminal.readsPerson { settings.hint = Self.hint(environment.terminal) }
    return settings
  }

  private static func hint(_ terminal: Terminal) -> String {
    let width = min(terminal.progressColumns ?? Help.width, Help.width)
    let start = """
      memo-ls speaks JSON-RPC on stdin and stdout; editors start it by themselves. To try it by hand, type a request \
      on one line and press Enter; Ctrl-D saves everything and ends. For example:
      """
    let examples = """
        {"jsonrpc":"2.0","id":1,"method":"createMemo","params":{"text":"Hello\\nworld"}}
        {"jsonrpc":"2.0","id":2,"method":"list"}

      """
    return Help.filled(start, width: width) + examples
      + Help.filled("memo-ls --help tells more, and which commands there are for people.", width: width)
  }
}
