/// Figures about a store.
public struct StoreStatistics: Sendable {
  /// The version of its schema.
  public let schemaVersion: Int
  /// The number of memos, including the trash.
  public let memos: Int
  /// The bytes it takes up.
  public let bytes: Int
  /// The number of memos that were not indexed yet.
  public let memosWithoutReferences: Int

  /// Creates statistics.
  public init(schemaVersion: Int, memos: Int, bytes: Int, memosWithoutReferences: Int) {
    self.schemaVersion = schemaVersion
    self.memos = memos
    self.bytes = bytes
    self.memosWithoutReferences = memosWithoutReferences
  }
}
