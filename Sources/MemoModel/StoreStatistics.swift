/// What is told of a store to whoever asks.
public struct StoreStatistics: Sendable {
  /// The database file.
  public let path: String
  /// The number of its last migration.
  public let schemaVersion: Int
  /// How many memos it has, the trash included.
  public let memos: Int
  /// The database file's size in bytes.
  public let bytes: Int

  /// Creates statistics.
  public init(path: String, schemaVersion: Int, memos: Int, bytes: Int) {
    self.path = path
    self.schemaVersion = schemaVersion
    self.memos = memos
    self.bytes = bytes
  }
}
