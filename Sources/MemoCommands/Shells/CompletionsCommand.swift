/// `memo-ls completions`: prints a script that makes a shell complete the command line.
struct CompletionsCommand: Command {
  static let usage = CommandUsage(
    "completions", "print the completions for a shell",
    operands: CommandUsage.Operands(form: "SHELL", count: 1...1, kind: .choice(["bash", "zsh", "fish"])),
    options: [],
    details: [
      "SHELL is bash, zsh or fish. make install puts all of them where bash and fish look; zsh looks in the folders of "
        + "$fpath alone. By hand it is:",
      """
        bash   a file memo-ls in ~/.local/share/bash-completion/completions
        zsh    a file _memo-ls in a folder of $fpath
        fish   a file memo-ls.fish in ~/.config/fish/completions
      """,
    ],
    success: "they were printed", failure: "they could not be printed")

  let arguments: Arguments

  func run(in environment: CommandEnvironment) throws(CommandError) -> Int32 {
    switch arguments.operands.first {
    case "bash": environment.print(BashCompletion.script)
    case "zsh": environment.print(ZshCompletion.script)
    case "fish": environment.print(FishCompletion.script)
    default: throw .usage("there are completions for bash, zsh and fish")
    }
    return 0
  }
}

/// Everything to complete, for every shell: the server's flags, and the commands.
enum Completable {
  /// The commands.
  static var commands: [CommandUsage] { Commands.all.map { $0.usage } }

  /// The options with a value, of any command: the word after one is no command.
  static var withValue: [String] {
    let options = (ServeCommand.usage.options + commands.flatMap(\.options)).filter { $0.value != nil }
    return Set(options.flatMap { [$0.name] + ($0.letter.map { ["-\($0)"] } ?? []) }).sorted()
  }

  /// The shell command that prints the memos to choose from, an id, a tab and a title a line; `store` is the shell's
  /// expression for a `--store` or `--folder` that was typed.
  static func memos(store: String, more: String) -> String {
    #"memo-ls list \#(store) --limit 200 --format '{id}\t{title}' \#(more) 2>/dev/null"#
  }

  /// The memos among these to choose from where a template is meant.
  static let templates = "--tag template"

  /// The shell command that prints the tags to choose from, one a line.
  static func tags(store: String) -> String { "memo-ls tags \(store) --limit 1000 --format '{name}' 2>/dev/null" }
}
