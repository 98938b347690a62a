import ContextServer
import LanguageServer
import MemoHost
import MemoServer
import Platform

/// A server of some protocol.
protocol FaceServer: Sendable {
  func end(on signals: Signals)
  func tell(_ news: StartupNotice)
  func run(input: Int32) -> Int32
}

extension Server: FaceServer {}

extension LanguageServer: FaceServer {}

extension ContextServer: FaceServer {
  /// Does nothing: agents' clients show no log of ours.
  func tell(_ news: StartupNotice) {}
}
