import Dispatch
import Synchronization

/// The commands that people run by hand: `memo-ls NAME [ARGUMENT ...]`; and the server, which needs no name.
package enum Commands {
  /// All commands for people, in the order of the help.
  static let all: [any Command.Type] = [
    NewCommand.self, TodayCommand.self, ListCommand.self, ShowCommand.self, EditCommand.self, AppendCommand.self,
    SearchCommand.self, OutlineCommand.self, LinksCommand.self, BacklinksCommand.self, TagsCommand.self,
    RenameCommand.self, DeleteCommand.self, RestoreCommand.self, TrashCommand.self, HistoryCommand.self,
    UndoCommand.self, RedoCommand.self, ExportCommand.self, ImportCommand.self, FolderCommand.self, SyncCommand.self,
    StatsCommand.self,
    CheckCommand.self, RecoverCommand.self, LanguageServerCommand.self, AgentsCommand.self, CompletionsCommand.self,
    ManualCommand.self, HelpCommand.self,
  ]

  /// The command with a name.
  static func command(_ name: String) -> (any Command.Type)? {
    (all + [ServeCommand.self]).first { $0.usage.name == name }
  }

  /// Runs this process's command line.
  ///
  /// - Returns: the exit status.
  package static func run(in environment: CommandEnvironment) -> Int32 {
    do throws(CommandError) {
      return run(try ProgramArguments.read(), in: environment)
    } catch {
      environment.complain(error.lines(of: nil))
      return error.status
    }
  }

  /// Runs the command that the first word names; options may precede it. Without one it is ``ServeCommand``.
  ///
  /// - Parameter arguments: the command line without the program's name.
  /// - Returns: the exit status.
  static func run(_ arguments: [String], in environment: CommandEnvironment) -> Int32 {
    let place = wordPlace(arguments)
    let word = place < arguments.count ? arguments[place] : nil
    let command = word.flatMap(command)
    let rest = arguments[..<place] + (command == nil ? [] : arguments[(place + 1)...])
    do throws(CommandError) {
      let given = try Arguments(rest, of: (command ?? ServeCommand.self).usage)
      if given.wantsHelp {
        environment.print(command?.usage.help ?? ProgramHelp.text)
        return 0
      }
      if command == nil, let word, !given.has(.version) { throw unknown(word) }
      return try run((command ?? ServeCommand.self).init(arguments: given), in: environment)
    } catch {
      environment.complain(error.lines(of: command?.usage.name))
      return error.status
    }
  }

  /// The index of the first word that is neither an option of any command, nor the value of one.
  private static func wordPlace(_ arguments: [String]) -> Int {
    let options = (all + [ServeCommand.self]).flatMap { $0.usage.options }
    var index = 0
    while index < arguments.count, arguments[index].hasPrefix("-"), arguments[index] != "--" {
      index += options.contains { $0.isCalled(arguments[index]) && $0.value != nil } ? 2 : 1
    }
    return min(index, arguments.count)
  }

  private static func unknown(_ word: String) -> CommandError {
    if word == "--" { return ServeCommand.usage.unknown(word, word) }
    let commands = all.map { $0.usage.name }
    // Somebody who types `ls` means `list`, not the language server.
    let typed = commands.filter { $0 != LanguageServerCommand.usage.name }
    let words = typed + [ServeCommand.usage.name] + ServeCommand.usage.allOptions.map(\.name)
    let advice = Spelling.advice(for: word, among: words) ?? "the commands are \(commands.joined(separator: ", "))"
    return .usage("unknown command: \(word); \(advice)")
  }

  /// Waits for a command on this thread. It runs on others: what must apply to all threads is done first.
  private static func run(_ command: any Command, in environment: CommandEnvironment) throws(CommandError) -> Int32 {
    if let serving = command as? any ServingCommand { return try serving.run(in: environment) }
    if command.opensEditor(in: environment) { environment.holdSignals() }
    let outcome = CommandOutcome()
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

/// The outcome of a command, for the thread that waits for it.
private final class CommandOutcome: Sendable {
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
