package import MemoEngine
package import MemoHost

/// What a server is told when it is started.
package struct ServeSettings: Sendable {
  /// The database file.
  package var path: String
  /// What the engine is told.
  package var engine = EngineConfiguration()
  /// The longest message that is read.
  package var maximumMessageBytes = 64 << 20
  /// The shell command that tells the weather of a place; nil if no weather is filled in.
  package var weatherCommand: String?
  /// How much is logged.
  package var logLevel = LogLevel.warning
  /// Whether time is the client's to move.
  package var hasVirtualClock = false
  /// What agents may do; nil if it is an editor that is served.
  package var agents: AgentAccess?
  /// What a person who has started it by hand is told; nil if an editor has.
  package var hint: String?

  init(path: String) { self.path = path }

  /// What flags say that all servers have.
  ///
  /// - Throws: a usage error.
  init(_ arguments: Arguments, in environment: CommandEnvironment) throws(CommandError) {
    do throws(CommandError) {
      path = try environment.storePath(arguments[ServeCommand.store])
    } catch {
      throw .usage(error.message, isComplete: true)
    }
    if let bytes = arguments.number(ServeCommand.memoBytes) { engine.maximumMemoBytes = bytes }
    if let bytes = arguments.number(ServeCommand.messageBytes) { maximumMessageBytes = bytes }
    let level = arguments[ServeCommand.logLevel]
    if let level = LogLevel.allCases.first(where: { $0.name == level }) { logLevel = level }
    engine.dailyFormat = try environment.dailyFormat(arguments[ServeCommand.dailyFormat])
  }
}

/// What agents may do.
package struct AgentAccess: Sendable, Equatable {
  /// Whether they may change memos.
  package let allowsWriting: Bool
  /// The tag that a memo must have to be there for them; nil if all are.
  package let tag: String?
}
