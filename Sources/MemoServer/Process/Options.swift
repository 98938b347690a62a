public import MemoEngine

/// What the command line says.
public struct Options: Sendable {
  /// The database file as given; nil if it is to be looked for elsewhere.
  public var store: String?
  /// How long after the last change a memo is saved, in milliseconds.
  public var autosaveDelayMs = 500
  /// How long, at the latest, after the first unsaved change, in milliseconds.
  public var autosaveMaxDelayMs = 2000
  /// The longest message that is read, in bytes.
  public var maxMessageBytes = 64 << 20
  /// The longest text a memo may have, in bytes.
  public var maxMemoBytes = 256 << 20
  /// The shell command that tells the weather of a place; nil if no weather is filled in.
  public var weatherCommand: String?
  /// How much is logged.
  public var logLevel = LogLevel.warning
  /// Whether time is the client's to move.
  public var virtualClock = false

  /// The same for the engine.
  public var engineConfiguration: EngineConfiguration {
    EngineConfiguration(
      autosave: AutosaveDelays(idle: .milliseconds(autosaveDelayMs), maximum: .milliseconds(autosaveMaxDelayMs)),
      maximumMemoBytes: maxMemoBytes)
  }

  /// What to do.
  public enum Command: Sendable {
    /// Serve.
    case serve(Options)
    /// Print a text and end with 0.
    case print(String)
  }

  /// A command line that can't be understood.
  public struct UsageError: Error, Sendable {
    /// What is wrong with it, and what is accepted; without a line's end.
    public let message: String
  }

  /// The exit status for a command line that can't be understood: `EX_USAGE` of sysexits.h.
  public static let usageStatus: Int32 = 64

  /// Reads a command line without the program's name. A value stands behind its flag or behind `=`; of a flag given twice
  /// the last counts.
  ///
  /// - Throws: ``UsageError``.
  public static func parse(_ arguments: [String]) throws(UsageError) -> Command {
    var options = Options()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let flag = parts[0]
      switch flag {
      case "--help" where parts.count == 1: return .print(help)
      case "--version" where parts.count == 1: return .print("memo-ls \(Server.version)\n")
      case "--virtual-clock" where parts.count == 1: options.virtualClock = true
      case "--help", "--version", "--virtual-clock": throw usage("\(flag) takes no value")
      default:
        guard let set = values[flag] else { throw usage("unknown argument: \(argument)") }
        guard let value = parts.count == 2 ? parts[1] : rest.popFirst(), set(value, &options) else {
          throw usage("\(flag) must be followed by \(expected[flag] ?? "a value")")
        }
      }
    }
    return .serve(options)
  }

  private static func usage(_ problem: String) -> UsageError { UsageError(message: "\(problem)\n\n\(help.dropLast())") }

  private typealias Setter = @Sendable (String, inout Options) -> Bool

  /// The flags that take a value; false means that the value is none of theirs.
  private static let values: [String: Setter] = [
    "--store": { value, options in
      options.store = value
      return !value.isEmpty
    },
    "--autosave-delay-ms": number(in: 0...86_400_000) { $1.autosaveDelayMs = $0 },
    "--autosave-max-delay-ms": number(in: 0...86_400_000) { $1.autosaveMaxDelayMs = $0 },
    "--max-message-bytes": number(in: 1...(1 << 30)) { $1.maxMessageBytes = $0 },
    "--max-memo-bytes": number(in: 1...900_000_000) { $1.maxMemoBytes = $0 },
    "--weather-command": { value, options in
      options.weatherCommand = value
      return !value.isEmpty
    },
    "--log-level": { value, options in
      guard let level = LogLevel.allCases.first(where: { $0.name == value }) else { return false }
      options.logLevel = level
      return true
    },
  ]

  private static let expected = [
    "--store": "the path of a file",
    "--autosave-delay-ms": "a number of milliseconds from 0 to 86400000",
    "--autosave-max-delay-ms": "a number of milliseconds from 0 to 86400000",
    "--max-message-bytes": "a number of bytes from 1 to 1073741824",
    "--max-memo-bytes": "a number of bytes from 1 to 900000000",
    "--weather-command": "a shell command such as 'curl … lat={latitude}&lon={longitude}'",
    "--log-level": "error, warning, info or debug",
  ]

  private static func number(
    in range: ClosedRange<Int>, _ set: @escaping @Sendable (Int, inout Options) -> Void
  ) -> Setter {
    { value, options in
      // Digits alone: `Int` would also take a plus sign.
      guard value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(value), range.contains(number)
      else {
        return false
      }
      set(number, &options)
      return true
    }
  }

  /// What a person who starts the program by hand is told.
  public static let hint = """
    memo-ls speaks JSON-RPC on stdin and stdout; editors start it by themselves. To try it by hand,
    type a request on one line and press Enter; Ctrl-D saves everything and ends. For example:
      {"jsonrpc":"2.0","id":1,"method":"createMemo","params":{"text":"Hello\\nworld"}}
      {"jsonrpc":"2.0","id":2,"method":"list"}
    memo-ls --help tells more.

    """

  /// The text of `--help`.
  public static let help = """
    memo-ls keeps memos for editors. It is started by a plugin and speaks JSON-RPC 2.0 on
    stdin and stdout: one JSON object a line, or with Content-Length headers as in LSP.

    usage: memo-ls [FLAG ...]
           memo-ls check [--store PATH]   say whether a store is in order; check --help tells more
           memo-ls recover [--store PATH] --to FOLDER   write what can be read in one to files

      --store PATH                 the database file, made with its folder if missing
                                   (default: $MEMO_LS_STORE, then memo-ls/memos.sqlite in
                                   $XDG_DATA_HOME or ~/.local/share, on macOS in
                                   ~/Library/Application Support)
      --autosave-delay-ms N        save this long after the last change (default 500)
      --autosave-max-delay-ms N    and at the latest this long after the first (default 2000)
      --max-message-bytes N        the longest message that is read (default 67108864)
      --max-memo-bytes N           the longest text a memo may have (default 268435456)
      --weather-command CMD        a shell command that prints the weather at {latitude} {longitude}
                                   as OpenWeather does; it is filled into memos with a location
      --log-level LEVEL            error, warning, info or debug, to stderr (default warning)
      --virtual-clock              time stands still until $/advanceClock moves it, for tests
      --version                    print the version
      --help                       print this

    Try it: type this line and press Enter, then Ctrl-D.
      {"jsonrpc":"2.0","id":1,"method":"createMemo","params":{"text":"Hello\\nworld"}}

    """
}
