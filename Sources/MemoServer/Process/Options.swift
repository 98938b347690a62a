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
  /// - Parameter commands: what is said of the commands for people, a line for each.
  /// - Throws: ``UsageError``.
  public static func parse(_ arguments: [String], commands: String = "") throws(UsageError) -> Command {
    var options = Options()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let flag = ServerFlag.all.first(where: { $0.name == parts[0] }) else {
        throw usage("unknown argument: \(argument)", argument.hasPrefix("-") ? flags : commands)
      }
      switch flag.action {
      case .take(_, let expectation, let set):
        guard let value = parts.count == 2 ? parts[1] : rest.popFirst(), set(value, &options) else {
          throw usage("\(flag.name) must be followed by \(expectation)", flags)
        }
      case _ where parts.count == 2: throw usage("\(flag.name) takes no value", flags)
      case .set(let set): set(&options)
      case .print(let text): return .print(text)
      case .help: return .print(help(commands))
      }
    }
    return .serve(options)
  }

  /// - Parameter choices: what there is instead. All of the help would move the problem off the screen.
  private static func usage(_ problem: String, _ choices: String) -> UsageError {
    UsageError(message: "\(problem)\n\n\(forms)\n\n\(choices)\nmemo-ls --help tells more")
  }

  /// What a person who starts the program by hand is told.
  public static let hint = """
    memo-ls speaks JSON-RPC on stdin and stdout; editors start it by themselves. To try it by hand,
    type a request on one line and press Enter; Ctrl-D saves everything and ends. For example:
      {"jsonrpc":"2.0","id":1,"method":"createMemo","params":{"text":"Hello\\nworld"}}
      {"jsonrpc":"2.0","id":2,"method":"list"}
    memo-ls --help tells more, and which commands there are for people.

    """

  /// How the program is called.
  private static let forms = """
    usage: memo-ls [FLAG ...]
           memo-ls COMMAND [ARGUMENT ...], for people; memo-ls COMMAND --help tells more
    """

  /// What is said of the flags, a line or more for each.
  private static var flags: String { ServerFlag.all.map(\.row).joined() }

  /// The text of `--help`.
  private static func help(_ commands: String) -> String {
    """
    memo-ls keeps memos for editors. It is started by a plugin and speaks JSON-RPC 2.0 on
    stdin and stdout: one JSON object a line, or with Content-Length headers as in LSP.

    \(forms)

    \(commands)
    \(flags)
    Try it: type this line and press Enter, then Ctrl-D.
      {"jsonrpc":"2.0","id":1,"method":"createMemo","params":{"text":"Hello\\nworld"}}

    """
  }
}
