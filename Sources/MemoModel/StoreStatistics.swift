/// What is told of a store to whoever asks.
public struct StoreStatistics: Sendable {
  /// The version of its layout.
  public let schemaVersion: Int
  /// How many memos it has, the trash included.
  public let memos: Int
  /// How many bytes it takes up.
  public let bytes: Int

  /// Creates statistics.
  public init(schemaVersion: Int, memos: Int, bytes: Int) {
    self.schemaVersion = schemaVersion
    self.memos = memos
    self.bytes = bytes
  }
}
