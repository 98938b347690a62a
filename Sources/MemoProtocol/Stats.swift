package import JSONRPC
package import MemoEngine
package import MemoFolder

/// Returns counters, by which a test proves that a burst of edits made one write.
package enum Stats: RequestType {
  /// `stats`
  package static let method: StaticString = "stats"

  /// Nothing.
  package typealias Params = NoParams

  /// Counters since the process started, and the state of the store.
  package struct Result: JSONObjectWritable, Sendable {
    private let statistics: EngineStatistics
    private let path: String
    private let slowTurns: Int
    private let heaviestTurn: HeavyTurn?
    private let folder: (path: String, standing: FolderStanding)?

    /// Creates a result.
    ///
    /// - Parameters:
    ///   - path: the database file.
    ///   - slowTurns: how often everything waited for more than 100 ms.
    ///   - heaviestTurn: what took most of the processor's time while everything waited; nil if nothing took 1 ms.
    ///   - folder: the store's folder in this process, and its state; nil if there is none.
    package init(
      _ statistics: EngineStatistics, path: String, slowTurns: Int = 0, heaviestTurn: HeavyTurn? = nil,
      folder: (path: String, standing: FolderStanding)? = nil
    ) {
      (self.statistics, self.path) = (statistics, path)
      (self.slowTurns, self.heaviestTurn, self.folder) = (slowTurns, heaviestTurn, folder)
    }

    /// Writes the result.
    package func writeMembers(to writer: inout JSONWriter) {
      let counters = statistics.counters
      writer.member("editsReceived", counters.editsReceived)
      writer.member("savesWritten", counters.savesWritten)
      writer.member("memosWritten", counters.memosWritten)
      writer.member("memosDirty", statistics.memosUnsaved)
      if statistics.memosToIndex > 0 { writer.member("memosToIndex", statistics.memosToIndex) }
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
      if let folder { Self.write(folder.standing, folder.path, to: &writer) }
    }

    private static func write(_ standing: FolderStanding, _ path: String, to writer: inout JSONWriter) {
      writer.name("folder")
      writer.beginObject()
      writer.member("path", path)
      writer.member("keptBy", standing.isAway ? "nobody" : standing.keeper.rawValue)
      if standing.isAway { writer.member("isAway", true) }
      if standing.keeper == .here {
        writer.member("files", standing.files)
        writer.member("problems", standing.report.problems.count)
        writer.member("skipped", standing.report.skipped.count)
        if let loss = standing.report.loss { writer.member("toConfirm", loss.paths.count) }
      }
      writer.endObject()
    }
  }
}
