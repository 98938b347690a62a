import ContextServer
import JSONRPC
import LanguageServer
import MemoCommands
import MemoEngine
import MemoFolder
import MemoHost
import MemoServer
import Platform

extension MemoLS {
  /// The server of each face: a new one is one more case.
  static func server(of face: ServedFace, _ parts: ServedParts) -> any FaceServer {
    let (settings, host, loop, log, output) = (parts.settings, parts.host, parts.loop, parts.log, parts.output)
    return switch face {
    case .native:
      Server(
        loop: loop, engine: host.engine, storePath: settings.path, folder: parts.folder, files: host.files,
        virtualClock: parts.clock, log: log, output: output, maximumMessageBytes: settings.maximumMessageBytes)
    case .languageServer(let findsFolders):
      LanguageServer(
        loop: loop, engine: host.engine, files: host.files, folderProblem: settings.folderProblem,
        opensFolder: findsFolders ? folderOpener(settings, loop, log) : nil, log: log, output: output,
        maximumMessageBytes: settings.maximumMessageBytes)
    case .agents(let agents):
      ContextServer(
        loop: loop, engine: host.engine, access: Access(allowsWriting: agents.allowsWriting, tag: agents.tag), log: log,
        output: output, maximumMessageBytes: settings.maximumMessageBytes)
    }
  }
}

/// What a server is made of, whatever its face.
struct ServedParts {
  let settings: ServeSettings
  let host: MemoHost
  let folder: FolderKeeping?
  /// The clock that the client moves; nil if time passes by itself.
  let clock: VirtualClock?
  let loop: EventLoop
  let log: Log
  let output: Int32
}

/// A server of some protocol.
protocol FaceServer: Sendable {
  var connection: Connection { get }
  func tell(_ news: StartupNotice)
  func run(input: Int32) -> Int32
}

extension FaceServer {
  /// Ends the connection when a signal asks the process to end, from now on.
  func end(on signals: Signals) {
    signals.take { [connection] number in
      Task { await connection.end(Ending(status: 128 + number)) }
    }
  }
}

extension Server: FaceServer {}

extension LanguageServer: FaceServer {}

extension ContextServer: FaceServer {
  /// Does nothing: agents' clients show no log of ours.
  func tell(_ news: StartupNotice) {}
}
