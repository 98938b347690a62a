public import JSONRPC

/// Tells what the service has done: how a test proves that a burst of edits made one write.
public enum Stats: RequestType {
  /// `stats`
  public static let method: StaticString = "stats"

  /// Nothing.
  public typealias Params = NoParams

  /// Counters since the process started, and how the store stands.
  public struct Result: JSONWritable, Sendable {
    /// Updates that were accepted.
    public let editsReceived: Int
    /// Transactions that were committed.
    public let savesWritten: Int
    /// Memos in those transactions.
    public let memosWritten: Int
    /// Memos with changes that are not saved.
    public let memosDirty: Int
    /// Bytes in the crash journal.
    public let journalBytes: Int
    /// Milliseconds since the process started.
    public let uptimeMs: Int
    /// How often everything waited for more than 100 ms for one thing.
    public let slowTurns: Int
    /// How the store stands.
    public let store: Store

    /// Creates a result from all its members.
    public init(
      editsReceived: Int, savesWritten: Int, memosWritten: Int, memosDirty: Int, journalBytes: Int, uptimeMs: Int,
      slowTurns: Int, store: Store
    ) {
      self.editsReceived = editsReceived
      self.savesWritten = savesWritten
      self.memosWritten = memosWritten
      self.memosDirty = memosDirty
      self.journalBytes = journalBytes
      self.uptimeMs = uptimeMs
      self.slowTurns = slowTurns
      self.store = store
    }

    /// Writes the result.
    public func write(to writer: inout JSONWriter) {
      let counters: [(StaticString, Int)] = [
        ("editsReceived", editsReceived), ("savesWritten", savesWritten), ("memosWritten", memosWritten),
        ("memosDirty", memosDirty), ("journalBytes", journalBytes), ("uptimeMs", uptimeMs),
      ]
      writer.beginObject()
      for (name, value) in counters {
        writer.name(name)
        writer.value(value)
      }
      if slowTurns > 0 {
        writer.name("slowTurns")
        writer.value(slowTurns)
      }
      writer.name("store")
      store.write(to: &writer)
      writer.endObject()
    }
  }

  /// How the store stands.
  public struct Store: JSONWritable, Sendable {
    /// The database file.
    public let path: String
    /// The number of its last migration.
    public let schemaVersion: Int
    /// How many memos are in it, the trash included.
    public let memos: Int
    /// The database file's size in bytes.
    public let bytes: Int

    /// Creates a store's figures.
    public init(path: String, schemaVersion: Int, memos: Int, bytes: Int) {
      self.path = path
      self.schemaVersion = schemaVersion
      self.memos = memos
      self.bytes = bytes
    }

    /// Writes the figures.
    public func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.name("path")
      writer.value(path)
      writer.name("schemaVersion")
      writer.value(schemaVersion)
      writer.name("memos")
      writer.value(memos)
      writer.name("bytes")
      writer.value(bytes)
      writer.endObject()
    }
  }
}
