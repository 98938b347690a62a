/// A command that people run by hand.
protocol Command: Sendable {
  /// Its name, operands and options.
  static var usage: CommandUsage { get }

  /// Takes the command line's arguments.
  init(arguments: Arguments)

  /// Whether it will wait for an editor.
  func opensEditor(in environment: CommandEnvironment) -> Bool

  /// Runs the command, or throws a usage error that says why the command line makes no sense.
  ///
  /// - Returns: the exit status.
  func run(in environment: CommandEnvironment) async throws(CommandError) -> Int32
}

/// A command that serves a client on the process's first thread until the client goes.
protocol ServingCommand: Command {
  /// Serves, or throws a usage error that says why the command line makes no sense.
  ///
  /// - Returns: the exit status.
  func run(in environment: CommandEnvironment) throws(CommandError) -> Int32
}

extension Command {
  func opensEditor(in environment: CommandEnvironment) -> Bool { false }
}
