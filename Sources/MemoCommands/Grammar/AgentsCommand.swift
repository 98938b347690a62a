import MemoEngine
import MemoFolder

/// `memo-ls mcp`: serves an agent's client.
struct AgentsCommand: ServingCommand {
  private static let writing = Option(
    "--allow-write", nil, nil, "agents may change memos, too; each change can be undone")
  private static let tag = Option("--tag", nil, .tag, "only memos with this tag, or one in it, are there for agents")
  private static let printing = Option(
    "--print-config", nil, .choice(ClientConfiguration.allCases.map(\.rawValue)),
    "print what makes a client start this command, for its settings")

  static let usage = CommandUsage(
    "mcp", "serve an agent by the Model Context Protocol",
    options: [
      ServeCommand.store, ServeCommand.folder, writing, tag, printing, ServeCommand.messageBytes,
      ServeCommand.memoBytes, ServeCommand.dailyFormat, ServeCommand.logLevel,
    ],
    details: [
      "Speaks the Model Context Protocol on stdin and stdout, one JSON object a line. An agent's client starts it; "
        + "--print-config prints what goes into the client's settings, with the other flags that were given.",
      "Without --allow-write agents can only read. They see what is typed in editors soon after it was typed, and what "
        + "they write is soon in the editors.",
    ],
    success: "the client has ended it", failure: "it was ended otherwise, or not all could be saved")

  let arguments: Arguments

  func run(in environment: CommandEnvironment) throws(CommandError) -> Int32 {
    var settings = try ServeSettings(arguments, in: environment)
    settings.face = .agents(AgentAccess(allowsWriting: arguments.has(Self.writing), tag: arguments[Self.tag]))
    guard let client = arguments[Self.printing].flatMap(ClientConfiguration.init) else {
      return environment.serve(settings)
    }
    environment.print(client.text(command: ["memo-ls", Self.usage.name] + flags(settings)))
    return 0
  }

  /// The given flags, for a client that may run elsewhere.
  private func flags(_ settings: ServeSettings) -> [String] {
    Self.usage.options.filter { $0.name != Self.printing.name && arguments.has($0) }.flatMap { option in
      guard option.value != nil else { return [option.name] }
      let value =
        switch option.name {
        case ServeCommand.store.name: settings.path
        case ServeCommand.folder.name: settings.folder?.path
        default: arguments[option]
        }
      return [option.name, value ?? ""]
    }
  }
}
