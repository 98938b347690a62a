import MemoServer

/// `memo-ls help`: prints the help of the program, or of a command.
struct HelpCommand: Command {
  /// The names of all other commands.
  private static var others: [String] { Commands.all.filter { $0 != HelpCommand.self }.map { $0.usage.name } }
  static let usage = CommandUsage(
    "help", "print this, or all about a command",
    operands: CommandUsage.Operands(form: "[COMMAND]", count: 0...1, kind: .choice(others)),
    options: [],
    details: ["memo-ls help COMMAND prints the same as memo-ls COMMAND --help."],
    success: "it was printed", failure: "it could not be printed")

  private let text: String

  init(_ arguments: Arguments) throws(CommandError) {
    guard let name = arguments.operands.first else {
      text = Options.help(Commands.overview)
      return
    }
    guard let command = Commands.all.first(where: { $0.usage.name == name }) else {
      let advice = Spelling.nearest(to: name, among: Self.others).map { "did you mean \($0)?" }
      throw .usage("there is no command \(name); \(advice ?? "memo-ls help lists them")")
    }
    text = command.usage.help
  }

  func run(in environment: CommandEnvironment) -> Int32 {
    environment.print(text)
    return 0
  }
}
