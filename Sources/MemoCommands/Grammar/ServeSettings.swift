package import MemoEngine
package import MemoFolder
package import MemoHost

/// The settings of a server.
package struct ServeSettings: Sendable {
  /// The database file.
  package var path: String
  /// The folder of plain files; nil if there is none.
  package var folder: NotesFolder?
  /// What is wrong with the folder, for the person at the editor; nil if nothing is.
  package var folderProblem: String?
  /// The engine's settings.
  package var engine = EngineConfiguration()
  /// The longest message, in bytes.
  package var maximumMessageBytes = 64 << 20
  /// The shell command that reports the weather at a place; nil if no weather is filled in.
  package var weatherCommand: String?
  /// Whether memos are exchanged with other devices meanwhile.
  package var isSynced = false
  /// The log's level.
  package var logLevel = LogLevel.warning
  /// Whether the client moves the clock.
  package var hasVirtualClock = false
  /// The protocol.
  package var face = ServedFace.native
  /// A hint for a person who has started it by hand; nil if an editor has.
  package var hint: String?

  init(path: String) { self.path = path }

  /// Reads the flags that all servers have.
  ///
  /// - Parameter needsFolder: whether a folder that can't be used is an error; if not, it is noted as
  ///   ``folderProblem``.
  /// - Throws: a usage error.
  init(_ arguments: Arguments, in environment: CommandEnvironment, needsFolder: Bool = true) throws(CommandError) {
    let given = arguments[ServeCommand.store]
    if let folder = arguments[ServeCommand.folder] {
      guard given == nil else {
        throw .usage("--store and --folder exclude each other: a folder has a store of its own", isComplete: true)
      }
      do throws(CommandError) {
        let place = try environment.attachedFolder(folder, isOpened: true)
        (path, self.folder) = (place.path, place.folder)
      } catch {
        guard !needsFolder else { throw error }
        (path, folderProblem) = (try environment.storePath(nil), error.message)
      }
    } else {
      do throws(CommandError) { path = try environment.storePath(given) } catch {
        throw .usage(error.message, isComplete: true)
      }
    }
    if let bytes = arguments.number(ServeCommand.memoBytes) { engine.maximumMemoBytes = bytes }
    if let bytes = arguments.number(ServeCommand.messageBytes) { maximumMessageBytes = bytes }
    let level = arguments[ServeCommand.logLevel]
    if let level = LogLevel.allCases.first(where: { $0.name == level }) { logLevel = level }
    engine.dailyFormat = try environment.dailyFormat(arguments[ServeCommand.dailyFormat])
  }
}

extension ServeSettings {
  /// Whether a missing store is made once a memo is to be kept: an editor of files alone has no use for one.
  package var isStoreMadeLate: Bool {
    if case .languageServer = face { folder == nil } else { false }
  }
}

/// The protocol of a server, and so its client.
package enum ServedFace: Sendable, Equatable {
  /// The native protocol, for editors' plugins.
  case native
  /// The Model Context Protocol, for agents.
  case agents(AgentAccess)
  /// The Language Server Protocol, for any editor; with the folders its documents are in, if these are to be found.
  case languageServer(findsFolders: Bool)
}

/// The access that agents have.
package struct AgentAccess: Sendable, Equatable {
  /// Whether they may change memos.
  package let allowsWriting: Bool
  /// The tag that a memo must have for agents to see it; nil if they see all.
  package let tag: String?
}
