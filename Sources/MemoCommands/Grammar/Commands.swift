import Dispatch
import MemoServer
import Synchronization

/// What people run by hand: `memo-ls NAME [ARGUMENT ...]`.
public enum Commands {
  static let all: [any Command.Type] = [
    NewCommand.self, ListCommand.self, ShowCommand.self, EditCommand.self, SearchCommand.self, DeleteCommand.self,
    RestoreCommand.self, TrashCommand.self, HistoryCommand.self,
    UndoCommand.self, RedoCommand.self, ExportCommand.self, ImportCommand.self, StatsCommand.self,
    CheckCommand.self, RecoverCommand.self,
    CompletionsCommand.self, ManualCommand.self, HelpCommand.self,
  ]

  /// What each command is called and what it does, for the program's own help.
  public static var overview: [(name: String, summary: String)] { all.map { ($0.usage.name, $0.usage.summary) } }

  /// Carries out the command that the first word of the command line names; options may stand before it.
  ///
  /// - Parameter arguments: the command line without the program's name.
  /// - Returns: the exit status; nil if no command was named, and nothing was done.
  public static func run(_ arguments: [String], in environment: CommandEnvironment) -> Int32? {
    guard let (command, rest) = named(in: arguments) else { return nil }
    do throws(CommandError) {
      let given = try Arguments(rest[...], of: command.usage)
      if given.wantsHelp {
        environment.print(command.usage.help)
        return 0
      }
      return try run(try command.init(given), in: environment)
    } catch {
      environment.complain(error.lines(of: command.usage.name))
      return error.status
    }
  }

  /// The command that a command line names, and the arguments without its name; nil if the first word, after options
  /// and their values, is no command's.
  private static func named(in arguments: [String]) -> (any Command.Type, rest: [String])? {
    var index = 0
    while index < arguments.count, arguments[index].hasPrefix("-"), arguments[index] != "--" {
      index += takesNext(arguments[index]) ? 2 : 1
    }
    guard index < arguments.count, let command = all.first(where: { $0.usage.name == arguments[index] }) else {
      return nil
    }
    return (command, Array(arguments[..<index] + arguments[(index + 1)...]))
  }

  /// Whether an option's value is the next argument, whichever command it belongs to.
  private static func takesNext(_ argument: String) -> Bool {
    let options = Completable.serverOptions + all.flatMap { $0.usage.options }
    return options.contains { $0.isCalled(argument) && $0.value != nil }
  }

  /// Waits for a command on this thread. It runs on others: what must hold for all threads is done before.
  private static func run(_ command: some Command, in environment: CommandEnvironment) throws(CommandError) -> Int32 {
    if command.opensEditor(in: environment) { environment.holdSignals() }
    let outcome = Outcome()
    Task.detached {
      do throws(CommandError) {
        outcome.end(.success(try await command.run(in: environment)))
      } catch {
        outcome.end(.failure(error))
      }
    }
    return try outcome.wait().get()
  }
}

/// How a command ended, for a thread that waits for it.
private final class Outcome: Sendable {
  private let result = Mutex<Result<Int32, CommandError>>(.success(0))
  private let hasEnded = DispatchSemaphore(value: 0)

  func end(_ result: Result<Int32, CommandError>) {
    self.result.withLock { $0 = result }
    hasEnded.signal()
  }

  func wait() -> Result<Int32, CommandError> {
    hasEnded.wait()
    return result.withLock { $0 }
  }
}
