import ContextServer
import JSONRPC
import LanguageServer
import MemoHost
import MemoServer
import Platform

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
