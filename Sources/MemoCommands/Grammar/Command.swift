/// Something that people run by hand.
protocol Command: Sendable {
  /// What it is called and what it takes.
  static var usage: CommandUsage { get }

  /// Takes what the command line says.
  init(arguments: Arguments)

  /// Whether it will wait for an editor.
  func opensEditor(in environment: CommandEnvironment) -> Bool

  /// Does it, or says with a usage error why the command line can't be meant.
  ///
  /// - Returns: the exit status.
  func run(in environment: CommandEnvironment) async throws(CommandError) -> Int32
}

/// A command that serves a program on the process's first thread until that goes.
protocol ServingCommand: Command {
  /// Serves, or says with a usage error why the command line can't be meant.
  ///
  /// - Returns: the exit status.
  func run(in environment: CommandEnvironment) throws(CommandError) -> Int32
}

extension Command {
  func opensEditor(in environment: CommandEnvironment) -> Bool { false }
}
