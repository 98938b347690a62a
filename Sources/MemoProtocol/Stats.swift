package import JSONRPC
package import MemoEngine

/// Tells what the service has done: how a test proves that a burst of edits made one write.
package enum Stats: RequestType {
  /// `stats`
  package static let method: StaticString = "stats"

  /// Nothing.
  package typealias Params = NoParams

  /// Counters since the process started, and how the store stands.
  package struct Result: JSONObjectWritable, Sendable {
    private let statistics: EngineStatistics
    private let path: String
    private let slowTurns: Int
    private let heaviestTurn: HeavyTurn?

    /// Creates a result.
    ///
    /// - Parameters:
    ///   - path: the database file.
    ///   - slowTurns: how often everything waited for more than 100 ms for one thing.
    ///   - heaviestTurn: what took most of the processor's time while everything waited; nil if nothing took 1 ms.
    package init(
      _ statistics: EngineStatistics, path: String, slowTurns: Int = 0, heaviestTurn: HeavyTurn? = nil
    ) {
      (self.statistics, self.path) = (statistics, path)
      (self.slowTurns, self.heaviestTurn) = (slowTurns, heaviestTurn)
    }

    /// Writes the result.
    package func writeMembers(to writer: inout JSONWriter) {
      let counters = statistics.counters
      writer.member("editsReceived", counters.editsReceived)
      writer.member("savesWritten", counters.savesWritten)
      writer.member("memosWritten", counters.memosWritten)
      writer.member("memosDirty", statistics.memosUnsaved)
      writer.member("journalBytes", statistics.journalBytes)
      writer.member("uptimeMs", statistics.uptime.milliseconds)
      if slowTurns > 0 { writer.member("slowTurns", slowTurns) }
      if let heaviestTurn {
        writer.name("heaviestTurn")
        writer.beginObject()
        writer.member("name", heaviestTurn.name)
        writer.member("processorMs", heaviestTurn.processorTime.milliseconds)
        writer.endObject()
      }
      writer.name("store")
      writer.beginObject()
      writer.member("path", path)
      writer.member("schemaVersion", statistics.store.schemaVersion)
      writer.member("memos", statistics.store.memos)
      writer.member("bytes", statistics.store.bytes)
      writer.endObject()
    }
  }
}
