public import MemoEngine
public import MemoHost

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

  /// A word that stands first on the command line and means something else than serving: what it is called, and what it
  /// does in a few words.
  public typealias CommandSummary = (name: String, summary: String)

  /// Reads a command line without the program's name. A value stands behind its flag or behind `=`; of a flag given
  /// twice the last counts.
  ///
  /// - Parameter commands: the commands for people, for `--help` and for whoever mistypes one.
  /// - Throws: ``UsageError``.
  public static func parse(_ arguments: [String], commands: [CommandSummary] = []) throws(UsageError) -> Command {
    var options = Options()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let flag = ServerFlag.all.first(where: { $0.isCalled(parts[0]) }) else {
        throw usage(unknown(argument, commands.map(\.name)))
      }
      switch flag.action {
      case .take(_, let expectation, let set):
        guard let value = parts.count == 2 ? parts[1] : rest.popFirst(), set(value, &options) else {
          throw usage("\(flag.name) must be followed by \(expectation)")
        }
      case _ where parts.count == 2: throw usage("\(flag.name) takes no value")
      case .set(let set): set(&options)
      case .print(let text): return .print(text)
      case .help: return .print(help(commands))
      }
    }
    return .serve(options)
  }

  private static func unknown(_ argument: String, _ commands: [String]) -> String {
    let flags = ServerFlag.all.map(\.name)
    let isFlag = argument.hasPrefix("-") || commands.isEmpty
    let nearest = Spelling.nearest(to: argument, among: isFlag ? flags : commands + flags)
    let advice =
      nearest.map { "did you mean \($0)?" }
      ?? (isFlag ? "the flags are " : "the commands are ") + (isFlag ? flags : commands).joined(separator: ", ")
    return "unknown \(isFlag ? "flag" : "command"): \(argument); \(advice)"
  }

  private static func usage(_ problem: String) -> UsageError {
    // A word of the command line may be of many lines, and a message is not.
    let line = problem.split(whereSeparator: \.isNewline).joined(separator: " ")
    return UsageError(message: "\(line)\nmemo-ls --help tells more")
  }

  private static let synopsis = """
    usage: memo-ls [FLAG ...]
           memo-ls COMMAND [ARGUMENT ...]
    """

  /// What a person who starts the program by hand is told.
  public static let hint = """
    memo-ls speaks JSON-RPC on stdin and stdout; editors start it by themselves. To try it by hand,
    type a request on one line and press Enter; Ctrl-D saves everything and ends. For example:
      {"jsonrpc":"2.0","id":1,"method":"createMemo","params":{"text":"Hello\\nworld"}}
      {"jsonrpc":"2.0","id":2,"method":"list"}
    memo-ls --help tells more, and which commands there are for people.

    """

  /// The text of `--help`, for terminals of 80 columns and more.
  package static func help(_ commands: [CommandSummary]) -> String {
    """
    memo-ls keeps memos for text editors and people. An editor's plugin starts it
    without a command: then it speaks JSON-RPC 2.0 on stdin and stdout, one JSON
    object a line, or with Content-Length headers as in LSP.

    \(synopsis)

    commands for people; memo-ls COMMAND --help tells more:
    \(Help.rows(commands.map { ($0.name, $0.summary) }))
    flags of the server:
    \(Help.rows(ServerFlag.all.map { ($0.form, $0.summary) }))
    Try it: type this line and press Enter, then Ctrl-D.
      {"jsonrpc":"2.0","id":1,"method":"createMemo","params":{"text":"Hello"}}

    """
  }
}
