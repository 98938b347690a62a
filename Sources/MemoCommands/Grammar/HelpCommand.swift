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

  let arguments: Arguments

  func run(in environment: CommandEnvironment) throws(CommandError) -> Int32 {
    environment.print(try arguments.operands.first.map(Self.text) ?? ProgramHelp.text)
    return 0
  }

  private static func text(_ name: String) throws(CommandError) -> String {
    if let command = Commands.command(name) { return command.usage.help }
    let advice = Spelling.advice(for: name, among: others) ?? "memo-ls help lists them"
    throw .usage("there is no command \(name); \(advice)")
  }
}
