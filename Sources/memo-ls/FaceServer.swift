import ContextServer
import MemoHost
import MemoServer
import Platform

/// Whoever is served, by whatever protocol.
protocol FaceServer: Sendable {
  func end(on signals: Signals)
  func tell(_ news: StartupNotice)
  func run(input: Int32) -> Int32
}

extension Server: FaceServer {}

extension ContextServer: FaceServer {
  /// Agents' clients have no log of ours.
  func tell(_ news: StartupNotice) {}
}
